import { setPriority } from 'node:os';

import { logLevelFromEnvironment } from '../config.ts';
import { createLog } from '../log.ts';
import { makeSnapshot } from './make-snapshot.ts';
import type { MadeSnapshot } from './made-snapshot.ts';

/** A process that makes one snapshot beside a running hub, which comes first. */
const [hubDir = '', folder = ''] = process.argv.slice(2);
setPriority(19);
process.on('disconnect', () => process.exit(1));
const made: MadeSnapshot = await makeSnapshot(
  hubDir,
  folder,
  createLog('snapshot', logLevelFromEnvironment()),
);
process.send?.(made, () => process.disconnect());
