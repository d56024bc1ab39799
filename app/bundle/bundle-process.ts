import { AppError } from '../../shared/errors.ts';
import { configSchema, logLevelFromEnvironment, objectStoreFromEnvironment } from '../config.ts';
import { createLog } from '../log.ts';
import { openMedia } from '../media/open-media.ts';
import { runWork } from '../own-process.ts';
import { Replica } from '../replica/replica.ts';
import { exportBundle } from './export-bundle.ts';
import type { BundleOrder } from './hub-bundles.ts';

/** A process that makes one bundle beside a running hub. */
await runWork(async ([order = '']) => {
  const { dataDir, file, pictures, publicUrl } = JSON.parse(order) as BundleOrder;
  const log = createLog('bundle', logLevelFromEnvironment());
  const config = configSchema.parse({ profile: 'hub', dataDir, objectStore: objectStoreFromEnvironment() });
  const hub = new Replica({ dataDir, purpose: 'look', log });
  try {
    const site = publicUrl === undefined ? undefined : `${publicUrl.replace(/\/+$/, '')}/api/2.0`;
    await exportBundle(hub, openMedia(hub, config), file, { pictures, site, log });
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, error.message.replaceAll(` ${file}`, ''), error.details, error);
  } finally {
    hub.close();
  }
});
