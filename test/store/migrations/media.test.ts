import { join } from 'node:path';

import { expect, test } from 'vitest';

import { Db } from '../../../app/store/database.ts';
import { migrations } from '../../../app/store/migrations/index.ts';
import { migrate } from '../../../app/store/migrations/runner.ts';
import { sql } from '../../../app/store/sql.ts';
import { temporaryFolder } from '../../helpers/core.ts';

test('0008 keeps videos, and every picture of ours as one that a revision may show', () => {
  using folder = temporaryFolder();
  const db = new Db({ file: join(folder.path, 'benchside.sqlite'), synchronous: 'FULL' });
  migrate(db, migrations.slice(0, 7));
  db.exec(`
    INSERT INTO video (videoid, userid, body) VALUES (4, 2, '{"videoid":4}');
    INSERT INTO image (imageid, guid, width, height, ratio, mime, created_date, remote) VALUES
      (1, 'ours', 9, 9, 'ONE_ONE', 'image/png', 5, NULL), (2, 'theirs', 0, 0, 'VARIABLE', '', 5, 'http://site.test/igi/theirs');
    INSERT INTO media_use VALUES ('guide', 3, 'ours');
  `);
  migrate(db, migrations.slice(0, 8));
  expect(db.all(sql`SELECT * FROM video`)).toEqual([
    { videoid: 4, userid: 2, body: '{"videoid":4}', imageid: null, deleted: 0 },
  ]);
  expect(db.all(sql`SELECT kind, id, guid FROM media_use ORDER BY kind`)).toEqual([
    { kind: 'guide', id: 3, guid: 'ours' },
    { kind: 'guide_past', id: 0, guid: 'ours' },
  ]);
  db.close();
});

test('0015 keeps the noted pictures', () => {
  using folder = temporaryFolder();
  const db = new Db({ file: join(folder.path, 'benchside.sqlite'), synchronous: 'FULL' });
  migrate(db, migrations.slice(0, 14));
  db.exec('PRAGMA foreign_keys = OFF');
  const noted = [
    [7, 'first', '', 'cover'],
    [8, 'second', 'http://elsewhere.test/a b.full', 'step'],
  ];
  for (const [guideid, pictures] of [
    [1, noted],
    [2, []],
  ] as const)
    db.run(
      sql`INSERT INTO picture_note (guideid, pictures) VALUES (${guideid}, ${JSON.stringify(pictures)})`,
    );
  migrate(db, migrations.slice(0, 15));
  expect(db.all(sql`SELECT * FROM picture_note ORDER BY guideid`)).toEqual([
    {
      guideid: 1,
      pictures: '\n7\tfirst\tcover\n8\tsecond\tstep\thttp://elsewhere.test/a b.full',
      covered: 0,
      files: 0,
    },
    { guideid: 2, pictures: '', covered: 0, files: 0 },
  ]);
  db.close();
});
