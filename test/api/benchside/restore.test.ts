import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import Database from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';

import { backUpHub } from '../../../app/backup/hub-backup.ts';
import { takeRestored } from '../../../app/backup/restored-folder.ts';
import { MediaFiles } from '../../../app/media/files.ts';
import { sql } from '../../../app/store/sql.ts';
import { AppError } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import type { RestoreState } from '../../../shared/model/backup.ts';
import type { Info } from '../../../shared/model/benchside.ts';
import { setUpCodeHeader } from '../../../shared/set-up-code.ts';
import { temporaryFolder, testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { everything } from '../../helpers/pair.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';

const peer = { 'X-Benchside-Peer': '192.0.2.7' };

interface Upload {
  code?: string;
  at?: number;
  total?: number;
}

const send = (core: TestCore, bytes: Uint8Array<ArrayBuffer>, upload: Upload = {}): Promise<Response> => {
  const { code = core.ctx.setUp.code ?? 'none', at = 0, total = bytes.length } = upload;
  return core.call(`POST /benchside/setup/backup?file=hub.backup&at=${at}&total=${total}`, {
    body: bytes,
    headers: { ...peer, [setUpCodeHeader]: code },
  });
};
const state = (core: TestCore): Promise<RestoreState> => core.json('GET /benchside/setup/backup');
const info = (core: TestCore): Promise<Info> => core.json('GET /benchside/info');
const refused = async (answer: Response): Promise<[number, string]> => [
  answer.status,
  ((await answer.json()) as { message: string }).message,
];

/** Makes a hub with a guide, and a backup of it. */
async function backup(path: string) {
  const data = join(path, 'hub');
  const file = join(path, 'a.backup');
  await using hub = testCore({ dataDir: data });
  const { token } = await addPerson(hub, 'ada', { role: 'admin', password: 'long enough to keep' });
  await addGuide(hub, token);
  mkdirSync(join(data, 'media'), { recursive: true });
  writeFileSync(join(data, 'media', 'film.mp4'), 'a film');
  backUpHub(data, file);
  return { file, bytes: new Uint8Array(readFileSync(file)), token, all: await everything(hub) };
}

/** Has a small backup say that its file is 1 MB long, from nothing. A real one would say a gigabyte, a thousand times. */
function withBomb(database: Database.Database): void {
  const sha256 = createHash('sha256').update(Buffer.alloc(1_000_000)).digest('hex');
  database.exec(`DROP TABLE backup_file;
    CREATE TABLE backup_file (path TEXT, piece INTEGER, sha256 TEXT, bytes AS (zeroblob(1000000)));
    INSERT INTO backup_file VALUES ('media/bomb', 0, '${sha256}')`);
}

const settled = async (core: TestCore): Promise<void> => {
  await expect.poll(async () => (await state(core)).state, { timeout: 60_000 }).not.toBe('running');
};

test('an empty hub takes a backup in parts, and starts again with everything in it, in a new epoch', async () => {
  using folder = temporaryFolder();
  const { bytes, token, all } = await backup(folder.path);
  const dataDir = join(folder.path, 'new');
  let restarts = 0;
  {
    await using core = testCore({ dataDir }, { onRestored: () => (restarts += 1) });
    expect(await info(core)).toMatchObject({ setup: 'open', restore: true });
    const half = Math.floor(bytes.length / 2);
    const first = await send(core, bytes.slice(0, half), { total: bytes.length });
    expect(await first.json()).toEqual({ state: 'receiving', received: half, message: null });
    const last = await send(core, bytes.slice(half), { at: half, total: bytes.length });
    expect(last.status).toBe(202);
    await expect.poll(() => restarts, { timeout: 60_000 }).toBe(1);
    expect(await state(core)).toMatchObject({ state: 'done' });
    const late = await core.call('POST /benchside/setup', {
      json: {
        code: core.ctx.setUp.code ?? '',
        email: 'bo@example.org',
        username: 'Bo',
        password: 'a long enough password',
        name: 'x',
        langid: 'en',
        private: true,
      },
      headers: peer,
    });
    expect(late.status, 'what is replaced takes no account').toBe(403);
  }
  takeRestored(dataDir);
  expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([]);
  await using hub = testCore({ dataDir });
  expect(await everything(hub)).toEqual(all);
  expect(await info(hub)).not.toHaveProperty('setup');
  expect(readFileSync(join(dataDir, 'media', 'film.mp4'), 'utf8')).toBe('a film');
  const { guideid } = await addGuide(hub, token);
  expect(guideid, 'ids that the lost hub may have given are skipped').toBeGreaterThan(
    limits.sync.skippedIds.max,
  );
});

test('a start that was interrupted while it took a restored backup can be repeated', () => {
  using folder = temporaryFolder();
  const at = (...names: string[]): string => join(folder.path, ...names);
  const put = (...names: string[]): void => {
    mkdirSync(dirname(at(...names)), { recursive: true });
    writeFileSync(at(...names), names.length === 1 ? 'empty' : 'restored');
  };
  const content = (): Record<string, string> =>
    Object.fromEntries(readdirSync(folder.path).map((name) => [name, readFileSync(at(name), 'utf8')]));
  put('benchside.lock');
  // Half of the former content is deleted.
  put('mail');
  put('restored.part', 'benchside.sqlite');
  put('restored.part', 'media');
  takeRestored(folder.path);
  const whole = { 'benchside.lock': 'empty', 'benchside.sqlite': 'restored', media: 'restored' };
  expect(content()).toEqual(whole);
  // Half of the new content is moved.
  renameSync(at('media'), at('media.new'));
  mkdirSync(at('moving.part'));
  renameSync(at('media.new'), at('moving.part', 'media'));
  takeRestored(folder.path);
  expect(content()).toEqual(whole);
});

describe('a backup is refused, and the empty hub is as before', () => {
  test('if it is cut off, damaged, of another kind, or of a newer version', async () => {
    using folder = temporaryFolder();
    const { file, bytes } = await backup(folder.path);
    const changed = (change: (database: Database.Database) => void): Uint8Array<ArrayBuffer> => {
      const copy = join(folder.path, 'copy');
      writeFileSync(copy, bytes);
      const database = new Database(copy);
      change(database);
      database.close();
      return new Uint8Array(readFileSync(copy));
    };
    truncateSync(file, Math.floor(bytes.length * 0.6));
    await using core = testCore();
    const before = readdirSync(core.dataDir);
    for (const [given, words] of [
      [new Uint8Array(readFileSync(file)), /cut off/],
      [new TextEncoder().encode('no backup at all\n'.repeat(500)), /not a backup of a hub/],
      [new Uint8Array(0), /not a backup of a hub/],
      [changed((database) => database.exec("UPDATE backup_file SET bytes = x'00'")), /is damaged/],
      [changed((database) => database.exec('DROP TABLE backup_file')), /not a backup of a hub/],
      [changed((database) => database.pragma('user_version = 9999')), /newer version/],
      [
        changed((database) => database.exec(`UPDATE meta SET value = '"desk"' WHERE key = 'profile'`)),
        /not a backup of a hub/,
      ],
      [changed((database) => database.exec('DROP TABLE meta')), /not a backup of a hub/],
      [changed((database) => database.exec('DROP TABLE favorite')), /not have the tables of a hub/],
      [
        changed((database) => database.exec('ALTER TABLE favorite ADD COLUMN more AS (zeroblob(1000))')),
        /not have the tables of a hub/,
      ],
      [
        changed((database) => database.exec('DROP TABLE favorite; CREATE VIEW favorite AS SELECT 1')),
        /not have the tables of a hub/,
      ],
      [changed(withBomb), /not a backup of a hub/],
    ] as const) {
      expect((await send(core, given)).status).toBe(202);
      await settled(core);
      const ended = await state(core);
      expect(ended).toMatchObject({ state: 'failed', message: expect.stringMatching(words) as string });
      expect(ended.message).toMatch(/^hub\.backup .*Nothing was changed/);
      expect(readdirSync(core.dataDir)).toEqual(before);
    }
    expect(await info(core)).toMatchObject({ setup: 'open', restore: true });
  });

  test('if this program cannot open what it says about its pictures', async () => {
    using folder = temporaryFolder();
    const { bytes } = await backup(folder.path);
    let restarts = 0;
    await using core = testCore(
      {},
      {
        onRestored: () => (restarts += 1),
        openMedia: (_, config) => {
          if (config.dataDir.endsWith('restore.part')) throw new AppError('invalid', 'No pictures there.');
          return new MediaFiles(join(config.dataDir, 'media'));
        },
      },
    );
    await send(core, bytes);
    await settled(core);
    expect(await state(core)).toMatchObject({ state: 'failed', message: 'No pictures there.' });
    expect(restarts).toBe(0);
  });

  test('without the code, or after ten wrong ones', async () => {
    await using core = testCore();
    const bytes = new Uint8Array(10);
    for (let n = 0; n < 10; n += 1)
      expect(await refused(await send(core, bytes, { code: `wrong ${n}` }))).toEqual([
        403,
        'This is not the set-up code. The hub prints the code on its console.',
      ]);
    expect((await refused(await send(core, bytes)))[1]).toMatch(/too many wrong set-up codes/);
    expect(await state(core)).toMatchObject({ state: 'none' });
  });

  test('once there is an account or a guide', async () => {
    await using core = testCore();
    const code = core.ctx.setUp.code ?? '';
    core.ctx.store.transact(null, (s) => s.meta.set('site', { ...s.meta.site, name: 'Pump works' }));
    const { token, userid } = await addPerson(core, 'ada', { role: 'admin' });
    expect(await refused(await send(core, new Uint8Array(10), { code }))).toEqual([
      403,
      'This hub is set up already. Sign in with an account of it.',
    ]);
    expect(await info(core)).not.toHaveProperty('restore');
    await addGuide(core, token);
    core.ctx.store.transact(null, (s) => s.db.run(sql`DELETE FROM account WHERE userid = ${userid}`));
    expect(await info(core)).toMatchObject({ setup: 'open' });
    expect(await info(core)).not.toHaveProperty('restore');
    expect((await refused(await send(core, new Uint8Array(10))))[1]).toMatch(/Only a new hub/);
  });

  test('if parts do not follow each other, or are too large', async () => {
    await using core = testCore();
    const bytes = new Uint8Array(10);
    const interrupted = [422, expect.stringMatching(/interrupted/)];
    expect(await refused(await send(core, bytes, { at: 10, total: 30 }))).toEqual(interrupted);
    await send(core, bytes, { total: 30 });
    expect(await refused(await send(core, bytes, { at: 20, total: 30 }))).toEqual(interrupted);
    expect(await refused(await send(core, bytes, { at: 10, total: 40 }))).toEqual(interrupted);
    const large = new Uint8Array(limits.setUp.piece.max + 1);
    expect(await refused(await send(core, large))).toEqual([
      422,
      expect.stringMatching(/A part of a backup may have at most 16 MB/),
    ]);
    expect((await send(core, bytes, { total: limits.setUp.backup.max + 1 })).status).toBe(422);
    expect((await send(core, bytes, { at: -1 })).status).toBe(422);
  });

  test('if the disk has not enough space for it', async () => {
    await using core = testCore();
    expect(await refused(await send(core, new Uint8Array(10), { total: limits.setUp.backup.max }))).toEqual([
      503,
      'The disk of the hub has not enough space for this backup. Nothing was changed. Free some space and try again.',
    ]);
    expect(await state(core)).toMatchObject({ state: 'none' });
  });

  test('at a desk, which has no such endpoint', async () => {
    await using desk = testCore({ profile: 'desk', site: 'http://127.0.0.1:1/api/2.0' });
    expect((await send(desk, new Uint8Array(10))).status).toBe(404);
    expect((await desk.call('GET /benchside/setup/backup')).status).toBe(404);
  });
});

describe('[security uploads] an upload that is given up', () => {
  /** A part of which the first bytes come, and then nothing. */
  const stalled = (core: TestCore): Promise<Response> => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(new Uint8Array(10)),
    });
    const init = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { ...peer, [setUpCodeHeader]: core.ctx.setUp.code ?? '' },
    };
    const address = 'http://bench.test/api/2.0/benchside/setup/backup?file=hub.backup&at=0&total=30';
    return core.fetch(new Request(address, init));
  };
  const parts = (core: TestCore): string[] =>
    readdirSync(core.dataDir).filter((name) => name.endsWith('.part'));

  test('is deleted after a time without parts', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await using core = testCore();
      await send(core, new Uint8Array(10), { total: 30 });
      expect(parts(core)).toHaveLength(1);
      vi.advanceTimersByTime(limits.setUp.idle.max * 999);
      await send(core, new Uint8Array(10), { at: 10, total: 30 });
      vi.advanceTimersByTime(limits.setUp.idle.max * 999);
      expect(await state(core)).toMatchObject({ state: 'receiving', received: 20 });
      vi.advanceTimersByTime(limits.setUp.idle.max * 2);
      expect(await state(core)).toMatchObject({ state: 'none', received: 0 });
      expect(parts(core)).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('gives way to another that begins, also in the middle of a part', async () => {
    await using core = testCore();
    const first = stalled(core);
    await expect.poll(() => parts(core)).toHaveLength(1);
    const second = await send(core, new Uint8Array(10), { total: 40 });
    expect(await second.json()).toEqual({ state: 'receiving', received: 10, message: null });
    expect(await refused(await first)).toEqual([422, expect.stringMatching(/interrupted/)]);
    expect(await state(core)).toMatchObject({ state: 'receiving', received: 10 });
  });

  test('leaves nothing when the hub is set up meanwhile', async () => {
    await using core = testCore();
    const first = stalled(core);
    await expect.poll(() => parts(core)).toHaveLength(1);
    const made = await core.call('POST /benchside/setup', {
      json: {
        code: core.ctx.setUp.code ?? '',
        email: 'bo@example.org',
        username: 'Bo',
        password: 'a long enough password',
        name: 'x',
        langid: 'en',
        private: true,
      },
      headers: peer,
    });
    expect(made.status).toBe(201);
    expect((await first).status).toBe(422);
    expect(parts(core)).toEqual([]);
  });
});
