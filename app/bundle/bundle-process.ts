import { setPriority } from 'node:os';

import { AppError } from '../../shared/errors.ts';
import { configSchema, logLevelFromEnvironment, objectStoreFromEnvironment } from '../config.ts';
import { createLog } from '../log.ts';
import { openMedia } from '../media/open-media.ts';
import { Replica } from '../replica/replica.ts';
import { exportBundle } from './export-bundle.ts';
import type { BundleAnswer, BundleOrder } from './hub-bundles.ts';

/** A process that makes one bundle beside a running hub, which comes first. */
const { dataDir, file, pictures, publicUrl } = JSON.parse(process.argv[2] ?? '') as BundleOrder;
setPriority(19);
process.on('disconnect', () => process.exit(1));
const log = createLog('bundle', logLevelFromEnvironment());
const config = configSchema.parse({ profile: 'hub', dataDir, objectStore: objectStoreFromEnvironment() });
const hub = new Replica({ dataDir, purpose: 'look', log });
const answer: BundleAnswer = {};
try {
  const site = publicUrl === undefined ? undefined : `${publicUrl.replace(/\/+$/, '')}/api/2.0`;
  await exportBundle(hub, openMedia(hub, config), file, { pictures, site, log });
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  answer.problem = error.message.replaceAll(` ${file}`, '');
} finally {
  hub.close();
}
process.send?.(answer, () => process.disconnect());
