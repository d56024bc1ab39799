import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import { AppError } from '../../shared/errors.ts';
import { endpoints } from '../api/index.ts';
import { openDesk } from '../commands/open-desk.ts';
import { memoryVault } from '../identity/vault.ts';
import { lockDataFolder } from '../lock.ts';
import type { Logger } from '../log.ts';
import { MediaFiles } from '../media/files.ts';
import { Store, isCorrupt } from '../store/store.ts';
import { exportJournal, importJournal } from '../sync/journal/transfer.ts';
import { syncFile } from '../update/prepare.ts';
import { copyDays, copyOf, databaseName } from './copies.ts';

export interface Restored {
  /** Of the copy that was put back. */
  day: string;
  /** Edits since then that were read from the damaged database. */
  edits: number;
  /** Where that is kept. */
  kept: string;
  /** Why what was done since could not be read, in words. */
  problem: string | null;
}

/**
 * Puts the newest proved copy in the place of a damaged database, and what was done since on top of it, as far as the
 * damaged one can be read; that is kept. What the site has meanwhile comes with the next sync.
 *
 * @throws AppError `not-found` where there is no copy, `invalid` where nothing is damaged; nothing is changed then
 */
export async function restore(dataDir: string, log: Logger): Promise<Restored> {
  const [day] = copyDays(dataDir);
  if (day === undefined)
    throw new AppError('not-found', `There is no copy in ${join(dataDir, 'backups')}. Nothing was changed.`);
  const unlock = lockDataFolder(dataDir);
  if (!isDamaged(join(dataDir, databaseName))) {
    unlock();
    throw new AppError('invalid', `The database in ${dataDir} is not damaged. Nothing was changed.`);
  }
  let kept: string;
  try {
    kept = setAside(dataDir);
    const part = join(dataDir, `${databaseName}.part`);
    copyFileSync(join(copyOf(dataDir, day), databaseName), part);
    syncFile(part);
    renameSync(part, join(dataDir, databaseName));
  } finally {
    unlock();
  }
  const result: Restored = { day, edits: 0, kept, problem: null };
  try {
    result.edits = await carryOver(dataDir, kept);
  } catch (error) {
    log.error({ err: error }, 'what was done since the copy could not be carried over');
    result.problem = error instanceof Error ? error.message : String(error);
  }
  return result;
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

function setAside(dataDir: string): string {
  for (let n = 1; ; n += 1) {
    const kept = join(dataDir, `damaged-${n}`);
    if (existsSync(kept)) continue;
    mkdirSync(kept);
    for (const name of readdirSync(dataDir).filter((one) => one.startsWith(databaseName)))
      if (/\.sqlite(-wal|-shm)?$/.test(name)) renameSync(join(dataDir, name), join(kept, name));
    return kept;
  }
}

async function carryOver(dataDir: string, kept: string): Promise<number> {
  const look = join(kept, 'look');
  mkdirSync(look);
  const journal = join(kept, 'journal.json');
  let sent: ReadonlySet<string>;
  try {
    for (const suffix of ['', '-wal'])
      if (existsSync(join(kept, databaseName + suffix)))
        copyFileSync(join(kept, databaseName + suffix), join(look, databaseName + suffix));
    sent = new Set(sentSince(join(look, databaseName), join(dataDir, databaseName)));
    const store = new Store({ dataDir: look, lookThrough: false });
    try {
      await exportJournal({ store, media: new MediaFiles(join(dataDir, 'media')) }, journal);
    } finally {
      store.close();
    }
  } finally {
    rmSync(look, { recursive: true, force: true });
  }
  const restored = openDesk(dataDir, undefined, { vault: memoryVault() });
  try {
    const { ctx } = restored.core;
    const edits = await importJournal(ctx, endpoints, journal);
    ctx.store.transact(null, (s) => {
      // The site has them: to send them again, it is asked first.
      for (const entry of s.journal.list(['pending']))
        if (sent.has(entry.entryid)) s.journal.setState(entry, 'sending');
    });
    return edits;
  } finally {
    await restored.close();
  }
}

/** Edits that the site has carried out; what has got its own id since is known by the provisional one in the copy. */
function sentSince(damaged: string, copy: string): string[] {
  const database = new Database(damaged);
  try {
    database.prepare('ATTACH ? AS copy').run(copy);
    database.exec(
      'DELETE FROM main.alias WHERE provisional NOT IN (SELECT provisional FROM copy.alias); DETACH copy',
    );
    return database.prepare<[], string>("SELECT entryid FROM journal WHERE state = 'done'").pluck().all();
  } finally {
    database.close();
  }
}
