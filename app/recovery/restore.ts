import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { z } from 'zod';

import { AppError } from '../../shared/errors.ts';
import { lockDataFolder } from '../store/folder-lock.ts';
import type { Logger } from '../log.ts';
import { isCorrupt } from '../store/damage.ts';
import { syncFile } from '../replica/daily-backup/copy-database.ts';
import { carryOverReplaced } from './carry-over.ts';
import { databaseName } from '../store/database-name.ts';
import { copyDays, copyOf } from '../store/daily-copies.ts';

export interface Restored {
  /** Day of the copy that was restored. */
  day: string;
  /** Edits made since then that were carried over from the replaced database. */
  edits: number;
  /** Folder in which the replaced database is kept. */
  kept: string;
  /** Why later work could not be carried over, in words; `null` if it was. */
  problem: string | null;
}

/** The progress of a restore, so that it is completed after a power cut. `kept` is a folder in the data folder. */
const restoreNote = z.object({ day: z.string(), kept: z.string(), stage: z.enum(['begun', 'put']) });
type RestoreNote = z.infer<typeof restoreNote>;

const noteFile = (dataDir: string): string => join(dataDir, 'backups', 'restore.json');
const newFile = (dataDir: string): string => join(dataDir, `${databaseName}.part`);
const logs = ['-wal', '-shm'].map((suffix) => databaseName + suffix);

/** Returns whether a restore was begun and not completed. */
export const isRestoring = (dataDir: string): boolean => existsSync(noteFile(dataDir));

/**
 * Restores a verified copy of the database, and applies later work as far as it can be read; the replaced database is kept. The
 * next sync brings what the site has meanwhile. May be interrupted at any moment and called again.
 *
 * @param chosen day of the copy; without one the newest copy replaces a damaged database
 * @throws AppError `not-found` if there is no such copy, `invalid` if nothing is damaged; nothing is changed then
 */
export async function restore(dataDir: string, log: Logger, chosen?: string): Promise<Restored> {
  const unlock = lockDataFolder(dataDir);
  let note: RestoreNote;
  try {
    note = readNote(dataDir) ?? begin(dataDir, chosen);
    if (note.stage === 'begun') putCopy(dataDir, note);
  } finally {
    unlock();
  }
  const result: Restored = { day: note.day, edits: 0, kept: join(dataDir, note.kept), problem: null };
  try {
    result.edits = await carryOverReplaced(dataDir, result.kept, note.day, log);
  } catch (error) {
    log.error({ err: error }, 'edits made since the copy could not be carried over');
    result.problem = error instanceof Error ? error.message : String(error);
  }
  rmSync(noteFile(dataDir));
  if (result.problem === null) forgetReplaced(dataDir);
  return result;
}

/** Number of undamaged replaced databases that are kept; their work was carried over each time. */
const replacedKept = 2;

function forgetReplaced(dataDir: string): void {
  const newestFirst = numbersOf(dataDir, 'replaced').sort((a, b) => b - a);
  for (const n of newestFirst.slice(replacedKept))
    rmSync(join(dataDir, `replaced-${n}`), { recursive: true });
}

function begin(dataDir: string, chosen: string | undefined): RestoreNote {
  const [day] = copyDays(dataDir).filter((one) => chosen === undefined || one === chosen);
  if (day === undefined)
    throw new AppError(
      'not-found',
      `There is no copy${chosen === undefined ? '' : ` of ${chosen}`} in ${join(dataDir, 'backups')}. Nothing was changed.`,
    );
  const damaged = isDamaged(join(dataDir, databaseName));
  if (chosen === undefined && !damaged)
    throw new AppError('invalid', `The database in ${dataDir} is not damaged. Nothing was changed.`);
  return { day, kept: freeFolder(dataDir, damaged ? 'damaged' : 'replaced'), stage: 'begun' };
}

function isDamaged(file: string): boolean {
  if (!existsSync(file)) return true;
  const database = new Database(file, { readonly: true });
  try {
    return database.pragma('quick_check(1)', { simple: true }) !== 'ok';
  } catch (error) {
    if (isCorrupt(error)) return true;
    throw error;
  } finally {
    database.close();
  }
}

/** Returns the name of a new folder; the highest number is the newest. */
const freeFolder = (dataDir: string, name: string): string =>
  `${name}-${Math.max(0, ...numbersOf(dataDir, name)) + 1}`;

/** Returns the numbers of the folders called `name` and a number. */
const numbersOf = (dataDir: string, name: string): number[] =>
  readdirSync(dataDir).flatMap((one) => {
    const [, before, number] = /^(.+)-(\d+)$/.exec(one) ?? [];
    return before === name ? Number(number) : [];
  });

/** Puts the copy in place. It is complete beside the database before anything is moved, and the folder stays locked until the end. */
function putCopy(dataDir: string, note: RestoreNote): void {
  const kept = join(dataDir, note.kept);
  const file = join(dataDir, databaseName);
  const isAside = existsSync(join(kept, databaseName));
  if (!isAside || !existsSync(file)) {
    copyFileSync(join(copyOf(dataDir, note.day), databaseName), newFile(dataDir));
    syncFile(newFile(dataDir));
  }
  writeNote(dataDir, note);
  mkdirSync(kept, { recursive: true });
  if (!isAside && existsSync(file)) renameSync(file, join(kept, databaseName));
  for (const name of logs)
    if (existsSync(join(dataDir, name)) && !existsSync(join(kept, name)))
      renameSync(join(dataDir, name), join(kept, name));
  if (existsSync(newFile(dataDir))) renameSync(newFile(dataDir), file);
  note.stage = 'put';
  writeNote(dataDir, note);
}

function readNote(dataDir: string): RestoreNote | undefined {
  if (!isRestoring(dataDir)) return undefined;
  return restoreNote.parse(JSON.parse(readFileSync(noteFile(dataDir), 'utf8')));
}

function writeNote(dataDir: string, note: RestoreNote): void {
  const part = `${noteFile(dataDir)}.part`;
  writeFileSync(part, JSON.stringify(note));
  syncFile(part);
  renameSync(part, noteFile(dataDir));
}
