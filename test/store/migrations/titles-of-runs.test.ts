import { join } from 'node:path';

import { expect, test } from 'vitest';

import { Db } from '../../../app/store/database.ts';
import { migrations } from '../../../app/store/migrations/index.ts';
import { migrate } from '../../../app/store/migrations/runner.ts';
import { sql } from '../../../app/store/sql.ts';
import { temporaryFolder } from '../../helpers/core.ts';

test('0040 gives each run the title that was shown with it', () => {
  using folder = temporaryFolder();
  const db = new Db({ file: join(folder.path, 'benchside.sqlite'), synchronous: 'FULL' });
  migrate(db, migrations.slice(0, 39));
  const guide = (guideid: number, deleted: number): string =>
    `(${guideid}, 'en', 1, 1, 'repair', 'Pump', '', 'Guide ${guideid}', 1, 1, 1, 0, '{}', ${deleted})`;
  const run = (entryid: number, guideid: number, body: object): string =>
    `(${entryid}, ${guideid}, 1, 'A', 'started', 1, 1, '${JSON.stringify(body)}')`;
  db.exec(`
    INSERT INTO account (userid, username, role, join_date, modified_date) VALUES (1, 'ann', 'author', 5, 6);
    INSERT INTO guide (guideid, langid, revisionid, public, type, category, subject, title, userid, created_date,
      modified_date, stepcount, summary, deleted) VALUES ${guide(1, 0)}, ${guide(2, 1)};
    INSERT INTO work_log (entryid, guideid, userid, workorderid, status, starttime, guide_revisionid, body) VALUES
      ${run(1, 1, { work_data: [] })}, ${run(2, 2, { work_data: [] })},
      ${run(3, 1, { site: { title: 'Old' } })}, ${run(4, 2, { site: { title: 'Old' } })}, ${run(5, 9, { site: { title: 'Old' } })};
  `);
  migrate(db, migrations.slice(0, 40));
  const bodies = db.all(sql<{ body: string }>`SELECT body FROM work_log ORDER BY entryid`);
  expect(bodies.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { work_data: [], title: 'Guide 1' },
    { work_data: [], title: 'Guide 2' },
    { site: { title: 'Guide 1' } },
    { site: { title: 'Old' } },
    { site: { title: 'Old' } },
  ]);
  db.close();
});
