import { logLevelFromEnvironment } from '../config.ts';
import { createLog } from '../log.ts';
import { doWork } from '../own-process.ts';
import { makeSnapshot } from './make-snapshot.ts';

/** A process that makes one snapshot beside a running hub. */
await doWork(([hubDir = '', folder = '']) =>
  makeSnapshot(hubDir, folder, createLog('snapshot', logLevelFromEnvironment())),
);
