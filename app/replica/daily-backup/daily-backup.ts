import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import type { Logger } from '../../log.ts';
import type { BackupNote } from '../desk-state.ts';
import { Replica } from '../replica.ts';
import { copyDatabase, syncFile } from './copy-database.ts';
import { databaseName } from '../../store/database-name.ts';
import { backupsIn, copyDays, copyOf } from '../../store/daily-copies.ts';

const kept = 2;
const everySeconds = 86_400;

/**
 * Copies the database once a day and verifies the copy: opens it as a data folder, checks every page and the journal.
 * Only a verified copy gets its final name. Errors are logged, never thrown.
 */
export function keepBackup(store: Replica, log: Logger, now = Date.now() / 1000): void {
  try {
    const last = store.read(null, (s) => s.deskState.get('backup'));
    if (last && now - last.date < everySeconds && now >= last.date) return;
    const note = { date: now, ...copied(store, new Date(now * 1000).toISOString().slice(0, 10)) };
    if (note.problem !== null) log.error(note, 'the daily copy is damaged');
    store.transact(null, (s) => s.deskState.set('backup', note));
  } catch (error) {
    log.warn({ err: error }, 'the daily copy could not be made');
  }
}

function copied({ dataDir, reserve }: Replica, day: string): Omit<BackupNote, 'date'> {
  const file = join(dataDir, databaseName);
  const size = statSync(file).size;
  if (reserve.free < size + 4 * reserve.size)
    return { bytes: 0, problem: 'There is no room on this disk for a copy of the database.' };
  const unproved = join(backupsIn(dataDir), 'unproved');
  rmSync(unproved, { recursive: true, force: true });
  mkdirSync(unproved, { recursive: true });
  try {
    copyDatabase(file, join(unproved, databaseName));
    forgetSignIns(join(unproved, databaseName));
    const problem = faultOf(unproved);
    const { size: bytes } = statSync(join(unproved, databaseName));
    if (problem !== null) return { bytes, problem };
    const proved = copyOf(dataDir, day);
    if (existsSync(proved)) rmSync(proved, { recursive: true });
    renameSync(unproved, proved);
    for (const old of copyDays(dataDir).slice(kept)) rmSync(copyOf(dataDir, old), { recursive: true });
    return { bytes, problem: null };
  } finally {
    rmSync(unproved, { recursive: true, force: true });
  }
}

/**
 * Removes sign-ins, PINs and badges, so that nobody can sign in with a stolen copy. A restore takes them from the
 * database it replaces, as far as that can be read; otherwise people sign in again.
 */
function forgetSignIns(file: string): void {
  const database = new Database(file);
  try {
    database.pragma('journal_mode = MEMORY');
    // Otherwise deleted data stays in the file until something overwrites it.
    database.pragma('secure_delete = ON');
    database.exec(`
      UPDATE desk_person SET token = NULL;
      DELETE FROM session;
      DELETE FROM desk_credential;
      DELETE FROM meta WHERE key IN ('current_person', 'window_session');
    `);
  } finally {
    database.close();
  }
  syncFile(file);
}

/** Opens the copy as a start of the program would. Returns what is wrong with it, or null. */
function faultOf(folder: string): string | null {
  const copy = new Replica({ dataDir: folder, purpose: 'look' });
  try {
    return copy.read(null, (s) => {
      const pages = s.db.pragma('integrity_check(1)');
      const [entry] = s.journal.verify();
      return pages === 'ok' ? (entry ?? null) : `The copy is damaged: ${String(pages)}`;
    });
  } finally {
    copy.close();
  }
}
