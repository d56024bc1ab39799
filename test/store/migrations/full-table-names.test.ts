import { join } from 'node:path';

import { expect, test } from 'vitest';

import { Db } from '../../../app/store/database.ts';
import { migrations } from '../../../app/store/migrations/index.ts';
import { migrate } from '../../../app/store/migrations/runner.ts';
import { sql } from '../../../app/store/sql.ts';
import { temporaryFolder } from '../../helpers/core.ts';

test('0032 keeps every row, index, trigger and reference of the four tables, under their new names', () => {
  using folder = temporaryFolder();
  const db = new Db({ file: join(folder.path, 'benchside.sqlite'), synchronous: 'FULL' });
  migrate(db, migrations.slice(0, 31));
  const columnsOf = (table: string): unknown[] => db.all(sql`SELECT * FROM pragma_table_xinfo(${table})`);
  const former = ['user', 'change', 'reading', 'attached'];
  const columns = former.map(columnsOf);
  db.exec(`
    INSERT INTO user (userid, username, role, join_date, modified_date, reputation, sso_userid)
      VALUES (1, 'ann', 'author', 5, 6, 40, 's-1'), (2, 'Ben', 'admin', 5, 6, 0, NULL);
    INSERT INTO session (token_hash, userid, created_date, used_date) VALUES ('h1', 1, 7, 8), ('h2', 2, 7, 8);
    INSERT INTO desk_person (userid, email, verifier, token, sealed, signed_in_date)
      VALUES (2, 'ben@example.org', 'v', NULL, 0, 7);
    INSERT INTO change (kind, id, deleted, date) VALUES ('guide', 3, 0, 5), ('user', 1, 0, 5), ('user', 2, 0, 6);
    DELETE FROM change WHERE id = 2;
    INSERT INTO reading VALUES (1, 3, 4, 0, 9);
    INSERT INTO attached VALUES ('guide', 3, 'video', 5);
  `);
  migrate(db, migrations.slice(0, 32));

  expect(['account', 'change_feed', 'reading_position', 'attachment'].map(columnsOf)).toEqual(columns);
  expect(db.all(sql`SELECT userid, username, reputation, sso_userid FROM account`)).toEqual([
    { userid: 1, username: 'ann', reputation: 40, sso_userid: 's-1' },
    { userid: 2, username: 'Ben', reputation: 0, sso_userid: null },
  ]);
  expect(db.all(sql`SELECT * FROM reading_position`)).toEqual([
    { userid: 1, guideid: 3, stepid: 4, finished: 0, date: 9 },
  ]);
  expect(db.all(sql`SELECT * FROM attachment`)).toEqual([{ kind: 'guide', id: 3, item: 'video', itemid: 5 }]);

  db.exec("INSERT INTO change_feed (kind, id, deleted, date) VALUES ('user', 2, 0, 7)");
  expect(db.all(sql`SELECT sequence, kind, id FROM change_feed`)).toEqual([
    { sequence: 1, kind: 'guide', id: 3 },
    { sequence: 2, kind: 'user', id: 1 },
    { sequence: 4, kind: 'user', id: 2 },
  ]);
  expect(() => db.exec("INSERT INTO change_feed (kind, id, deleted, date) VALUES ('user', 2, 0, 7)")).toThrow(
    'UNIQUE',
  );
  expect(() => db.exec("UPDATE account SET sso_userid = 's-1' WHERE userid = 2")).toThrow('UNIQUE');
  expect(() =>
    db.exec("INSERT INTO session (token_hash, userid, created_date, used_date) VALUES ('h3', 9, 7, 8)"),
  ).toThrow('FOREIGN KEY');

  db.exec('UPDATE account SET banned = 1 WHERE userid = 1');
  expect(db.all(sql`SELECT userid FROM session`)).toEqual([{ userid: 2 }]);
  expect(db.all(sql`PRAGMA foreign_key_check`)).toEqual([]);
  expect(
    db.all(sql`SELECT name FROM sqlite_schema
       WHERE type IN ('table', 'index', 'trigger') AND (name IN ('user', 'change', 'reading', 'attached')
       OR name GLOB 'user_*' OR name GLOB 'change_resource' OR name GLOB 'reading_date'
         OR name GLOB 'attached_*')`),
  ).toEqual([]);
  expect(
    db
      .all(sql<{ name: string }>`SELECT name FROM sqlite_schema WHERE sql IS NOT NULL AND type <> 'table'
         AND tbl_name IN ('account', 'change_feed', 'reading_position', 'attachment') ORDER BY name`)
      .map(({ name }) => name),
  ).toEqual([
    'account_joined',
    'account_locked_out',
    'account_name',
    'account_sso',
    'account_username',
    'attachment_item',
    'change_feed_resource',
    'reading_position_date',
  ]);
  db.close();
});
