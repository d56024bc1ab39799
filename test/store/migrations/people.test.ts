import { join } from 'node:path';

import { expect, test } from 'vitest';

import { Db } from '../../../app/store/database.ts';
import { migrations } from '../../../app/store/migrations/index.ts';
import { migrate } from '../../../app/store/migrations/runner.ts';
import { sql } from '../../../app/store/sql.ts';
import { temporaryFolder } from '../../helpers/core.ts';

test('0004 keeps users, teams and collaborators, and reports guides with collaborators in the feed', () => {
  using folder = temporaryFolder();
  const db = new Db({ file: join(folder.path, 'benchside.sqlite'), synchronous: 'FULL' });
  migrate(db, migrations.slice(0, 3));
  db.exec(`
    INSERT INTO user (userid, username, role, join_date, modified_date, reputation) VALUES (1, 'ann', 'author', 5, 6, 40);
    INSERT INTO team (teamid, name, owner, created_date) VALUES (3, 'Valves', 1, 7);
    INSERT INTO team_member VALUES (3, 1, 8);
    INSERT INTO guide (guideid, langid, revisionid, public, type, category, subject, title, userid, created_date,
      modified_date, stepcount, summary) VALUES (2, 'en', 1, 0, 'repair', 'Pump', '', '', 1, 1, 1, 0, '{}');
    INSERT INTO collaborator VALUES (2, 'team', 3), (2, 'user', 1);
  `);
  migrate(db, migrations.slice(0, 4));
  expect(db.one(sql`SELECT username, role, reputation, sso_userid FROM user`)).toEqual({
    username: 'ann',
    role: 'author',
    reputation: 40,
    sso_userid: null,
  });
  expect(db.one(sql`SELECT name, owner, join_code, location FROM team`)).toEqual({
    name: 'Valves',
    owner: 1,
    join_code: null,
    location: null,
  });
  expect(db.all(sql`SELECT * FROM collaborator ORDER BY kind`)).toEqual([
    { guideid: 2, kind: 'team', id: 3 },
    { guideid: 2, kind: 'user', id: 1 },
  ]);
  expect(db.all(sql`SELECT kind, id, deleted FROM change`)).toEqual([
    { kind: 'collaborators', id: 2, deleted: 0 },
  ]);
  db.close();
});
