import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { listen } from '../../app/http/node.ts';
import { testCore } from './core.ts';
import type { TestCore } from './core.ts';
import { addPerson } from './people.ts';

export const password = 'a long enough password';
export const ann = { email: 'ann@example.org', password };

/** Starts a hub on a real port with one person, Ann. */
export async function site() {
  const hub = testCore();
  const person = await addPerson(hub, 'ann', { role: 'author', password });
  const server = await listen(hub.fetch, { host: '127.0.0.1', port: 0 });
  return {
    hub,
    ...person,
    api: `${server.origin}/api/2.0`,
    disconnect: server.close,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await hub[Symbol.asyncDispose]();
    },
  };
}

export const deskOf = (api: string, parts: Parameters<typeof testCore>[1] = {}): TestCore =>
  testCore({ profile: 'desk', site: api }, parts);

export const windowKey = (desk: TestCore): Record<string, string> => ({
  'X-Benchside-Window': desk.ctx.identity.windowKey ?? '',
});

/** Starts a server that answers every request the same way. */
export const stranger = (status: number, headers: Record<string, string>, body: string) =>
  answering((_, response) => response.writeHead(status, headers).end(body));

export async function answering(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/2.0`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Keeps the port of an ended server from being given to another test's server, and closes its connections. */
export async function silence(url: string): Promise<AsyncDisposable> {
  const server = createSocketServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => {
    server.listen(Number(new URL(url).port), '127.0.0.1', resolve);
  });
  return {
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
