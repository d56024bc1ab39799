import { cpSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { exportBundle } from '../../app/bundle/export-bundle.ts';
import { importBundle } from '../../app/bundle/import-bundle.ts';
import { configSchema } from '../../app/config.ts';
import { createCore } from '../../app/core.ts';
import { createLog } from '../../app/log.ts';
import { Replica } from '../../app/replica/replica.ts';
import { hubOf } from '../data/build.ts';
import { diskBytes, done, peakMb } from '../process.ts';
import type { Job } from '../process.ts';
import { seconds } from '../stats.ts';

/** A bundle without pictures: a hub makes it (`made_s`), and a new desk takes it (`full_s`). */
export async function bundle({ dataDir, workDir, size }: Job): Promise<void> {
  const hubDir = join(workDir, 'hub');
  cpSync(hubOf(dataDir), hubDir, { recursive: true });
  const hub = createCore(configSchema.parse({ profile: 'hub', dataDir: hubDir, logLevel: 'fatal' }));
  const looking = new Replica({ dataDir: hubDir, purpose: 'look' });
  const file = join(workDir, 'site.bundle');
  const log = createLog('bundle', 'fatal');
  const made_s = await seconds(() => exportBundle(looking, hub.ctx.media, file, { pictures: 'none', log }));
  looking.close();
  await hub.close();
  const deskDir = join(workDir, 'desk');
  const site = 'http://hub.invalid/api/2.0';
  const desk = createCore(configSchema.parse({ profile: 'desk', dataDir: deskDir, site, logLevel: 'fatal' }));
  const full_s = await seconds(() => importBundle({ ...desk.ctx, site }, file));
  const guides = desk.ctx.store.read(null, (s) => s.guides.countAll());
  if (guides !== size) throw new Error(`${guides} of ${size} guides came`);
  const disk_mb = diskBytes(deskDir) / 1e6;
  await desk.close();
  await done({ full_s, made_s, file_mb: statSync(file).size / 1e6, peak_mb: peakMb(), disk_mb });
}
