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

import { endpoints } from '../api/index.ts';
import { openDesk } from '../commands/open-desk.ts';
import { memoryVault } from '../identity/vault.ts';
import { lockDataFolder } from '../lock.ts';
import type { Logger } from '../log.ts';
import { migrations } from '../store/migrations/index.ts';
import { endedSince, expectSent } from '../sync/journal/since.ts';
import { exportJournal, importJournal } from '../sync/journal/transfer.ts';
import { version } from '../version.ts';
import { copyFile, readNote, updateFolder, writeNote } from './note.ts';
import { copyDatabase, syncFile } from './prepare.ts';

/** What became of an update that was taken back. */
export interface WentBack {
  /** That did not work. */
  version: string;
  /** Edits that were made with it and are here again. */
  edits: number;
  /** Where its data is kept; `undefined` when it never changed the data's version, so that nothing was put back. */
  kept: string | undefined;
  /** Why not all could be carried over, in words. */
  problem: string | undefined;
}

const draftRows = z.array(z.object({ userid: z.int(), key: z.string(), date: z.number(), body: z.string() }));
const carried = z.object({ drafts: draftRows, sent: z.array(z.string()) });
type Carried = z.infer<typeof carried>;

const newest = migrations.length;
const databaseFile = (dataDir: string): string => join(dataDir, 'benchside.sqlite');
const journalFile = (dataDir: string): string => join(updateFolder(dataDir), 'since.json');
const carriedFile = (dataDir: string): string => join(updateFolder(dataDir), 'carried.json');

/** Whether this program is the one from before an update that did not work, and has to look after the data first. */
export function goBackFirst(dataDir: string): boolean {
  const note = readNote(dataDir);
  return note !== undefined && note.from === version && (note.stage === 'tried' || note.stage === 'exported');
}

/** The version of the update from before which there is a copy that this program can read. */
export function copyBefore(dataDir: string): string | undefined {
  const copy = copyFile(dataDir);
  const note = readNote(dataDir);
  return note && note.to !== version && existsSync(copy) && dataVersion(copy) <= newest ? note.to : undefined;
}

/**
 * Takes back what an update did to the data. Where the new version changed the data's version, the copy from before is put
 * in its place and every edit and draft since is carried over; the data of the new version is kept beside it. To be
 * interrupted at any moment and begun again does no harm.
 *
 * @returns `undefined` when there is nothing to go back to
 */
export async function goBack(dataDir: string, log: Logger): Promise<WentBack | undefined> {
  const note = readNote(dataDir);
  if (!note) return undefined;
  const kept = join(updateFolder(dataDir), `data-of-${note.to.replaceAll(/[^\w.-]/g, '_')}.sqlite`);
  const result: WentBack = { version: note.to, edits: 0, kept: undefined, problem: undefined };
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
      result.edits = await carryOver(dataDir);
    } catch (error) {
      log.error({ err: error }, 'what was done with the new version could not be carried over');
      result.problem = wordsOf(error);
    }
  }
  writeNote(dataDir, { ...note, stage: 'back', problem: result.problem ?? null });
  return result;
}

/** @returns why what was done with the new version cannot be carried over, in words */
async function setAside(dataDir: string, kept: string, log: Logger): Promise<string | undefined> {
  copyDatabase(databaseFile(dataDir), kept);
  try {
    await exportSince(dataDir, kept);
    return undefined;
  } catch (error) {
    // The tables of the new version may be others. Its data stays beside.
    log.error({ err: error }, 'what was done with the new version cannot be read by this one');
    return wordsOf(error);
  }
}

/** The copy itself stays where it is, for another time. */
function putCopyBack(dataDir: string): void {
  const file = databaseFile(dataDir);
  if (dataVersion(file) <= newest) return;
  const part = `${file}.part`;
  copyFileSync(copyFile(dataDir), part);
  syncFile(part);
  // A log of the other database would be read into this one.
  for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  renameSync(part, file);
}

/**
 * Reads the new version's data as if it were of this version, in a folder of its own: journal and drafts only ever grow.
 */
async function exportSince(dataDir: string, kept: string): Promise<void> {
  const look = join(updateFolder(dataDir), 'look');
  rmSync(look, { recursive: true, force: true });
  mkdirSync(look);
  copyFileSync(kept, join(look, 'benchside.sqlite'));
  if (existsSync(join(dataDir, 'media')))
    symlinkSync(join(dataDir, 'media'), join(look, 'media'), 'junction');
  const database = new Database(join(look, 'benchside.sqlite'));
  const since: Carried = { drafts: [], sent: [] };
  try {
    database.pragma(`user_version = ${newest}`);
    since.sent = endedSince(database, copyFile(dataDir)).sent;
    since.drafts = draftRows.parse(database.prepare('SELECT userid, key, date, body FROM draft').all());
  } finally {
    database.close();
  }
  const opened = openDesk(look, undefined, { vault: memoryVault(), lookThrough: false });
  try {
    await exportJournal(opened.core.ctx, journalFile(dataDir));
  } finally {
    await opened.close();
  }
  writeFileSync(carriedFile(dataDir), JSON.stringify(since), { mode: 0o600 });
  rmSync(look, { recursive: true, force: true });
}

async function carryOver(dataDir: string): Promise<number> {
  const { drafts, sent } = carried.parse(JSON.parse(readFileSync(carriedFile(dataDir), 'utf8')));
  const opened = openDesk(dataDir, undefined, { vault: memoryVault(), lookThrough: false });
  try {
    const { ctx } = opened.core;
    const edits = await importJournal(ctx, endpoints, journalFile(dataDir), { isOwn: true });
    ctx.store.transact(null, (s) => {
      for (const { userid, key, date, body } of drafts) {
        const known = s.drafts.find(userid, key);
        if (!known || known.date < date)
          s.drafts.put(userid, key, z.record(z.string(), z.unknown()).parse(JSON.parse(body)));
      }
      expectSent(s, sent);
    });
    return edits;
  } finally {
    await opened.close();
  }
}

/** `user_version`, also of a database with a write-ahead log that nobody has read yet. */
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
