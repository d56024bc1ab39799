import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { chromium } from 'playwright';
import type { Browser, ElectronApplication, Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';

import { signUpdates } from '../../app/commands/sign-updates.ts';
import type { Bridge, UpdateState } from '../../shared/ipc.ts';
import { publish } from '../update/updates-folder.ts';
import { folder, goTo, launchDesk, shown, startHub, untilSynced } from './helpers.ts';
import { lead } from './workshop.ts';

const root = join(import.meta.dirname, '../..');
const trial = { BENCHSIDE_TRIAL: `${lead.email}:${lead.password}` };
const next = '99.1.0';

test('a new version is accepted only complete and signed, replaces the old one, and keeps data and windows', async () => {
  const at = await station();
  const { page, updates, data } = at;
  await setFrom(page, updates.url);
  expect(await look(page)).toMatchObject({
    kind: 'failed',
    message: expect.stringMatching(/updates-key\.pem/),
  });
  writeFileSync(join(data, 'updates-key.pem'), readFileSync(join(updates.folder, 'updates-key.pem')));

  updates.answer = 'nothing';
  expect(await look(page)).toMatchObject({
    kind: 'failed',
    message: expect.stringMatching(/^Could not check for new versions/),
  });
  updates.answer = 'all';
  const manifest = join(updates.folder, 'latest-linux.yml');
  const signed = readFileSync(manifest);
  appendFileSync(manifest, '# by somebody else\n');
  expect(await look(page)).toMatchObject({
    kind: 'failed',
    message: expect.stringMatching(/not signed with the known key/),
  });
  writeFileSync(manifest, signed);

  const program = join(updates.folder, at.name);
  const good = readFileSync(program);
  appendFileSync(program, '\n# by somebody else\n');
  expect(await look(page)).toMatchObject({
    kind: 'failed',
    message: expect.stringMatching(/damaged on its way/),
  });
  await goTo(page, '/settings');
  await page.getByText('damaged on its way').scrollIntoViewIfNeeded();
  await shown(page, 'update-refused');
  expect(fetched(at.cache)).toEqual([]);
  writeFileSync(program, good);
  truncateSync(program, 40);
  expect(await look(page)).toMatchObject({ kind: 'failed' });
  writeFileSync(program, good);
  updates.answer = 'half';
  expect(await look(page)).toMatchObject({ kind: 'failed' });
  expect(fetched(at.cache)).toEqual([]);
  updates.answer = 'all';
  expect(await look(page)).toEqual({ kind: 'ready', version: next });
  await page.getByRole('button', { name: 'Restart to update' }).scrollIntoViewIfNeeded();
  await shown(page, 'update-ready');
  await goTo(page, '/guide/5/step/501');

  const former = readFileSync(at.program);
  const other = await apply(at, page);
  await other.getByRole('heading', { name: 'Know what is where' }).waitFor();
  await other.getByText(`Benchside was updated to version ${next}.`).waitFor();
  expect(note(data)).toMatchObject({ stage: 'confirmed', to: next });
  expect(existsSync(join(data, 'update/benchside.sqlite'))).toBe(true);
  expect(readFileSync(at.program)).toEqual(good);
  expect(readFileSync(join(data, 'update/previous', 'Benchside.AppImage'))).toEqual(former);
  expect(await call<{ version: string }>(other, 'GET', '/benchside/info')).toMatchObject({ version: next });
});

test('a version that changes the data and crashes is rolled back automatically, with all later work, and not tried again', async () => {
  const at = await station('bad');
  const { page, updates, data, hub } = at;
  writeFileSync(join(data, 'updates-key.pem'), readFileSync(join(updates.folder, 'updates-key.pem')));
  await hub.stop();
  await call(page, 'PUT', '/benchside/drafts/guide-5', { title: 'Half a wor' });
  await call(page, 'PUT', '/user/favorites/guides/5');
  await setFrom(page, updates.url);
  expect(await look(page)).toEqual({ kind: 'ready', version: next });

  const again = await apply(at, page);
  await again.getByText(`Version ${next} did not work on this computer.`).waitFor();
  await shown(again, 'update-went-back');
  expect(
    readFileSync(at.log, 'utf8')
      .split('\n')
      .filter((line) => line === 'tried'),
  ).toHaveLength(2);
  expect(note(data)).toMatchObject({ stage: 'back', to: next });
  expect(await call(again, 'GET', '/benchside/drafts/guide-5')).toMatchObject({
    body: { title: 'Half a wor' },
  });
  expect(await call(again, 'GET', '/benchside/sync')).toMatchObject({ journal: { pending: 1 } });
  expect(await look(again)).toMatchObject({
    kind: 'failed',
    message: expect.stringMatching(/did not work here before/),
  });
});

test('a check that ends after updates were turned off says nothing', async () => {
  const { page, updates, data } = await station();
  writeFileSync(join(data, 'updates-key.pem'), readFileSync(join(updates.folder, 'updates-key.pem')));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
  updates.onAsked = () => {
    onAsked();
    return released;
  };
  await setFrom(page, updates.url);
  const looked = look(page);
  await asked;
  await setFrom(page, '');
  const off = await page.evaluate(() => (Reflect.get(globalThis, 'benchside') as Bridge).updateState());
  expect(off.kind).toBe('off');
  release();
  expect(await looked).toEqual(off);
});

interface Station {
  page: Page;
  data: string;
  hub: { stop(): Promise<void> };
  updates: UpdateServer;
  /** The file that stands for the installed program. */
  program: string;
  /** The files of the new version, in the folder of updates. */
  name: string;
  /** The output of the programs. */
  log: string;
  cache: string;
  app: ElectronApplication;
}

/** A synced desk, installed as one file, and a signed new version; a bad version changes the data and crashes. */
async function station(kind: 'good' | 'bad' = 'good'): Promise<Station> {
  const hub = await startHub();
  const home = folder();
  const data = join(home, 'desk');
  const log = join(home, 'log');
  const cache = join(home, 'cache');
  const program = join(home, 'Benchside.AppImage');
  mkdirSync(data);
  const env = { ...trial, BENCHSIDE_PROGRAM: program, XDG_CACHE_HOME: cache };
  const { app, page } = await launchDesk({ data, site: hub.url, env });
  onTestFinished(() => endLeft(data));
  const electron = await app.evaluate(({ app }) => app.getPath('exe'));
  writeFileSync(program, runs(electron, root, log), { mode: 0o755 });

  const updates = await serveUpdates();
  const script = join(home, 'raise.mjs');
  writeFileSync(script, raise(join(data, 'benchside.sqlite')));
  const dies = `#!/bin/sh\necho tried >>${log}\n${process.execPath} ${script}\nexit 3\n`;
  const text = kind === 'good' ? runs(electron, newVersion(home), log) : dies;
  const name = publish(updates.folder, next, text);
  await signUpdates(updates.folder, { key: join(home, 'private.pem'), newKey: true, json: true });
  await untilSynced(page);
  return { page, data, hub, updates, program, name, log, cache, app };
}

/** A program that can be debugged at the port in its log. */
const runs = (electron: string, code: string, log: string): string =>
  `#!/bin/sh\nexec ${electron} ${code} --disable-gpu --remote-debugging-port=0 "$@" >>${log} 2>&1\n`;

/** Returns this program with another version number. */
function newVersion(home: string): string {
  const copy = join(home, 'new');
  cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
  for (const name of ['node_modules', 'resources']) symlinkSync(join(root, name), join(copy, name));
  const manifest: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...manifest, version: next }));
  for (const name of readdirSync(join(copy, 'dist/app')).filter((file) => /^version-.*\.js$/.test(file))) {
    const file = join(copy, 'dist/app', name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(`"${manifest.version}"`, `"${next}"`));
  }
  return copy;
}

/** A migration that a later version could have. */
const raise = (file: string): string => `
import { createRequire } from 'node:module';
const Database = createRequire(${JSON.stringify(join(root, 'package.json'))})('better-sqlite3');
const database = new Database(${JSON.stringify(file)});
database.exec('CREATE TABLE IF NOT EXISTS future (id INTEGER)');
database.pragma('user_version = 999');
database.close();
`;

interface UpdateServer {
  url: string;
  folder: string;
  answer: 'all' | 'half' | 'nothing';
  /** Answers when this has ended. */
  onAsked?: () => Promise<void>;
}

async function serveUpdates(): Promise<UpdateServer> {
  const served: UpdateServer = { url: '', folder: folder(), answer: 'all' };
  const server = createServer(async (request, response) => {
    await served.onAsked?.();
    const name = new URL(request.url ?? '', 'http://updates.test').pathname.slice(1);
    if (served.answer === 'nothing') return void response.destroy();
    if (!readdirSync(served.folder).includes(name)) return void response.writeHead(404).end();
    const bytes = readFileSync(join(served.folder, name));
    response.writeHead(200, { 'Content-Length': bytes.length });
    if (served.answer === 'half' && name.endsWith('.AppImage'))
      response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    else response.end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  served.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return served;
}

const look = (page: Page): Promise<UpdateState> =>
  page.evaluate(async () => {
    const bridge = Reflect.get(globalThis, 'benchside') as Bridge;
    await bridge.checkForUpdate();
    return bridge.updateState();
  });

const setFrom = (page: Page, updatesFrom: string): Promise<unknown> =>
  call(page, 'PATCH', '/benchside/settings', { updatesFrom });

/** The remains of downloads. */
const fetched = (cache: string): string[] =>
  existsSync(cache)
    ? readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('AppImage'))
    : [];

/** Restarts with the new version, by a button that is pressed twice. @returns the window of the program that runs afterwards */
async function apply({ app, log, data }: Station, page: Page): Promise<Page> {
  const gone = once(app.process(), 'exit');
  await page.evaluate(() => {
    const bridge = Reflect.get(globalThis, 'benchside') as Bridge;
    void bridge.applyUpdate();
    void bridge.applyUpdate();
  });
  await gone;
  const endpoint = async (): Promise<Browser | undefined> => {
    const said = existsSync(log) ? readFileSync(log, 'utf8') : '';
    const address = [...said.matchAll(/^DevTools listening on (ws:\S+)/gm)].at(-1)?.[1];
    if (!said.includes('{"event":"ready"') || address === undefined) return undefined;
    return chromium.connectOverCDP(address);
  };
  await expect.poll(() => note(data)?.stage, { timeout: 90_000 }).toMatch(/confirmed|back/);
  const found: { browser?: Browser | undefined } = {};
  await expect
    .poll(async () => (found.browser = await endpoint()) !== undefined, { timeout: 60_000 })
    .toBe(true);
  const opened = found.browser?.contexts()[0]?.pages()[0];
  if (!opened) throw new Error('there is no window');
  return opened;
}

const note = (data: string): { stage: string; to: string } | undefined => {
  const file = join(data, 'update/note.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
};

/** Every process that the guard has started. */
async function endLeft(data: string): Promise<void> {
  const file = join(data, 'window/running');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8'));
  process.kill(pid, 'SIGTERM');
  await expect.poll(() => existsSync(file), { timeout: 20_000 }).toBe(false);
}

const call = <T>(page: Page, method: string, path: string, body?: object): Promise<T> =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`/api/2.0${path}`, { method, ...(body ? { headers, body } : {}) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
      return text === '' ? null : JSON.parse(text);
    },
    [method, path, body ? JSON.stringify(body) : ''] as const,
  );
