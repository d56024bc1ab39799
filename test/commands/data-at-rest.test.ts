import { chmodSync, globSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';

import { copyDays, copyOf } from '../../app/store/daily-copies.ts';
import { keepBackup } from '../../app/replica/daily-backup/daily-backup.ts';
import { restore } from '../../app/recovery/restore.ts';
import { fileVault } from '../../app/identity/vault.ts';
import { createLog, logTo } from '../../app/log.ts';
import { withoutSecrets } from '../../app/secrets.ts';
import { sql } from '../../app/store/sql.ts';
import type { Diagnostics } from '../../shared/model/upkeep.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, engineOf, pair } from '../helpers/pair.ts';
import { addAccount, password, serve, succeed } from '../helpers/process.ts';
import { myfixit, writeLines } from '../helpers/myfixit.ts';

const isWindows = process.platform === 'win32';

/** Returns the paths that accounts other than the owner could open. */
const readableIn = (folder: string): string[] =>
  [folder, ...globSync('**/*', { cwd: folder }).map((name) => join(folder, name))].filter(
    (path) => (lstatSync(path).mode & 0o077) !== 0,
  );

describe.skipIf(isWindows)('[security 7] a data folder', () => {
  it('is readable by its owner only, whatever the umask of the account that started the program', async () => {
    using folder = temporaryFolder();
    const umask = process.umask(0o022);
    onTestFinished(() => void process.umask(umask));
    const [hub, desk] = [join(folder.path, 'deep', 'hub'), join(folder.path, 'desk')];
    const lines = join(folder.path, 'guides.jsonl');
    writeLines(lines, [myfixit(1, {})]);
    await succeed(['import', lines, '--data', hub, '--pictures', 'draw']);
    await addAccount(hub, 'Ann', 'technician');
    {
      await using server = await serve(['hub', '--data', hub, '--port', '0']);
      const site = ['--site', server.url, '--email', 'ann@example.org', '--password-stdin'];
      await succeed(['login', '--data', desk, ...site], { stdin: password });
      await succeed(['sync', '--data', desk]);
      // While the program runs, its log and its shared memory are there too.
      expect(readableIn(hub)).toEqual([]);
    }
    expect(globSync('media/*/*', { cwd: desk }).length).toBeGreaterThan(0);
    expect(readableIn(desk)).toEqual([]);
    expect(readableIn(join(folder.path, 'deep'))).toEqual([]);
  });

  it('is closed to other accounts when it is opened', async () => {
    using folder = temporaryFolder();
    const hub = join(folder.path, 'hub');
    await addAccount(hub, 'Ann', 'technician');
    writeFileSync(join(hub, 'desk.log'), 'words');
    for (const path of [hub, ...globSync('**/*', { cwd: hub }).map((name) => join(hub, name))])
      chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o644);
    expect(readableIn(hub)).not.toEqual([]);
    await addAccount(hub, 'Ben', 'technician');
    expect(readableIn(hub)).toEqual([]);
  });
});

const log = createLog('data', 'fatal');

it('[B1.3] [security 7] a daily copy signs nobody in, and a desk restored from it has its people’s later edits', async () => {
  await using both = await pair();
  using folder = temporaryFolder();
  const dataDir = join(folder.path, 'desk');
  const open = (): TestCore =>
    testCore({ profile: 'desk', dataDir, site: both.net.url }, { vault: fileVault(dataDir) });
  const guideid = await addGuide(both.hub, both.admin);
  let desk = open();
  const ann = await deskPerson({ hub: both.hub, desk }, 'ann', 'author');
  const credentials = { email: 'ann@example.org', password: 'long enough to keep' };
  await desk.json('POST /user/token', { json: credentials, window: true });
  await desk.json('PUT /benchside/kiosk/me', {
    json: { password: credentials.password, pin: '2580', badge: 'B-7731' },
    window: true,
  });
  await engineOf(desk, both.net.url).round({ people: [ann] });
  await desk.json(`POST /comments/guide/${guideid}`, { token: ann.token, json: { text: 'By Ann.' } });
  const secrets = desk.ctx.store.read(null, (s) => [
    ...s.db.all(sql<{ value: Buffer }>`SELECT token AS value FROM desk_person`),
    ...s.db.all(sql<{ value: string }>`SELECT token_hash AS value FROM session`),
    ...s.db.all(sql<{ value: string }>`SELECT pin AS value FROM desk_credential UNION SELECT badge
       FROM desk_credential`),
  ]);
  expect(secrets.length).toBeGreaterThanOrEqual(4);
  keepBackup(desk.ctx.store, log);
  await desk.close();

  const [day = ''] = copyDays(dataDir);
  const file = join(copyOf(dataDir, day), 'benchside.sqlite');
  const bytes = readFileSync(file);
  expect(secrets.filter(({ value }) => bytes.includes(value))).toEqual([]);
  const copy = new Database(file, { readonly: true });
  const count = (sql: string): unknown => copy.prepare(sql).pluck().get();
  expect(count('SELECT count(*) FROM desk_person')).toBe(1);
  expect(count('SELECT count(*) FROM session')).toBe(0);
  copy.close();

  rmSync(join(dataDir, 'benchside.sqlite'));
  expect(await restore(dataDir, log)).toMatchObject({ day });
  desk = open();
  await desk.json('GET /user', { token: ann.token, expect: 401 });
  await desk.json('GET /user', { window: true, expect: 401 });
  expect(desk.ctx.store.read(null, (s) => s.journal.verify())).toEqual([]);
  const again = await desk.json<{ authToken: string; userid: number }>('POST /user/token', {
    json: credentials,
  });
  await engineOf(desk, both.net.url).round({ people: [{ userid: again.userid, token: again.authToken }] });
  const said = await both.hub.json<{ author: { username: string }; text_raw: string }[]>(
    `GET /comments?context=guide&contextid=${guideid}`,
  );
  expect(said).toMatchObject([{ author: { username: 'ann' }, text_raw: 'By Ann.' }]);
  await desk.close();
});

const address = 'https://ann:hunter2@updates.example.org/u/';

it('[security 7] diagnostics and logs contain no passwords of addresses and no tokens', async () => {
  await using both = await pair();
  const ines = await deskPerson(both, 'ines', 'author');
  await both.desk.json('PATCH /benchside/settings', { token: ines.token, json: { updatesFrom: address } });
  const told = await both.desk.json<Diagnostics>('GET /benchside/diagnostics', { token: ines.token });
  expect(told.settings.updatesFrom).toBe('https://***@updates.example.org/u/');

  using folder = temporaryFolder();
  const file = join(folder.path, 'desk.log');
  const desk = logTo(file, 'desk', 'info');
  desk.error({ err: new Error(`GET ${address} failed`), from: address }, `nothing at ${address}`);
  desk.warn({
    headers: { Authorization: `api ${ines.token}` },
    body: JSON.stringify({ password: 'hunter2' }),
  });
  const written = readFileSync(file, 'utf8');
  expect(written).toContain('updates.example.org/u/ failed');
  expect(written).not.toContain('hunter2');
  expect(written).not.toContain(ines.token);
  for (const line of written.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ name: 'desk' });
});

it.each([
  'GET /api/2.0/guides/1 of user@example.org, see http://hub.example/a@b and api key',
  '{"path":"http://[::1]:4810/api/2.0","at":"2026-11-20"}',
])('[security 7] what holds no secret is logged as it is: %s', (line) => {
  expect(withoutSecrets(line)).toBe(line);
});

it.each([
  ['smtps://user:p@ss:word@mail.example.org', 'smtps://***@mail.example.org'],
  ['opened http://127.0.0.1:4820/?key=abcDEF-123', 'opened http://127.0.0.1:4820/?key=***'],
  [
    'https://hub.example/reset-password?token=Zm9v_-1&x=1',
    'https://hub.example/reset-password?token=***&x=1',
  ],
  ['Cookie: __Host-benchside-session=0a1b2c3d; a=b', 'Cookie: __Host-benchside-session=***; a=b'],
  ['{"join_code":"let-me-in-now"}', '{"join_code":"***"}'],
  ['{"x-benchside-window":"0011"}', '{"x-benchside-window":"***"}'],
])('[security secrets in logs] %s', (line, logged) => {
  expect(withoutSecrets(line)).toBe(logged);
});
