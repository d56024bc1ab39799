import { join } from 'node:path';

import { expect, test } from 'vitest';

import { Db } from '../../../app/store/database.ts';
import { migrations } from '../../../app/store/migrations/index.ts';
import { migrate } from '../../../app/store/migrations/runner.ts';
import { sql } from '../../../app/store/sql.ts';
import { temporaryFolder } from '../../helpers/core.ts';

test('0044 keeps the reports of desks, and counts the edits that wait there', () => {
  using folder = temporaryFolder();
  const db = new Db({ file: join(folder.path, 'benchside.sqlite'), synchronous: 'FULL' });
  migrate(db, migrations.slice(0, 45));
  db.exec(`
    INSERT INTO device (deviceid, name, reported_date, token_hash, body) VALUES
      ('a', 'bench-1', 5, 'h', '{"people":[{"userid":1,"pending":3,"sending":1,"parked":2},{"userid":2,"pending":1,"sending":0,"parked":0}]}'),
      ('b', 'bench-2', 6, 'h', '{"people":[]}');
  `);
  migrate(db, migrations.slice(0, 46));
  expect(db.all(sql`SELECT deviceid, name, reported_date, userid, waiting FROM device`)).toEqual([
    { deviceid: 'a', name: 'bench-1', reported_date: 5, userid: null, waiting: 7 },
    { deviceid: 'b', name: 'bench-2', reported_date: 6, userid: null, waiting: 0 },
  ]);
  db.close();
});
