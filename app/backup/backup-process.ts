import { doWork } from '../own-process.ts';
import { writeBackup } from './hub-backup.ts';

/** A process that makes one backup beside a running hub. */
await doWork(([dataDir = '', file = '']) => writeBackup(dataDir, file));
