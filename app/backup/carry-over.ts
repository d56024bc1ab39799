import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import { endpoints } from '../api/index.ts';
import { openDesk } from '../commands/open-desk.ts';
import { memoryVault } from '../identity/vault.ts';
import type { Logger } from '../log.ts';
import { MediaFiles } from '../media/files.ts';
import { Store } from '../store/store.ts';
import type { StoreReader, StoreWriter } from '../store/store.ts';
import { discard } from '../sync/journal/decide.ts';
import { endedSince, expectSent } from '../sync/journal/since.ts';
import type { Ended } from '../sync/journal/since.ts';
import { exportJournal, importJournal } from '../sync/journal/transfer.ts';
import { copyOf, databaseName } from './copies.ts';

type Row = Record<string, string | number | Buffer | null>;

/** What is of this machine alone, in the order in which rows name each other. */
const ownTables = ['user', 'person', 'unlock', 'session', 'draft', 'reading'] as const;
const ownMeta = ['settings', 'current_person', 'window_session', 'age'] as const;

interface Since extends Ended {
  rows: [table: string, rows: Row[]][];
  meta: [key: string, value: unknown][];
}

/**
 * What was done since a copy, read from the database in whose place it is, done again in the copy. What is there already is
 * left as it is.
 *
 * @returns how many edits
 */
export async function carryOver(dataDir: string, kept: string, day: string, log: Logger): Promise<number> {
  const journal = join(kept, 'journal.json');
  const since = await readSince(dataDir, kept, { day, journal, log });
  const restored = openDesk(dataDir, undefined, { vault: memoryVault() });
  try {
    const { ctx } = restored.core;
    const here = new Map<number, number>();
    ctx.store.transact(null, (s) => putOwn(s, since));
    const edits = await importJournal(ctx, endpoints, journal, { here, isOwn: true });
    ctx.store.transact(null, (s) => {
      renumberDrafts(s, here);
      for (const entryid of since.discarded) {
        if (!s.journal.has(entryid)) continue;
        const entry = s.journal.require(entryid);
        if (entry.state !== 'pending' && entry.state !== 'parked') continue;
        if (entry.state === 'pending') s.journal.setState(entry, 'parked');
        discard(s, ctx.replayer, s.journal.require(entryid));
      }
      expectSent(s, since.sent);
    });
    return edits;
  } finally {
    await restored.close();
  }
}

interface Where {
  day: string;
  journal: string;
  log: Logger;
}

/** Read in a folder of its own: the database itself stays as it was set aside. */
async function readSince(dataDir: string, kept: string, { day, journal, log }: Where): Promise<Since> {
  const look = join(kept, 'look');
  rmSync(look, { recursive: true, force: true });
  mkdirSync(look);
  try {
    for (const name of [databaseName, `${databaseName}-wal`])
      if (existsSync(join(kept, name))) copyFileSync(join(kept, name), join(look, name));
    const ended = endedIn(join(look, databaseName), join(copyOf(dataDir, day), databaseName));
    const store = new Store({ dataDir: look, lookThrough: false });
    try {
      await exportJournal({ store, media: new MediaFiles(join(dataDir, 'media')) }, journal);
      return { ...ended, ...store.read(null, (s) => ownOf(s, log)) };
    } finally {
      store.close();
    }
  } finally {
    rmSync(look, { recursive: true, force: true });
  }
}

function endedIn(file: string, copy: string): Ended {
  const database = new Database(file);
  try {
    return endedSince(database, copy);
  } finally {
    database.close();
  }
}

/** Of a damaged database as much as can be read. */
function ownOf(s: StoreReader, log: Logger): Pick<Since, 'rows' | 'meta'> {
  const rows = ownTables.flatMap((table): Since['rows'] => {
    try {
      const whose = table === 'user' ? ' WHERE userid IN (SELECT userid FROM person)' : '';
      return [[table, s.db.allSql<Row>(`SELECT * FROM ${table}${whose}`)]];
    } catch (error) {
      log.error({ err: error, table }, 'this could not be read and stays as it was in the copy');
      return [];
    }
  });
  return { rows, meta: ownMeta.map((key) => [key, s.meta.get(key)]) };
}

/** Keys and bodies name what was made offline by ids that may be others now. */
function renumberDrafts(s: StoreWriter, here: ReadonlyMap<number, number>): void {
  const renumber = (text: string): string =>
    text.replaceAll(/-\d{10,15}/g, (id) => String(here.get(Number(id)) ?? id));
  const drafts = s.db.allSql<{ userid: number; key: string; date: number; body: string }>(
    'SELECT userid, key, date, body FROM draft',
  );
  s.db.runSql('DELETE FROM draft');
  for (const { userid, key, date, body } of drafts)
    s.db.runSql('INSERT OR REPLACE INTO draft (userid, key, date, body) VALUES (?, ?, ?, ?)', [
      userid,
      renumber(key),
      date,
      renumber(body),
    ]);
}

function putOwn(s: StoreWriter, { rows, meta }: Since): void {
  for (const [table, found] of rows) {
    // Others of the site are known by the copy, and rows of theirs name them.
    if (table !== 'user' && table !== 'person') s.db.runSql(`DELETE FROM ${table}`);
    for (const row of found) {
      const columns = Object.keys(row);
      s.db.runSql(
        `INSERT OR ${table === 'user' ? 'IGNORE' : 'REPLACE'} INTO ${table} (${columns.join(', ')})
         VALUES (${columns.map(() => '?').join(', ')})`,
        Object.values(row),
      );
    }
  }
  for (const [key, value] of meta) if (value !== undefined) s.meta.set(key, value);
}
