import { join } from 'node:path';

import { expect, test } from 'vitest';

import { Db } from '../../../app/store/database.ts';
import { migrations } from '../../../app/store/migrations/index.ts';
import { migrate } from '../../../app/store/migrations/runner.ts';
import { sql } from '../../../app/store/sql.ts';
import { temporaryFolder } from '../../helpers/core.ts';

test('0007 keeps sign-ins, and ends them for people who are banned or deleted later', () => {
  using folder = temporaryFolder();
  const db = new Db({ file: join(folder.path, 'benchside.sqlite'), synchronous: 'FULL' });
  migrate(db, migrations.slice(0, 6));
  db.exec(`
    INSERT INTO user (userid, username, role, join_date, modified_date) VALUES
      (1, 'ann', 'author', 5, 6), (2, 'ben', 'author', 5, 6), (3, 'cem', 'author', 5, 6);
    INSERT INTO session (token_hash, userid, created_date, used_date) VALUES
      ('b', 1, 20, 25), ('a', 2, 10, 10), ('c', 3, 30, 30);
  `);
  migrate(db, migrations.slice(0, 7));
  expect(db.all(sql`SELECT * FROM session WHERE userid < 3 ORDER BY tokenid`)).toEqual([
    {
      tokenid: 1,
      token_hash: 'a',
      userid: 2,
      created_date: 10,
      used_date: 10,
      user_agent: '',
      impersonated_by: null,
    },
    {
      tokenid: 2,
      token_hash: 'b',
      userid: 1,
      created_date: 20,
      used_date: 25,
      user_agent: '',
      impersonated_by: null,
    },
  ]);
  db.exec(`
    INSERT INTO password_reset VALUES ('x', 1, 40), ('y', 3, 40);
    UPDATE user SET banned = 1 WHERE userid = 1;
    UPDATE user SET deleted = 1 WHERE userid = 2;
    UPDATE user SET banned = 0, location = 'here' WHERE userid = 3;
  `);
  expect(db.all(sql`SELECT token_hash FROM session`)).toEqual([{ token_hash: 'c' }]);
  expect(db.all(sql`SELECT token_hash FROM password_reset`)).toEqual([{ token_hash: 'y' }]);
  expect(db.one(sql`PRAGMA foreign_key_check`)).toBeUndefined();
  db.close();
});
