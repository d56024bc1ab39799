import { join } from 'node:path';

import { expect } from 'vitest';

import { endpoints } from '../../../app/api/index.ts';
import type { CoreParts } from '../../../app/core.ts';
import { listen } from '../../../app/http/node.ts';
import { siteTokens } from '../../../app/identity/people.ts';
import { hashToken } from '../../../app/identity/token.ts';
import type { Vault } from '../../../app/identity/vault.ts';
import { Engine } from '../../../app/sync/engine.ts';
import { temporaryFolder, testCore } from '../../helpers/core.ts';
import type { Template } from './copies.ts';
import { buildWorld, emailOf, password, people } from './world.ts';

export interface Templates extends Disposable {
  hub: Template;
  desk: Template;
}

/** Makes the example world on a hub, and at a desk that has synced it and can no longer reach its site. */
export async function templates(parts: Pick<CoreParts, 'now'> = {}): Promise<Templates> {
  const folder = temporaryFolder();
  const hub = join(folder.path, 'hub');
  const desk = join(folder.path, 'desk');
  {
    await using core = testCore({ dataDir: hub }, parts);
    await buildWorld(core);
  }
  await syncedDesk(hub, desk);
  return {
    hub: { folder: hub, open: (dataDir, parts) => testCore({ dataDir }, parts) },
    desk: { folder: desk, open: openDesk },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

/** An address without a server. */
const nowhere = 'http://127.0.0.1:65530/api/2.0';

const openDesk: Template['open'] = (dataDir, parts = {}) =>
  testCore({ profile: 'desk', site: nowhere, dataDir }, { vault, ...parts });

/** A vault like that of a system with a key store, without encryption. */
const vault: Vault = {
  durable: true,
  keeper: 'system',
  seal: (token) => Buffer.from(token),
  open: (sealed) => sealed.toString(),
};

/** Makes a desk at which everyone has signed in, Tomas last: the desk has what he may see. */
async function syncedDesk(hub: string, desk: string): Promise<void> {
  await using site = testCore({ dataDir: hub });
  const server = await listen(site.fetch, { host: '127.0.0.1', port: 0 });
  const url = `${server.origin}/api/2.0`;
  await using core = testCore({ profile: 'desk', site: url, dataDir: desk }, { vault });
  for (const name of ['ada', 'ines', 'kofi', 'lena', 'omar', 'tomas'] as const) {
    await core.json('POST /user/token', { json: { email: emailOf(name), password }, expect: 201 });
    core.ctx.store.transact(null, (s) =>
      s.sessions.add({ userid: people[name], tokenHash: hashToken(name) }),
    );
  }
  const { store, log } = core.ctx;
  const engine = new Engine({
    endpoints,
    site: url,
    store,
    media: core.ctx.media,
    log,
    onReport: () => undefined,
    onTokenRefused: () => undefined,
  });
  expect(await engine.round({ people: siteTokens(store, vault) })).toMatchObject({ problem: null });
  await server.close();
}
