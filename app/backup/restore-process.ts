import { runWork } from '../own-process.ts';
import { unpackBackup } from './hub-backup.ts';

/** A process that verifies and unpacks one backup beside a running hub. */
await runWork(([folder = '', name = '']) => unpackBackup(folder, name));
