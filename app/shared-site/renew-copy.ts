import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import type pg from 'pg';

import type { Logger } from '../log.ts';
import { moduleBeside } from '../module-beside.ts';
import { databaseName } from '../store/database-name.ts';
import { Db } from '../store/database.ts';
import { positionIn } from '../store/site-copy.ts';
import { connectToPrimary } from './connect.ts';
import { lockCopies, removeOldCopies, sinceCopy, storeCopy } from './copies.ts';
import type { CopyWorkerData } from './copy-worker.ts';

/** A new copy is made when a new process would have to replay more than this. */
const most = { commits: 20_000, bytes: 256_000_000 };
const everyMs = 600_000;

/** Renews the copy of a shared site in its database now and then, until it is stopped. One process does so at a time. */
export function renewCopies(database: string, dataDir: string, log: Logger, stop: AbortSignal): void {
  let isRunning = false;
  const renew = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      if (await renewCopy(database, dataDir)) log.info('a new copy of the site was stored in its database');
    } catch (error) {
      log.warn({ err: error }, 'the copy of the site in its database could not be renewed');
    } finally {
      isRunning = false;
    }
  };
  const timer = setInterval(() => void renew(), everyMs).unref();
  stop.addEventListener('abort', () => clearInterval(timer));
}

/**
 * Stores a new copy if there are many commits after the last one, and removes commits that no new process needs.
 *
 * @returns whether it made one
 */
export async function renewCopy(database: string, dataDir: string, limits = most): Promise<boolean> {
  const client = await connectToPrimary(database);
  try {
    if (!(await lockCopies(client))) return false;
    const { commits, bytes } = await sinceCopy(client);
    if (commits < limits.commits && bytes < limits.bytes) return false;
    await storeCurrent(client, dataDir);
    await removeOldCopies(client);
    return true;
  } finally {
    await client.end();
  }
}

async function storeCurrent(client: pg.Client, dataDir: string): Promise<void> {
  const copy = join(dataDir, 'copy.sqlite');
  try {
    const workerData: CopyWorkerData = { file: join(dataDir, databaseName), copy };
    const thread = new Worker(moduleBeside(import.meta.url, 'copy-worker'), { workerData });
    const [code] = (await once(thread, 'exit')) as [number];
    if (code !== 0) throw new Error('the thread that copies the database failed');
    const db = new Db({ file: copy, readonly: true, synchronous: 'FULL' });
    const position = positionIn(db);
    db.close();
    if (position) await storeCopy(client, copy, position);
  } finally {
    rmSync(copy, { force: true });
  }
}
