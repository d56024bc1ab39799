import { workerData } from 'node:worker_threads';

import { copyDatabase } from '../replica/daily-backup/copy-database.ts';

/** Copies a database in a thread of its own: it takes seconds for a large site, in which a hub has to answer. */
export interface CopyWorkerData {
  file: string;
  copy: string;
}

const { file, copy } = workerData as CopyWorkerData;
copyDatabase(file, copy);
