import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import { expect, test } from 'vitest';

import { signUpdates } from '../../app/commands/sign-updates.ts';
import { listen } from '../../app/http/node.ts';
import { serveFolder } from '../../app/update/serve-folder.ts';
import { signedProvider, trustedKeys } from '../../main/updates/signed-provider.ts';
import { sourceOf } from '../../main/updates/updates.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { publish } from '../update/updates-folder.ts';

test('updates come from nowhere, from the hub, or from a folder', () => {
  const site = 'https://example.org/guides/api/2.0';
  expect(sourceOf('', site)).toBeUndefined();
  expect(sourceOf('hub', undefined)).toBeUndefined();
  expect(sourceOf('hub', site)).toEqual({ url: 'https://example.org/guides/updates/', isHub: true });
  expect(sourceOf('http://files.test/new', site)).toEqual({ url: 'http://files.test/new/', isHub: false });
});

test('the hub’s key is stored when it is first seen, another one is refused, and a folder needs an earlier key', async () => {
  using folder = temporaryFolder();
  using desk = temporaryFolder();
  using keys = temporaryFolder();
  const server = await listen(serveFolder(folder.path, '/'), { host: '127.0.0.1', port: 0 });
  const look = (isHub: boolean): Promise<{ version: string }> => {
    const Provider = signedProvider(
      `${server.origin}/`,
      trustedKeys(desk.path, join(desk.path, 'none'), isHub),
    );
    return new Provider(undefined, undefined, overFetch).getLatestVersion();
  };
  const kept = join(desk.path, 'updates-key.pem');
  try {
    await expect(look(true)).rejects.toThrow('nothing for this computer');
    publish(folder.path, '0.2.0', 'new');
    await expect(look(true)).rejects.toThrow('nothing for this computer');
    const [first, second] = ['first', 'second'].map((name) => join(keys.path, name)) as [string, string];
    await signUpdates(folder.path, { key: first, newKey: true, json: true });
    await expect(look(false)).rejects.toThrow('updates-key.pem');
    expect(existsSync(kept)).toBe(false);
    expect(await look(true)).toMatchObject({ version: '0.2.0' });
    expect(readFileSync(kept)).toEqual(readFileSync(join(folder.path, 'updates-key.pem')));
    expect(await look(false)).toMatchObject({ version: '0.2.0' });

    await signUpdates(folder.path, { key: second, newKey: true, json: true });
    await expect(look(true)).rejects.toThrow('not signed with the known key');
    writeFileSync(kept, 'no key');
    await expect(look(true)).rejects.toThrow('cannot be read');
    rmSync(kept);
    expect(await look(true)).toMatchObject({ version: '0.2.0' });
    copyFileSync(join(folder.path, 'latest-linux.yml'), join(folder.path, 'latest.yml'));
    copyFileSync(join(folder.path, 'latest-linux.yml.sig'), join(folder.path, 'latest.yml.sig'));
    const Provider = signedProvider(`${server.origin}/`, trustedKeys(desk.path, '', false));
    const windows = new Provider(undefined, undefined, { ...overFetch, platform: 'win32' });
    await expect(windows.getLatestVersion()).rejects.toThrow('not signed with the known key');
  } finally {
    await server.close();
  }
});

test('[security updates] a hub’s key is stored only if nobody on the network can have replaced it', async () => {
  using folder = temporaryFolder();
  using desk = temporaryFolder();
  publish(folder.path, '0.2.0', 'new');
  await signUpdates(folder.path, { key: join(desk.path, 'key'), newKey: true, json: true });
  const server = await listen(serveFolder(folder.path, '/updates/'), { host: '127.0.0.1', port: 0 });
  const { port } = new URL(server.origin);
  const look = async (url: string): Promise<{ version: string }> => {
    const Provider = signedProvider(url, trustedKeys(desk.path, join(desk.path, 'none'), true));
    const request = ({ path }: { path: string }): Promise<string | null> =>
      overFetch.executor.request(
        { protocol: 'http:', hostname: '127.0.0.1', port, path } as never,
        undefined,
      );
    const runtime = { ...overFetch, executor: { request } } as unknown as ProviderRuntimeOptions;
    return new Provider(undefined, undefined, runtime).getLatestVersion();
  };
  const kept = join(desk.path, 'updates-key.pem');
  try {
    for (const url of ['http://hub.example:4810/updates/', 'http://127.0.0.1.example/updates/']) {
      await expect(look(url)).rejects.toThrow('reached without encryption');
      expect(existsSync(kept)).toBe(false);
    }
    expect(await look('https://hub.example/updates/')).toMatchObject({ version: '0.2.0' });
    // A known key may come over any connection.
    expect(await look('http://hub.example:4810/updates/')).toMatchObject({ version: '0.2.0' });
    rmSync(kept);
    expect(await look(`http://localhost:${port}/updates/`)).toMatchObject({ version: '0.2.0' });
  } finally {
    await server.close();
  }
});

test.each([
  ['the list of new versions', 'latest-linux.yml'],
  ['its signature', 'latest-linux.yml.sig'],
  ['the key', 'updates-key.pem'],
])('[security updates] an endless answer in place of %s is refused', async (_what, endless) => {
  using folder = temporaryFolder();
  using desk = temporaryFolder();
  publish(folder.path, '0.2.0', 'new');
  await signUpdates(folder.path, { key: join(desk.path, 'key'), newKey: true, json: true });
  let sent = 0;
  let isEndless = true;
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    if (name !== endless || !isEndless) return void response.end(readFileSync(join(folder.path, name)));
    const more = (): void => {
      do sent += 1;
      while (response.write(Buffer.alloc(65_536, 'x')));
      response.once('drain', more);
    };
    response.on('error', () => response.destroy());
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const Provider = signedProvider(url, trustedKeys(desk.path, join(desk.path, 'none'), true));
    const runtime = { ...overFetch, executor: new OverHttp() } as ProviderRuntimeOptions;
    const provider = new Provider(undefined, undefined, runtime);
    await expect(provider.getLatestVersion()).rejects.toThrow('no list of new versions');
    const before = sent;
    await setTimeout(200);
    expect(sent).toBe(before);
    expect(existsSync(join(desk.path, 'updates-key.pem'))).toBe(false);
    isEndless = false;
    expect(await provider.getLatestVersion()).toMatchObject({ version: '0.2.0' });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

/** Requests as electron-updater does in the program, with Node's requests in place of Chromium's. */
class OverHttp extends ElectronHttpExecutor {
  override createRequest(options: RequestOptions, callback: (response: IncomingMessage) => void) {
    return request(options, callback) as never;
  }
}

/** Implements Electron's network request with Node's. */
const overFetch = {
  platform: 'linux',
  isUseMultipleRangeRequest: true,
  executor: {
    request: async ({ protocol, hostname, port, path }: Record<string, string>) => {
      const answer = await fetch(`${protocol}//${hostname}:${port}${path}`);
      if (answer.ok) return answer.text();
      throw Object.assign(new Error(answer.statusText), { statusCode: answer.status });
    },
  },
} as unknown as ProviderRuntimeOptions;
