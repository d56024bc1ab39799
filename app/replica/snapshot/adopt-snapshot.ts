import { join } from 'node:path';

import { limits } from '../../../shared/limits.ts';
import { labelTransaction } from '../../failpoint.ts';
import { databaseName } from '../../store/database-name.ts';
import { Db } from '../../store/database.ts';
import { readSite } from '../../store/resources/site.ts';
import { sql } from '../../store/sql.ts';
import type { StoredRow } from '../../store/sql.ts';
import type { ReplicaReader } from '../replica.ts';

/** Tables of a site's public content and its search index. A desk that has nothing keeps its own data in the other tables. */
export const snapshotTables = (
  'guide guide_doc guide_draft guide_editor guide_revision step prerequisite collaborator comment wiki wiki_doc wiki_revision ' +
  'tag tagged team team_member badge badge_earned badge_remote release video document attachment image image_fact ' +
  'translation translation_revision glossary_entry step_form step_form_field media_use picture_note image_file media_file ' +
  'search_doc search_stale search_word'
).split(' ');

/** Tables in which SQLite keeps the full-text indexes (FTS5). */
const indexTables = ['search_title', 'search_body'].flatMap((index) =>
  ['data', 'idx', 'docsize', 'config'].map((part) => `${index}_${part}`),
);

/** The watermark of reading the feed without a sign-in, and the points of the feed's history that were seen. */
const watermarks = sql`('feed:0', 'history')`;

/** Public columns of `account`. The others are about sign-ins, and no snapshot sets them. */
const profile = sql`username, unique_username, join_date, reputation, modified_date, langid, location, summary, about_raw, about_rendered, imageid, remote`;

/** Returns whether a desk has neither content of its site nor edits, so that a snapshot can take the place of a first reading. */
export const hasNothing = (s: ReplicaReader): boolean => isEmpty(s.db);

const isEmpty = (db: Db): boolean =>
  db.one(sql<{ empty: number }>`SELECT NOT EXISTS (SELECT 1 FROM watermark WHERE name GLOB 'feed:*')
     AND NOT EXISTS (SELECT 1 FROM guide) AND NOT EXISTS (SELECT 1 FROM wiki)
     AND NOT EXISTS (SELECT 1 FROM search_doc) AND NOT EXISTS (SELECT 1 FROM journal) AS empty`)?.empty === 1;

/**
 * Copies the content of a snapshot into the database of a desk that has nothing, in one transaction. People, sign-ins, settings
 * and drafts of the desk stay. Other connections may be open, but cannot write until it ends.
 *
 * @param file an unpacked snapshot of the same schema
 * @returns whether it was adopted: false if the desk has something by now
 */
export function adoptSnapshot(dataDir: string, file: string): boolean {
  const db = new Db({
    file: join(dataDir, databaseName),
    synchronous: 'FULL',
    writesIndexes: true,
    slowMs: 60_000,
  });
  try {
    // SQLite copies whole pages into an empty table only if it has no references to check.
    db.pragma('foreign_keys = OFF');
    // No view or trigger of the file may call more than what SQLite holds harmless.
    db.pragma('trusted_schema = OFF');
    db.run(sql`ATTACH ${file} AS snapshot`);
    requireTables(db);
    return db.transact(() => {
      if (!isEmpty(db)) return false;
      labelTransaction('snapshot');
      for (const table of snapshotTables) copy(db, table);
      for (const table of indexTables) {
        db.run(sql`DELETE FROM ${sql.table(`main.${table}`)}`);
        copy(db, table);
      }
      // Rows of the index that wait to be removed have numbers beyond the highest of `search_doc`.
      db.run(sql`UPDATE main.sqlite_sequence SET seq = max(seq, coalesce(
        (SELECT seq FROM snapshot.sqlite_sequence WHERE name = 'search_doc'), 0)) WHERE name = 'search_doc'`);
      copyPeople(db);
      copySettings(db);
      db.run(sql`INSERT OR REPLACE INTO main.watermark
        SELECT * FROM snapshot.watermark WHERE name IN ${watermarks}`);
      return true;
    });
  } finally {
    db.close();
  }
}

/**
 * A view in the place of a table could select rows without end, while nobody else can write.
 *
 * @throws Error if the snapshot has something else than tables of stored columns
 */
function requireTables(db: Db): void {
  for (const name of [...snapshotTables, ...indexTables, 'account', 'meta', 'watermark']) {
    const table = db.one(sql`SELECT 1 FROM snapshot.sqlite_schema
       WHERE name = ${name} AND type = 'table' AND sql LIKE 'CREATE TABLE %'`);
    const computed = db.one(sql`SELECT 1 FROM pragma_table_xinfo(${name}, 'snapshot') WHERE hidden <> 0`);
    if (!table || computed) throw new Error(`the snapshot has something else than a table ${name}`);
  }
}

/** Rows that are here already, such as the picture of a person who signed in, stay. */
function copy(db: Db, table: string): void {
  const [here, there] = [sql.table(`main.${table}`), sql.table(`snapshot.${table}`)];
  db.run(sql`INSERT OR IGNORE INTO ${here} SELECT * FROM ${there}`);
}

/** Copies the site's settings and synonyms, as far as this version can read them, and the highest ids read from the site. */
function copySettings(db: Db): void {
  const told = new Map(
    db
      .all(sql<StoredRow<'meta', 'key' | 'value'>>`SELECT key, value FROM snapshot.meta
         WHERE key IN ('site', 'synonyms') AND json_valid(value) AND octet_length(value) <= ${limits.answer.asked.max}`)
      .map(({ key, value }) => [key, JSON.parse(value) as unknown]),
  );
  const site = readSite(told.get('site'));
  const { synonyms } = readSite({ synonyms: told.get('synonyms') });
  for (const [key, value] of [
    ['site', site],
    ['synonyms', synonyms ?? null],
  ] as const)
    db.run(sql`INSERT OR REPLACE INTO main.meta (key, value) VALUES (${key}, ${JSON.stringify(value)})`);
  db.run(sql`INSERT OR REPLACE INTO main.meta SELECT * FROM snapshot.meta
     WHERE key GLOB 'id:*' AND json_valid(value) AND json_type(value) = 'integer'`);
}

function copyPeople(db: Db): void {
  // A unique name may have passed from a person of this desk to another account.
  db.run(sql`UPDATE main.account SET unique_username = NULL WHERE EXISTS (SELECT 1 FROM snapshot.account told
    WHERE told.unique_username = main.account.unique_username AND told.userid <> main.account.userid)`);
  db.run(sql`UPDATE main.account
    SET (${profile}) = (SELECT ${profile} FROM snapshot.account told WHERE told.userid = main.account.userid)
    WHERE userid IN (SELECT userid FROM snapshot.account)`);
  db.run(sql`INSERT INTO main.account (userid, role, deleted, ${profile}) SELECT userid, role, deleted, ${profile}
    FROM snapshot.account WHERE userid NOT IN (SELECT userid FROM main.account)`);
}
