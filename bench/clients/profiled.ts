import { Worker } from 'node:worker_threads';

import { configSchema } from '../../app/config.ts';
import { createCore } from '../../app/core.ts';
import { moduleBeside } from '../../app/module-beside.ts';
import { resourceLimits } from '../../app/desk/sync-host.ts';
import { done } from '../process.ts';
import type { Job } from '../process.ts';
import type { RoundTold, WorkerTold } from './ours-worker.ts';

/** The first sync of a desk, and nothing else: for a profile. */
export async function profiled({ url, size, workDir }: Job): Promise<void> {
  const core = createCore(
    configSchema.parse({ profile: 'desk', dataDir: workDir, site: url, logLevel: 'fatal' }),
  );
  const workerData: WorkerTold = { site: url, dataDir: workDir, people: [] };
  const worker = new Worker(moduleBeside(import.meta.url, 'ours-worker'), { workerData, resourceLimits });
  await new Promise((resolve) => worker.once('message', resolve));
  const told = new Promise<RoundTold>((resolve) => worker.once('message', resolve));
  worker.postMessage('round');
  const { guides, textMs } = await told;
  if (guides !== size) throw new Error(`${guides} of ${size} guides came`);
  await worker.terminate();
  await core.close();
  await done({ text_ms: textMs });
}
