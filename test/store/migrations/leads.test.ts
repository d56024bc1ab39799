import { join } from 'node:path';

import { expect, test } from 'vitest';

import { Db } from '../../../app/store/database.ts';
import { migrations } from '../../../app/store/migrations/index.ts';
import { migrate } from '../../../app/store/migrations/runner.ts';
import { sql } from '../../../app/store/sql.ts';
import { temporaryFolder } from '../../helpers/core.ts';

test('0011 keeps people, guides and badges, and finds guides by their flags', () => {
  using folder = temporaryFolder();
  const db = new Db({ file: join(folder.path, 'benchside.sqlite'), synchronous: 'FULL' });
  migrate(db, migrations.slice(0, 10));
  db.exec(`
    INSERT INTO user (userid, username, role, join_date, modified_date) VALUES (1, 'ben', 'author', 5, 6), (2, 'Ann', 'admin', 5, 6);
    INSERT INTO badge_earned VALUES (1, 4, 1, 10), (2, 4, 2, 20);
    INSERT INTO guide (guideid, langid, revisionid, public, type, category, subject, title, userid, created_date, modified_date, stepcount, summary)
      VALUES (1, 'en', 1, 1, 'repair', 'Pump', '', 'A', 1, 1, 1, 0, '{"flags":["DANGER"]}'), (2, 'en', 2, 1, 'repair', 'Pump', '', 'B', 1, 1, 1, 0, '{"flags":[]}');
  `);
  migrate(db, migrations.slice(0, 11));
  expect(
    db.all(sql`SELECT username FROM user INDEXED BY user_name WHERE deleted = 0
       ORDER BY username COLLATE NOCASE`),
  ).toEqual([{ username: 'Ann' }, { username: 'ben' }]);
  expect(
    db.all(sql`SELECT guideid FROM guide INDEXED BY guide_flagged
       WHERE deleted = 0 AND json_array_length(summary, '$.flags') > 0`),
  ).toEqual([{ guideid: 1 }]);
  expect(db.all(sql`SELECT userid FROM badge_earned WHERE badgeid = 4 ORDER BY date DESC`)).toEqual([
    { userid: 2 },
    { userid: 1 },
  ]);
  expect(db.all(sql`SELECT * FROM device`)).toEqual([]);
  db.close();
});
