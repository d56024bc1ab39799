import { join } from 'node:path';

import { expect, test } from 'vitest';

import { Db } from '../../../app/store/database.ts';
import { migrations } from '../../../app/store/migrations/index.ts';
import { migrate } from '../../../app/store/migrations/runner.ts';
import { sql } from '../../../app/store/sql.ts';
import type { StoredRow } from '../../../app/store/sql.ts';
import { temporaryFolder } from '../../helpers/core.ts';

const before = 30;

function databaseBefore(folder: string, rows: string): Db {
  const db = new Db({ file: join(folder, 'benchside.sqlite'), synchronous: 'FULL' });
  migrate(db, migrations.slice(0, before));
  db.exec(rows);
  return db;
}

test('0031 keeps every row of the tables that a desk had, each under its new name', () => {
  using folder = temporaryFolder();
  const db = databaseBefore(
    folder.path,
    `
    INSERT INTO user (userid, username, role, join_date, modified_date, reputation) VALUES (1, 'ann', 'author', 5, 6, 40);
    INSERT INTO person (userid, email, verifier, token, sealed, signed_in_date) VALUES (1, 'ann@example.org', 'v', x'01', 1, 7);
    INSERT INTO unlock VALUES (1, 'pin', 'badge');
    INSERT INTO alias VALUES (-1000000001, 'guide', 12);
    INSERT INTO remote VALUES ('guide', 12, x'0203'), ('wiki', 4, x'');
    INSERT INTO wanted VALUES ('wiki', 4, 'WIKI/Pump', 2, 'no answer');
    INSERT INTO journal (entryid, operation, params, query, body, issued, userid, wall_clock, monotonic_clock, boot_id)
      VALUES ('a', 'PATCH /guides/{guideid}', '{}', '{}', '{}', '[]', 1, 8, 9, 'boot');
    INSERT INTO journal_touch VALUES ('guide', 12, 1, x'04');
    INSERT INTO cursor VALUES ('feed:1', '99'), ('guides', '1700000000'), ('history', '[{"stamp":"s","sequence":99}]'),
      ('sent:a', '98'), ('unknown:a', '{"guide":11}'), ('complete', 'true'), ('problem', 'null'),
      ('last-success', '1700000001.5'), ('restored', 'true'), ('taken-marks', '[{"site":1,"event":2}]'),
      ('pictures-here', '{"pictures":3,"bytes":4}'), ('backup', '{"date":1,"bytes":2,"problem":null}');
  `,
  );
  migrate(db, migrations.slice(0, 31));
  expect(db.one(sql`SELECT userid, email, sealed FROM desk_person`)).toEqual({
    userid: 1,
    email: 'ann@example.org',
    sealed: 1,
  });
  expect(db.all(sql`SELECT * FROM desk_credential`)).toEqual([{ userid: 1, pin: 'pin', badge: 'badge' }]);
  expect(db.all(sql`SELECT * FROM id_map`)).toEqual([{ provisional: -1_000_000_001, kind: 'guide', id: 12 }]);
  expect(db.all(sql`SELECT kind, id, hex(body) AS body FROM site_version ORDER BY kind`)).toEqual([
    { kind: 'guide', id: 12, body: '0203' },
    { kind: 'wiki', id: 4, body: '' },
  ]);
  expect(db.all(sql`SELECT * FROM fetch_queue`)).toEqual([
    { kind: 'wiki', id: 4, address: 'WIKI/Pump', attempts: 2, failure: 'no answer' },
  ]);
  expect(db.all(sql`SELECT kind, id, sequence, hex(before) AS before FROM journal_resource`)).toEqual([
    { kind: 'guide', id: 12, sequence: 1, before: '04' },
  ]);
  expect(db.all(sql`SELECT * FROM watermark ORDER BY name`)).toEqual([
    { name: 'feed:1', value: '99' },
    { name: 'guides', value: '1700000000' },
    { name: 'history', value: '[{"stamp":"s","sequence":99}]' },
  ]);
  expect(db.all(sql`SELECT * FROM resend`)).toEqual([{ edit_id: 'a', feed_sequence: 98 }]);
  expect(db.all(sql`SELECT * FROM unknown_outcome`)).toEqual([{ edit_id: 'a', highest: '{"guide":11}' }]);
  expect(
    JSON.parse(db.one(sql<StoredRow<'desk_state', 'body'>>`SELECT body FROM desk_state`)?.body ?? ''),
  ).toEqual({
    complete: true,
    problem: null,
    lastSuccess: 1_700_000_001.5,
    restored: { drafts: [] },
    takenMarks: [{ site: 1, event: 2 }],
    picturesHere: { pictures: 3, bytes: 4 },
    backup: { date: 1, bytes: 2, problem: null },
  });
  expect(db.all(sql`PRAGMA foreign_key_check`)).toEqual([]);
  db.close();
});

test('0031 leaves a hub, which has none of these rows, with an empty state', () => {
  using folder = temporaryFolder();
  const db = databaseBefore(
    folder.path,
    `INSERT INTO user (userid, username, role, join_date, modified_date, reputation) VALUES (1, 'ann', 'author', 5, 6, 40);
     INSERT INTO change (kind, id, deleted, date) VALUES ('user', 1, 0, 5);`,
  );
  migrate(db, migrations.slice(0, 31));
  expect(db.all(sql`SELECT body FROM desk_state`)).toEqual([{ body: '{}' }]);
  expect(db.all(sql`SELECT userid, username FROM user`)).toEqual([{ userid: 1, username: 'ann' }]);
  expect(db.all(sql`SELECT kind, id FROM change`)).toEqual([{ kind: 'user', id: 1 }]);
  db.close();
});
