import { setPriority } from 'node:os';

import { AppError } from '../../shared/errors.ts';
import { writeBackup } from './hub-backup.ts';
import type { BackupMessage } from './hub-backups.ts';

/** A process that makes one backup beside a running hub, which comes first. */
const [dataDir = '', file = ''] = process.argv.slice(2);
setPriority(19);
process.on('disconnect', () => process.exit(1));

function made(): BackupMessage {
  try {
    return { made: writeBackup(dataDir, file) };
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.message };
    throw error;
  }
}

process.send?.(made(), () => process.disconnect());
