import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import { endpoints } from '../api/index.ts';
import { openDesk } from '../desk/open.ts';
import { memoryVault } from '../identity/vault.ts';
import type { Logger } from '../log.ts';
import { MediaFiles } from '../media/files.ts';
import { Replica } from '../replica/replica.ts';
import type { ReplicaReader, ReplicaWriter } from '../replica/replica.ts';
import { discard } from '../replica/decisions/decide.ts';
import type { Replayer } from '../replica/rebase/replayer.ts';

import { sql } from '../store/sql.ts';
import type { StoredRow } from '../store/sql.ts';
import { endedSince } from './edits-since.ts';
import type { Ended } from './edits-since.ts';
import { exportJournal } from '../bundle/export-journal.ts';
import { importJournal } from '../bundle/import-journal.ts';
import { databaseName } from '../store/database-name.ts';
import { ownTables } from '../replica/own-tables.ts';
import { copyOf } from '../store/daily-copies.ts';

type Row = Record<string, string | number | Buffer | null>;

const ownMeta = ['settings', 'current_person', 'window_session', 'hidden_work', 'age'] as const;

interface Since extends Ended {
  rows: [table: string, rows: Row[]][];
  meta: [key: string, value: unknown][];
}

/** Work in the replaced database that is newer than the restored copy. */
export interface WorkSince extends Ended {
  /** File of the exported edits. */
  journal: string;
  /** Stores later work that is not in the journal, such as drafts; it may contain provisional ids of the replaced database. */
  put(s: ReplicaWriter): void;
}

/**
 * Applies later work to the desk in `dataDir`. May be interrupted at any moment and called again: skips what the desk has already.
 *
 * @returns how many edits were applied
 */
export async function carryOver(from: WorkSince, dataDir: string): Promise<number> {
  const opened = openDesk(dataDir, undefined, { vault: memoryVault(), checkIntegrity: false });
  try {
    const { ctx } = opened.core;
    const here = new Map<number, number>();
    ctx.store.transact(null, (s) => from.put(s));
    const edits = await importJournal(ctx, endpoints, from.journal, { here, isOwn: true });
    ctx.store.transact(null, (s) => {
      renumberDrafts(s, here);
      discardAgain(s, ctx.replayer, from.discarded);
      expectSent(s, from.sent);
    });
    return edits;
  } finally {
    await opened.close();
  }
}

/** Applies to a restored copy the later work in the database that it replaced. @returns how many edits were applied */
export async function carryOverReplaced(
  dataDir: string,
  kept: string,
  day: string,
  log: Logger,
): Promise<number> {
  const journal = join(kept, 'journal.json');
  const since = await readSince(dataDir, kept, { day, journal, log });
  return carryOver({ ...since, journal, put: (s) => putOwn(s, since) }, dataDir);
}

/** Discards edits that the copy still has as waiting. */
function discardAgain(s: ReplicaWriter, replayer: Replayer, discarded: readonly string[]): void {
  for (const entryid of discarded) {
    if (!s.journal.has(entryid)) continue;
    const entry = s.journal.require(entryid);
    if (entry.state === 'done' || entry.state === 'discarded') continue;
    if (entry.state !== 'parked') s.journal.setState(entry, 'parked');
    discard(s, replayer, s.journal.require(entryid));
  }
}

/** Marks edits as `sending`: the site may have them and is asked before they are sent again. */
function expectSent(s: ReplicaWriter, sent: readonly string[]): void {
  const known = new Set(sent);
  for (const entry of s.journal.list(['pending', 'parked']))
    if (known.has(entry.entryid)) s.journal.setState(entry, 'sending', null);
}

interface Where {
  day: string;
  journal: string;
  log: Logger;
}

/** Reads a copy in a folder of its own, so that the kept database stays unchanged. */
async function readSince(dataDir: string, kept: string, { day, journal, log }: Where): Promise<Since> {
  const look = join(kept, 'look');
  rmSync(look, { recursive: true, force: true });
  mkdirSync(look);
  try {
    for (const name of [databaseName, `${databaseName}-wal`])
      if (existsSync(join(kept, name))) copyFileSync(join(kept, name), join(look, name));
    const ended = endedIn(join(look, databaseName), join(copyOf(dataDir, day), databaseName));
    const store = new Replica({ dataDir: look, checkIntegrity: false });
    try {
      const media = new MediaFiles(join(dataDir, 'media'));
      await exportJournal({ store, media }, journal, [], { isOwn: true });
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

/** Reads as much of a damaged database as possible. */
function ownOf(s: ReplicaReader, log: Logger): Pick<Since, 'rows' | 'meta'> {
  const rows = ownTables.flatMap((table): Since['rows'] => {
    try {
      const whose = table === 'account' ? sql`WHERE userid IN (SELECT userid FROM desk_person)` : sql``;
      return [[table, s.db.all(sql<Row>`SELECT * FROM ${sql.table(table)} ${whose}`)]];
    } catch (error) {
      log.error({ err: error, table }, 'this table could not be read; the copy keeps its own rows');
      return [];
    }
  });
  return { rows, meta: ownMeta.map((key) => [key, s.meta.get(key)]) };
}

/** Replaces provisional ids in drafts, whose keys and bodies name things made offline. */
function renumberDrafts(s: ReplicaWriter, here: ReadonlyMap<number, number>): void {
  const renumber = (text: string): string =>
    text.replaceAll(/-\d{10,15}/g, (id) => String(here.get(Number(id)) ?? id));
  const drafts = s.db.all(sql<StoredRow<'draft', 'userid' | 'key' | 'date' | 'body'>>`SELECT userid, key,
       date, body
     FROM draft`);
  s.db.run(sql`DELETE FROM draft`);
  for (const { userid, key, date, body } of drafts)
    s.db.run(sql`INSERT OR REPLACE INTO draft (userid, key, date, body)
       VALUES (${userid}, ${renumber(key)}, ${date}, ${renumber(body)})`);
}

function putOwn(s: ReplicaWriter, { rows, meta }: Since): void {
  for (const [table, found] of rows) {
    // The copy's other users stay, because rows reference them.
    if (table !== 'account' && table !== 'desk_person') s.db.run(sql`DELETE FROM ${sql.table(table)}`);
    for (const row of found) {
      s.db.run(sql`INSERT OR ${table === 'account' ? sql`IGNORE` : sql`REPLACE`} INTO ${sql.table(table)}
         (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
         VALUES (${sql.join(Object.values(row))})`);
    }
  }
  for (const [key, value] of meta) if (value !== undefined) s.meta.set(key, value);
}
