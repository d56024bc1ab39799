import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { z } from 'zod';

import { openDesk } from '../desk/open.ts';
import { memoryVault } from '../identity/vault.ts';
import { lockDataFolder } from '../store/folder-lock.ts';
import type { Logger } from '../log.ts';
import { migrations } from '../store/migrations/index.ts';
import { endedSince } from '../recovery/edits-since.ts';
import { exportJournal } from '../bundle/export-journal.ts';
import { carryOver } from '../recovery/carry-over.ts';
import type { WorkSince } from '../recovery/carry-over.ts';
import { version } from '../version.ts';
import { copyFile, readNote, updateFolder, writeNote } from './note.ts';
import { databaseName } from '../store/database-name.ts';
import { copyDatabase, syncFile } from '../replica/daily-backup/copy-database.ts';

/** The result of rolling back an update. */
export interface RollbackResult {
  /** The version that did not work. */
  version: string;
  /** Edits made with the new version that were carried over. */
  edits: number;
  /** File with the new version's data; `undefined` if that version never migrated the data, so that nothing had to be restored. */
  kept: string | undefined;
  /** Why not everything could be carried over, in words. */
  problem: string | undefined;
}

const draftRows = z.array(z.object({ userid: z.int(), key: z.string(), date: z.number(), body: z.string() }));
const since = z.object({ drafts: draftRows, sent: z.array(z.string()), discarded: z.array(z.string()) });
type Since = z.infer<typeof since>;

const newest = migrations.length;
const databaseFile = (dataDir: string): string => join(dataDir, databaseName);
const journalFile = (dataDir: string): string => join(updateFolder(dataDir), 'since.json');
const sinceFile = (dataDir: string): string => join(updateFolder(dataDir), 'carried.json');

/** Returns whether this is the version from before a failed update, which has to restore the data first. */
export function needsRollback(dataDir: string): boolean {
  const note = readNote(dataDir);
  return note !== undefined && note.from === version && (note.stage === 'tried' || note.stage === 'exported');
}

/** Returns the new version of the last update, if the data was copied before it and this program can read the copy. */
export function copyBefore(dataDir: string): string | undefined {
  const copy = copyFile(dataDir);
  const note = readNote(dataDir);
  return note && note.to !== version && existsSync(copy) && dataVersion(copy) <= newest ? note.to : undefined;
}

/**
 * Rolls back what an update did to the data. If the new version migrated it, restores the copy from before and carries over every
 * edit and draft since; the new version's data is kept beside it. May be interrupted at any moment and called again.
 *
 * @returns `undefined` if there was no update
 */
export async function rollBack(dataDir: string, log: Logger): Promise<RollbackResult | undefined> {
  const note = readNote(dataDir);
  if (!note) return undefined;
  const kept = join(updateFolder(dataDir), `data-of-${note.to.replaceAll(/[^\w.-]/g, '_')}.sqlite`);
  const result: RollbackResult = { version: note.to, edits: 0, kept: undefined, problem: undefined };
  const unlock = lockDataFolder(dataDir);
  try {
    if (note.stage !== 'exported' && dataVersion(databaseFile(dataDir)) <= newest) {
      writeNote(dataDir, { ...note, stage: 'back' });
      return result;
    }
    result.kept = kept;
    result.problem =
      note.stage === 'exported' ? (note.problem ?? undefined) : await setAside(dataDir, kept, log);
    writeNote(dataDir, { ...note, stage: 'exported', problem: result.problem ?? null });
    putCopyBack(dataDir);
  } finally {
    unlock();
  }
  if (result.problem === undefined) {
    try {
      result.edits = await carryOver(workSince(dataDir), dataDir);
    } catch (error) {
      log.error({ err: error }, 'edits made with the new version could not be carried over');
      result.problem = wordsOf(error);
    }
  }
  writeNote(dataDir, { ...note, stage: 'back', problem: result.problem ?? null });
  return result;
}

/**
 * Keeps the new version's data and exports the work done with it.
 *
 * @returns why the work cannot be carried over, in words; `undefined` if it can
 */
async function setAside(dataDir: string, kept: string, log: Logger): Promise<string | undefined> {
  copyDatabase(databaseFile(dataDir), kept);
  try {
    await exportSince(dataDir, kept);
    return undefined;
  } catch (error) {
    // The new version may have other tables. Its data is kept all the same.
    log.error({ err: error }, 'edits made with the new version cannot be read by this version');
    return wordsOf(error);
  }
}

/** Restores a copy of the copy: the original stays for another rollback. */
function putCopyBack(dataDir: string): void {
  const file = databaseFile(dataDir);
  if (dataVersion(file) <= newest) return;
  const part = `${file}.part`;
  copyFileSync(copyFile(dataDir), part);
  syncFile(part);
  // SQLite would apply the other database's write-ahead log to this one.
  for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  renameSync(part, file);
}

/**
 * Exports the new version's work, read as if it were of this version. Works because the tables of the journal and of drafts never
 * lose columns.
 */
async function exportSince(dataDir: string, kept: string): Promise<void> {
  const look = join(updateFolder(dataDir), 'look');
  rmSync(look, { recursive: true, force: true });
  mkdirSync(look);
  copyFileSync(kept, join(look, databaseName));
  if (existsSync(join(dataDir, 'media')))
    symlinkSync(join(dataDir, 'media'), join(look, 'media'), 'junction');
  const database = new Database(join(look, databaseName));
  const work: Since = { drafts: [], sent: [], discarded: [] };
  try {
    database.pragma(`user_version = ${newest}`);
    Object.assign(work, endedSince(database, copyFile(dataDir)));
    work.drafts = draftRows.parse(database.prepare('SELECT userid, key, date, body FROM draft').all());
  } finally {
    database.close();
  }
  const opened = openDesk(look, undefined, { vault: memoryVault(), checkIntegrity: false });
  try {
    await exportJournal(opened.core.ctx, journalFile(dataDir), [], { isOwn: true });
  } finally {
    await opened.close();
  }
  writeFileSync(sinceFile(dataDir), JSON.stringify(work), { mode: 0o600 });
  rmSync(look, { recursive: true, force: true });
}

function workSince(dataDir: string): WorkSince {
  const { drafts, sent, discarded } = since.parse(JSON.parse(readFileSync(sinceFile(dataDir), 'utf8')));
  return {
    journal: journalFile(dataDir),
    sent,
    discarded,
    put: (s) => {
      for (const { userid, key, date, body } of drafts) {
        const known = s.drafts.find(userid, key);
        if (!known || known.date < date)
          s.drafts.put(userid, key, z.record(z.string(), z.unknown()).parse(JSON.parse(body)));
      }
    },
  };
}

/**
 * Returns `user_version`, the number of migrations done. Opens the file for writing, because the write-ahead log may not have
 * been read yet.
 */
function dataVersion(file: string): number {
  if (!existsSync(file)) return 0;
  const database = new Database(file);
  try {
    return Number(database.pragma('user_version', { simple: true }));
  } finally {
    database.close();
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
