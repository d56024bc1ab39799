import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { connectDesk } from '../../app/desk/connect.ts';
import { listen } from '../../app/http/node.ts';
import { openDesk } from '../../app/desk/open.ts';
import { hashPassword } from '../../app/identity/password.ts';
import { memoryVault } from '../../app/identity/vault.ts';
import { signInForTrial } from '../../app/desk/trial-sign-in.ts';
import { browserWindow, windowFetch } from '../../app/http/desk-window.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';

const person = { email: 'ada@bench.test', password: 'a good long password' };

/** A hub with one account, on a port. */
async function startHub(): Promise<{ host: string } & AsyncDisposable> {
  const core = testCore();
  const passwordHash = await hashPassword(person.password);
  core.ctx.store.transact(null, (s) =>
    s.users.create({ email: person.email, username: 'Ada', role: 'technician', passwordHash }),
  );
  const server = await listen(core.fetch, { host: '127.0.0.1', port: 0 });
  return {
    host: new URL(server.origin).host,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await core[Symbol.asyncDispose]();
    },
  };
}

const whoami = new Request('http://127.0.0.1/api/2.0/user');

test('connecting binds a folder only to a site that answered, and signs in at its window', async () => {
  await using hub = await startHub();
  using folder = temporaryFolder();
  const vault = memoryVault();
  const connect = (site: string, password: string): Promise<void> =>
    connectDesk(folder.path, { site, email: person.email, password }, vault);

  await expect(connect('no address at all', person.password)).rejects.toThrow('is not an address');
  await expect(connect('127.0.0.1:9', person.password)).rejects.toThrow('cannot be reached');
  await expect(connect(hub.host, 'wrong')).rejects.toThrow('Email address or password is not right');
  expect(() => openDesk(folder.path, undefined, { vault })).toThrow('belongs to no site yet');
  await connect(hub.host, person.password);

  const desk = openDesk(folder.path, undefined, { vault });
  try {
    expect(await (await windowFetch(desk.core)(whoami.clone())).json()).toMatchObject({ username: 'Ada' });
    expect((await desk.core.fetch(whoami.clone())).status).toBe(401);
  } finally {
    await desk.close();
  }
});

test('a browser acts as the window only with the key, its cookie, and from the page itself', async () => {
  await using hub = await startHub();
  using folder = temporaryFolder();
  const renderer = join(folder.path, 'renderer');
  mkdirSync(renderer);
  writeFileSync(join(renderer, 'index.html'), '<head></head>');
  const vault = memoryVault();
  const desk = openDesk(join(folder.path, 'desk'), `http://${hub.host}`, { vault });
  try {
    expect(await signInForTrial(desk.core, vault, person)).toBeUndefined();
    const { fetch, path } = browserWindow(desk.core, renderer);
    const opened = await fetch(new Request(`http://127.0.0.1${path}`));
    expect(opened.status).toBe(303);
    expect(opened.headers.get('Location')).toBe('/');
    const cookie = opened.headers.get('Set-Cookie') ?? '';
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict$/);
    const pair = cookie.split(';', 1)[0] ?? '';
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(new Request(whoami, { headers }))).status;

    expect(await status({ Cookie: `other=1; ${pair}`, 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
    expect(await status({ Cookie: pair, 'Sec-Fetch-Site': 'same-site' })).toBe(403);
    expect(await status({ Cookie: pair })).toBe(401);
    expect(await status({ Cookie: 'benchside-window=guess', 'Sec-Fetch-Site': 'same-origin' })).toBe(401);
    expect((await fetch(new Request('http://127.0.0.1/?key=guess'))).headers.has('Set-Cookie')).toBe(false);
  } finally {
    await desk.close();
  }
});

test('the trial signs in once, again when the token has ended, and never after a person signed out', async () => {
  await using hub = await startHub();
  using folder = temporaryFolder();
  const visit = async (signOut: boolean): Promise<number> => {
    const vault = memoryVault();
    const desk = openDesk(folder.path, `http://${hub.host}`, { vault });
    try {
      expect(await signInForTrial(desk.core, vault, person)).toBeUndefined();
      const asWindow = windowFetch(desk.core);
      if (signOut) await asWindow(new Request('http://127.0.0.1/api/2.0/user/token', { method: 'DELETE' }));
      return (await asWindow(whoami.clone())).status;
    } finally {
      await desk.close();
    }
  };
  expect(await visit(false)).toBe(200);
  expect(await visit(true)).toBe(401);
  expect(await visit(false)).toBe(401);
});
