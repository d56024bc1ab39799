import { deleteBackup } from './deleteBackup.ts';
import { getBackup } from './getBackup.ts';
import { startBackup } from './startBackup.ts';

export const backupEndpoints = [getBackup, startBackup, deleteBackup];
