import { join } from 'node:path';

import { expect, it } from 'vitest';

import { Db } from '../../../app/store/database.ts';
import { migrations } from '../../../app/store/migrations/index.ts';
import { migrate } from '../../../app/store/migrations/runner.ts';
import { sql } from '../../../app/store/sql.ts';
import { temporaryFolder } from '../../helpers/core.ts';

it('migration 5 keeps revisions, steps and releases, of which one per guide stays released', () => {
  using folder = temporaryFolder();
  const db = new Db({ file: join(folder.path, 'old.sqlite'), synchronous: 'NORMAL' });
  migrate(db, migrations.slice(0, 4));
  db.exec(`
    INSERT INTO guide (guideid, langid, revisionid, public, type, category, subject, title, userid, created_date,
      modified_date, stepcount, summary) VALUES (7, 'en', 30, 1, 'repair', 'Pump', '', 'Mend', 1, 0, 0, 1, '{}');
    INSERT INTO guide_revision (guideid, revisionid, userid, date, body) VALUES (7, 30, 1, 5, x'00');
    INSERT INTO step (stepid, guideid, orderby, revisionid) VALUES (9, 7, 1, 30);
    INSERT INTO release (releaseid, guideid, langid, revisionid, status, body) VALUES
      (1, 7, 'en', 20, 'released', '{}'), (2, 7, 'en', NULL, 'released', '{"notes":"x"}'), (3, 8, 'en', NULL, 'draft', '{}');`);
  migrate(db, migrations.slice(0, 5));
  expect(db.all(sql`SELECT releaseid, revisionid, status FROM release ORDER BY releaseid`)).toEqual([
    { releaseid: 1, revisionid: 20, status: 'superseded' },
    { releaseid: 2, revisionid: 30, status: 'released' },
    { releaseid: 3, revisionid: null, status: 'draft' },
  ]);
  expect(db.one(sql`SELECT revisionid, parent, draft FROM guide_revision`)).toEqual({
    revisionid: 30,
    parent: null,
    draft: 0,
  });
  expect(db.one(sql`SELECT stepid, shown FROM step`)).toEqual({ stepid: 9, shown: 1 });
  db.close();
});
