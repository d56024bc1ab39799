import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { kindOfId } from '../../app/replica/decisions/detach.ts';
import { queuedOperations } from '../../app/replica/operations/index.ts';
import { references } from '../../app/replica/id-map/replace-provisional-id.ts';
import { Db } from '../../app/store/database.ts';
import { migrations } from '../../app/store/migrations/index.ts';
import { migrate } from '../../app/store/migrations/runner.ts';
import { sql } from '../../app/store/sql.ts';
import { schemaFile, schemaText } from '../../app/store/write-schema.ts';
import { ownTables } from '../../app/replica/own-tables.ts';
import { snapshotTables } from '../../app/replica/snapshot/adopt-snapshot.ts';
import { temporaryFolder } from '../helpers/core.ts';

/** Columns that hold other ids, or whose rows are renamed or rewritten elsewhere. */
const notRenamed: Readonly<Record<string, string>> = {
  'id_map.id': 'the id of the site',
  'badge_earned.badgeid': 'only a hub makes badges',
  'change_feed.id': 'the feed of a hub',
  'flag_report.flagid': 'a word',
  'collaborator.guideid': 'the pull after the edit brings them',
  'guide_revision.parent': 'a revisionid',
  'journal.boot_id': 'a run of this machine',
  'journal.entryid': 'an edit',
  'journal_event.sequence': 'an edit',
  'journal_resource.id': 'renamed with the edits that wait',
  'journal_resource.sequence': 'an edit',
  'notification.entryid': 'only a hub makes notifications',
  'notification.guideid': 'only a hub makes notifications',
  'notification.wikiid': 'only a hub makes notifications',
  'notification.workorderid': 'typed by people',
  'site_version.id': 'versions of the site, under the ids of the site',
  'search_doc.id': 'removed and written again with the document',
  'tag.site_tagid': 'the id of the site',
  'tagged.tagid': 'a desk keeps its own ids of tags',
  'team.owner': 'a person',
  'trash.id': 'what the site no longer shows',
  'account.sso_userid': 'a person in another system',
  'fetch_queue.id': 'ids of the site',
  'wiki.parent': 'a title',
  'assignment.workorderid': 'typed by people',
  'work_event.bootid': 'a run of this machine',
  'work_log.workorderid': 'typed by people',
};

/** Tables that a restored copy keeps as of its day. Later data comes from the site or the journal. */
const asInCopy: Readonly<Record<string, string>> = {
  'content of the site that everyone may have: it also comes with a snapshot': snapshotTables.join(' '),
  'what the site tells a person: no snapshot has it':
    'favorite completion work_log work_event work_person assignment notification view',
  'the journal, which is exported and imported': 'journal journal_event journal_resource',
  'how far the site was read when the copy was made':
    'watermark fetch_queue trash sync_round site_version id_map desk_state unknown_outcome resend',
  'a few of its keys are carried over': 'meta',
  'only hubs use it':
    'change_feed epoch idempotency edit_conflict device attempt password_reset machine_translation failed_search',
  'edits after the copy add their own rows, and the hub has the others': 'flag_report',
};

/** Kinds whose provisional row `app/sync/push/complete.ts` deletes or gives the site's id. */
const replaced: ReadonlySet<string> = new Set(['guide', 'wiki', 'comment', 'image', 'video', 'document']);

interface Column {
  table: string;
  name: string;
  /** The whole primary key: the id of the row itself. */
  isKey: 0 | 1;
  /** The table whose row this refers to. */
  refersTo: string | null;
  /** The row is deleted or renumbered together with the row it refers to. */
  follows: 0 | 1;
}

let folder: ReturnType<typeof temporaryFolder>;
let db: Db;
let columns: Column[];
let tables: Set<string>;

beforeAll(() => {
  folder = temporaryFolder();
  db = new Db({ file: join(folder.path, 'benchside.sqlite'), synchronous: 'FULL' });
  migrate(db, migrations);
  // The full-text tables have tables of their own, which SQLite keeps.
  columns = db.all(sql<Column>`
     SELECT t.name AS "table", c.name AS name, f."table" AS refersTo, coalesce(f.on_delete = 'CASCADE',
       0) AS follows, 
       c.pk = 1 AND (SELECT count(*) FROM pragma_table_info(t.name) WHERE pk > 0) = 1 AS isKey
     FROM pragma_table_list t JOIN pragma_table_info(t.name) c
     LEFT JOIN pragma_foreign_key_list(t.name) f ON f."from" = c.name
     WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid`);
  tables = new Set(columns.map(({ table }) => table));
});

afterAll(() => {
  db.close();
  folder[Symbol.dispose]();
});

const renamed = Object.values(references)
  .flat()
  .map((reference) => reference.split(':')[0]);

/** People and versions have no provisional ids that rows refer to, and a guid is no number. */
const neverProvisional = /^(?:userid|langid|guid|\w*_guid|\w*revisionid)$/;

const mayNameResource = ({ name, refersTo }: Column): boolean =>
  name === 'form_revisionid' ||
  (!neverProvisional.test(name) &&
    (name.endsWith('id') || ['prerequisite', 'parent', 'owner'].includes(name) || refersTo !== null));

it('the types of all tables are those of the migrated database', () => {
  const hint = 'npx node app/store/write-schema.ts writes it again';
  expect([hint, readFileSync(schemaFile, 'utf8')]).toEqual([hint, schemaText()]);
});

it('each column that may hold a provisional id is renamed with it, or exempt with a reason', () => {
  const left = columns
    .filter((column) => mayNameResource(column) && column.isKey === 0 && column.follows === 0)
    .map(({ table, name }) => `${table}.${name}`)
    .filter((column) => !renamed.includes(column));
  expect(
    left.sort(),
    'a new column is in app/replica/id-map/replace-provisional-id.ts, or in `notRenamed` with a reason',
  ).toEqual(Object.keys(notRenamed).sort());
});

it('each created kind is renamed in its own table, or its provisional row is replaced', () => {
  const kinds = Object.values(queuedOperations).flatMap(({ creates }) => creates?.kind ?? []);
  const keys = new Set(
    columns.filter(({ isKey }) => isKey === 1).map(({ table, name }) => `${table}.${name}`),
  );
  expect(
    kinds.filter((kind) => !replaced.has(kind) && !references[kind]?.some((column) => keys.has(column))),
    'add the primary key of their tables to app/replica/id-map/replace-provisional-id.ts, or a desk has each twice',
  ).toEqual([]);
});

it('each id in the route of a queued operation is of a known kind, or of a kind that a hub never loses', () => {
  const names = Object.keys(queuedOperations).flatMap((route) =>
    [...route.matchAll(/\{(\w+id)\}/g)].map(([, name = '']) => name),
  );
  const others = ['contextid', 'entryid', 'flagid', 'langid', 'userid'];
  expect(
    [...new Set(names)].filter((name) => !(name in kindOfId || others.includes(name))),
    'add them to `kindOfId` of app/replica/decisions/detach.ts, or a restored hub gets edits with ids that it gave to other things',
  ).toEqual([]);
});

it('each renamed column and condition exists', () => {
  for (const reference of Object.values(references).flat()) {
    const [column = '', condition = '1'] = reference.split(':');
    const [table = '', name = ''] = column.split('.');
    expect(columns).toContainEqual(expect.objectContaining({ table, name }));
    expect(() =>
      db.all(sql`SELECT ${sql.ref(name)} FROM ${sql.table(table)} WHERE ${sql.raw(condition)}`),
    ).not.toThrow();
  }
});

it("each table is carried over to a restored copy, or stays as of the copy's day with a reason", () => {
  const known = [...ownTables, ...Object.values(asInCopy).flatMap((names) => names.split(' '))];
  expect(
    known.sort(),
    'a new table is in app/replica/own-tables.ts if only this desk has its rows; in app/replica/snapshot/adopt-snapshot.ts if it has content of the site for everyone; else in `asInCopy`',
  ).toEqual([...tables].sort());
});

it('own tables have a person in each row, and come after the tables they refer to', () => {
  for (const [at, table] of ownTables.entries()) {
    expect(columns).toContainEqual(expect.objectContaining({ table, name: 'userid' }));
    const before: readonly string[] = ownTables.slice(0, at);
    const needed = columns.filter((one) => one.table === table).flatMap(({ refersTo }) => refersTo ?? []);
    expect(needed.filter((name) => !before.includes(name))).toEqual([]);
  }
});
