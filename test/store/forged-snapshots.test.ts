import { join } from 'node:path';

import { expect, it } from 'vitest';

import { adoptSnapshot } from '../../app/replica/snapshot/adopt-snapshot.ts';
import { pack, unpack } from '../../app/store/compress.ts';
import { databaseName } from '../../app/store/database-name.ts';
import { Db } from '../../app/store/database.ts';
import { sql } from '../../app/store/sql.ts';
import { RemoteError } from '../../app/sync/remote.ts';
import { limits } from '../../shared/limits.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import { addGuide, addUser } from '../helpers/pair.ts';

/** Copies the database of a hub into a folder and changes it by SQL, as a hub that is not to be trusted could. */
async function forged(folder: string, changes: readonly string[]): Promise<string> {
  await using hub = testCore();
  await addGuide(hub, await addUser(hub, 'admin@example.org', 'admin'));
  const file = join(folder, 'snapshot.db');
  const open = (path: string): Db =>
    new Db({ file: path, synchronous: 'NORMAL', writesIndexes: false, slowMs: 60_000 });
  const whole = open(join(hub.dataDir, databaseName));
  whole.run(sql`VACUUM INTO ${file}`);
  whole.close();
  const db = open(file);
  db.pragma('legacy_alter_table = ON');
  for (const change of changes) db.exec(change);
  db.close();
  return file;
}

it('[security snapshots] a snapshot with a view in the place of a table is refused before anything of it is read', async () => {
  using folder = temporaryFolder();
  await using desk = testCore({ profile: 'desk', site: 'http://later.test/api/2.0' });
  const file = await forged(folder.path, [
    'ALTER TABLE guide RENAME TO others',
    'CREATE VIEW guide AS SELECT * FROM others',
  ]);
  expect(() => adoptSnapshot(desk.dataDir, file)).toThrow('something else than a table guide');
  expect(desk.ctx.store.read(null, (s) => s.guides.ids())).toEqual([]);
});

it('[security snapshots] a snapshot brings only settings that can be read', async () => {
  using folder = temporaryFolder();
  await using desk = testCore({ profile: 'desk', site: 'http://later.test/api/2.0' });
  const file = await forged(folder.path, [
    `INSERT OR REPLACE INTO meta (key, value) VALUES ('site', '{"name":"Shop","langids":7}')`,
    `INSERT OR REPLACE INTO meta (key, value) VALUES ('synonyms', '{')`,
    `INSERT OR REPLACE INTO meta (key, value) VALUES ('id:guide', '"many"')`,
  ]);
  expect(adoptSnapshot(desk.dataDir, file)).toBe(true);
  const { name, langids } = desk.ctx.store.read(null, (s) => s.meta.site);
  expect([name, langids]).toEqual(['Shop', ['en']]);
  expect(desk.ctx.store.read(null, (s) => s.meta.text('id:guide'))).not.toBe('"many"');
});

it('[security snapshots] a packed document that becomes larger than any is not unpacked', () => {
  expect(() => unpack(pack('x'.repeat(limits.answer.stored.max + 1)))).toThrow(RangeError);
});

it('[security limits] what a hub says when it refuses something is kept short', () => {
  expect(new RemoteError('refused', 'x'.repeat(1_000_000)).message).toHaveLength(limits.answer.message.max);
});
