import { runWork } from '../own-process.ts';
import { writeBackup } from './hub-backup.ts';

/** A process that makes one backup beside a running hub. */
await runWork(([dataDir = '', file = '']) => writeBackup(dataDir, file));
