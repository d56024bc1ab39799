import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { withResetPage } from '../../app/http/reset-page.ts';
import { hashToken, newToken } from '../../app/identity/token.ts';
import { MediaFiles } from '../../app/media/files.ts';
import { sweepMedia } from '../../app/media/sweep.ts';
import { databaseName } from '../../app/store/database-name.ts';
import { Db } from '../../app/store/database.ts';
import { migrations } from '../../app/store/migrations/index.ts';
import { positionIn } from '../../app/store/site-copy.ts';
import { putReset } from '../../app/store/users/resets.ts';
import { AppError } from '../../shared/errors.ts';
import { expectEqualCopy, rowsIn } from '../helpers/copies.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { MemoryLog } from '../helpers/memory-log.ts';
import { addUser } from '../helpers/pair.ts';
import { photo } from '../media/pictures.ts';

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

  it('[security shared sites] show at each process at once who may read, and that a link for a new password works once', async () => {
    const log = new MemoryLog();
    await using first = testCore({}, { commitLog: log });
    await using second = testCore({}, { commitLog: log });
    const email = 'ann@example.org';
    const token = await addUser(first, email, 'author');
    const snapshot = async (): Promise<number> =>
      (await second.call('GET /benchside/snapshot', { token })).status;
    // Nobody has asked for one yet.
    expect(await snapshot()).toBe(404);
    await first.json('DELETE /user/token', { token });
    first.ctx.store.transact(null, (s) => s.meta.set('site', { private: true }));
    expect(await snapshot()).toBe(401);

    const link = newToken();
    const open = async ({ core, method = 'GET' }: { core: TestCore; method?: string }): Promise<number> => {
      const body = method === 'GET' ? {} : { body: new URLSearchParams({ password: 'a long enough one' }) };
      const url = `http://hub.test/reset-password?token=${link}`;
      return (await withResetPage(core)(new Request(url, { method, ...body }))).status;
    };
    first.ctx.store.transact(null, (s) =>
      putReset(s, s.users.findByEmail(email)?.userid ?? 0, hashToken(link)),
    );
    expect(await open({ core: second })).toBe(200);
    expect(await open({ core: second, method: 'POST' })).toBe(200);
    expect(await open({ core: first })).toBe(404);
    log.catchUp = () => Promise.reject(new AppError('unavailable', 'The database cannot be reached now.'));
    expect(await open({ core: first })).toBe(503);
  });

  it('[security shared sites] keep the pictures that other processes have stored when one without requests removes unused files', async () => {
    const log = new MemoryLog();
    using folder = temporaryFolder();
    const openMedia = (): MediaFiles => new MediaFiles(folder.path);
    await using first = testCore({}, { commitLog: log, openMedia });
    await using idle = testCore({}, { commitLog: log, openMedia });
    const token = await addUser(first, 'Ann', 'author');
    const body = new Uint8Array(await (await photo(60, 60)).jpeg().toBuffer());
    await first.json('POST /user/media/images?file=a.jpg', { token, body });
    const { files } = await first.ctx.media.usage();
    const { store, media, log: ofHub } = idle.ctx;
    await sweepMedia(store, media, ofHub, { olderThanMs: -1000 });
    expect(files).toBeGreaterThan(0);
    expect(await media.usage()).toMatchObject({ files });
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
