import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type pg from 'pg';

import { AppError } from '../../shared/errors.ts';
import { makeOwnFolder } from '../owner-only.ts';
import { beforeAll } from '../store/commit-log.ts';
import type { CommitPosition } from '../store/commit-log.ts';
import { databaseName } from '../store/database-name.ts';
import { Db } from '../store/database.ts';
import { positionIn } from '../store/site-copy.ts';
import { connectToPrimary } from './connect.ts';
import { fetchCopy } from './copies.ts';
import { SharedLog } from './shared-log.ts';
import { beginSite, createTables, headOf } from './tables.ts';

/**
 * Makes a data folder this process's copy of the site in a PostgreSQL database, which gets a new site if it has none.
 *
 * @returns the site's log; the copy has yet to catch up with it
 * @throws AppError `incompatible` if the folder belongs to a hub of its own, `unavailable` if the database cannot be reached
 */
export async function openSharedSite(database: string, dataDir: string): Promise<SharedLog> {
  makeOwnFolder(dataDir);
  const file = join(dataDir, databaseName);
  const own = positionOf(file, dataDir);
  const client = await connectOrExplain(database);
  try {
    await createTables(client);
    const known = await headOf(client);
    if (own && !known)
      throw new AppError(
        'incompatible',
        `The data folder ${dataDir} has a copy of a site that is not in this database. Nothing was changed. Look whether the address is right. If "benchside move-hub" was cut off, run it again.`,
      );
    const head = known ?? (await begun(client));
    if (own && !(await hasCommit(client, own, head))) setAside(file);
    if (!existsSync(file)) await fetchCopy(client, file);
  } finally {
    await client.end();
  }
  const log = new SharedLog(database);
  await log.started();
  return log;
}

/** @throws AppError `unavailable` that says why there is no connection */
export async function connectOrExplain(database: string): Promise<pg.Client> {
  try {
    return await connectToPrimary(database);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('unavailable', `The database cannot be reached: ${reason}`, {}, error);
  }
}

async function begun(client: pg.Client): Promise<CommitPosition> {
  await beginSite(client, beforeAll);
  return (await headOf(client)) ?? beforeAll;
}

/** Returns the newest commit of a copy; undefined if there is no file. @throws AppError `incompatible` for another hub's file */
function positionOf(file: string, dataDir: string): CommitPosition | undefined {
  if (!existsSync(file)) return undefined;
  let isEmpty = false;
  const db = new Db({ file, readonly: true, synchronous: 'FULL' });
  try {
    const position = positionIn(db);
    if (position) return position;
    isEmpty = Number(db.pragma('user_version')) === 0;
  } finally {
    db.close();
  }
  if (isEmpty) {
    // A process was killed at its very first start.
    for (const path of filesOf(file)) rmSync(path, { force: true });
    return undefined;
  }
  throw new AppError(
    'incompatible',
    `The data folder ${dataDir} belongs to a hub of its own. Nothing was changed. Move that hub with "benchside move-hub postgres", or choose an empty folder.`,
  );
}

/** Returns whether a copy can go on from this commit: the log has it, or all commits. */
async function hasCommit(client: pg.Client, own: CommitPosition, head: CommitPosition): Promise<boolean> {
  if (own.number === head.number) return own.id === head.id;
  const { rows } =
    own.number === 0
      ? await client.query('SELECT 1 FROM benchside_commit WHERE number = 1')
      : await client.query('SELECT 1 FROM benchside_commit WHERE number = $1 AND id = $2', [
          own.number,
          own.id,
        ]);
  return rows.length > 0;
}

/** Keeps the copy of another history: it may have edits that the database has lost. */
function setAside(file: string): void {
  const aside = filesOf(`${file}.of-another-history`);
  for (const [index, path] of filesOf(file).entries())
    if (existsSync(path)) renameSync(path, aside[index] ?? '');
}

/** Returns the paths of a database file and of what SQLite keeps beside it. */
const filesOf = (file: string): string[] => [file, `${file}-wal`, `${file}-shm`];
