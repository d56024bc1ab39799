import { logLevelFromEnvironment } from '../config.ts';
import { createLog } from '../log.ts';
import { runWork } from '../own-process.ts';
import { makeSnapshot } from './make-snapshot.ts';

/** A process that makes one snapshot beside a running hub. */
await runWork(([hubDir = '', folder = '']) =>
  makeSnapshot(hubDir, folder, createLog('snapshot', logLevelFromEnvironment())),
);
