import { join } from 'node:path';

import { expect, test } from 'vitest';

import { Db } from '../../../app/store/database.ts';
import { migrations } from '../../../app/store/migrations/index.ts';
import { migrate } from '../../../app/store/migrations/runner.ts';
import { sql } from '../../../app/store/sql.ts';
import { temporaryFolder } from '../../helpers/core.ts';

test('0049 makes drafts again of what only a discarded release at a desk showed to readers', () => {
  using folder = temporaryFolder();
  const db = new Db({ file: join(folder.path, 'benchside.sqlite'), synchronous: 'FULL' });
  migrate(db, migrations.slice(0, 48));
  const guide = (guideid: number): string =>
    `INSERT INTO guide (guideid, langid, revisionid, public, deleted, type, category, subject, title, userid, created_date, modified_date,
       prereq_modified_date, featured, stepcount, summary) VALUES (${guideid}, 'en', ${guideid * 10}, 1, 0, 'repair', 'Lathe', '', 'Guide', 1, 1, 1, 0, 0, 0, '{}');`;
  const version = (guideid: number, revisionid: number, userid: number | null = null): string =>
    `INSERT INTO guide_revision (guideid, revisionid, draft, userid, date, body)
       VALUES (${guideid}, ${revisionid}, 0, ${userid}, 1, x'00');`;
  const release = (releaseid: number, guideid: number, revisionid: number, status: string): string =>
    `INSERT INTO release (releaseid, guideid, langid, revisionid, status, body)
       VALUES (${releaseid}, ${guideid}, 'en', ${revisionid}, '${status}', '{}');`;
  db.exec(
    [
      guide(1),
      ...[9, 10, 11, 12].map((revisionid) => version(1, revisionid)),
      version(1, 13, 2),
      release(1, 1, 10, 'released'),
      release(2, 1, 12, 'superseded'),
      // Readers of a guide without a release see every version.
      guide(2),
      version(2, 21),
      release(3, 2, 20, 'draft'),
    ].join('\n'),
  );
  migrate(db, migrations.slice(0, 49));
  const drafts = db.all(sql<{ revisionid: number }>`SELECT revisionid FROM guide_revision WHERE draft = 1`);
  expect(drafts).toEqual([{ revisionid: 11 }]);
  db.close();
});
