import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { databaseName } from '../../app/store/database-name.ts';
import { Db } from '../../app/store/database.ts';
import { migrations } from '../../app/store/migrations/index.ts';
import { positionIn } from '../../app/store/site-copy.ts';
import { expectEqualCopy, rowsIn } from '../helpers/copies.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import { MemoryLog } from '../helpers/memory-log.ts';
import { addUser } from '../helpers/pair.ts';

describe('the copies of a shared site', () => {
  it('are equal after edits at both, failed transactions and undone parts of one', async () => {
    const log = new MemoryLog();
    using folders = { first: temporaryFolder(), second: temporaryFolder(), [Symbol.dispose]() {} };
    await using first = testCore({ dataDir: folders.first.path }, { commitLog: log });
    await using second = testCore({ dataDir: folders.second.path }, { commitLog: log });
    const token = await addUser(first, 'Ann', 'author');
    const made = await first.json<{ guideid: number }>('POST /guides', {
      token,
      json: { category: 'Pump', type: 'teardown', title: 'Open the pump', public: true },
    });
    expect(await second.json('GET /guides')).toMatchObject([{ guideid: made.guideid }]);
    const commits = log.commits.length;
    expect((await second.call('POST /guides', { token, json: { category: 'Pump' } })).status).toBe(422);
    expect(() =>
      second.ctx.store.transact(null, (s) => {
        s.meta.set('never', 1);
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(log.commits).toHaveLength(commits);
    second.ctx.store.transact(null, (s) => {
      s.meta.set('kept', 1);
      expect(() =>
        s.db.attempt(() => {
          s.meta.set('undone', 1);
          throw new Error('part');
        }),
      ).toThrow('part');
    });
    expect(first.ctx.store.read(null, (s) => s.meta.get('kept'))).toBeUndefined();
    await first.ctx.store.catchUp();
    expect(first.ctx.store.read(null, (s) => [s.meta.get('kept'), s.meta.get('undone')])).toEqual([
      1,
      undefined,
    ]);
    expect(rowsIn(folders.first.path)).toEqual(rowsIn(folders.second.path));
    expectEqualCopy(folders.first.path, log);
  });

  it('go on from where they were when their process starts again, whatever it missed', async () => {
    const log = new MemoryLog();
    using folder = temporaryFolder();
    using other = temporaryFolder();
    await testCore({ dataDir: folder.path }, { commitLog: log })[Symbol.asyncDispose]();
    {
      await using second = testCore({ dataDir: other.path }, { commitLog: log });
      second.ctx.store.transact(null, (s) => s.meta.set('missed', true));
    }
    await using again = testCore({ dataDir: folder.path }, { commitLog: log });
    expect(again.ctx.store.read(null, (s) => s.meta.get('missed'))).toBe(true);
    expect(again.ctx.store.position?.number).toBe(log.commits.length);
  });

  it('of an older program go on beside a migration that only adds, and stop at any other', async () => {
    const log = new MemoryLog();
    await using old = testCore({}, { commitLog: log });
    const newer = migrations.length + 1;
    log.commit({
      changes: [{ sql: 'CREATE TABLE of_the_next_version (a)' }, { sql: `PRAGMA user_version = ${newer}` }],
      isNote: false,
    });
    expect((await old.call('GET /guides')).status).toBe(200);
    old.ctx.store.transact(null, (s) => s.meta.set('still', 'here'));
    using folder = temporaryFolder();
    // A program that does not know the migration cannot begin with it: its start would not be noticed.
    expect(() => testCore({ dataDir: folder.path }, { commitLog: log })).toThrow('newer version');
    log.commit({ changes: [{ sql: 'DROP TABLE of_the_next_version' }], isNote: false, needs: newer });
    expect((await old.call('GET /guides')).status).toBe(500);
  });

  it('are migrated once, by whichever process comes first', () => {
    const log = new MemoryLog();
    using first = temporaryFolder();
    using second = temporaryFolder();
    for (const { path } of [first, second]) {
      const core = testCore({ dataDir: path }, { commitLog: log });
      core.ctx.store.close();
    }
    const steps = log.commits.length;
    // One for each migration, and one for each start of a hub: it begins an epoch.
    expect(steps).toBe(migrations.length + 2);
    const db = new Db({ file: join(second.path, databaseName), readonly: true, synchronous: 'FULL' });
    expect(positionIn(db)?.number).toBe(steps);
    db.close();
  });
});
