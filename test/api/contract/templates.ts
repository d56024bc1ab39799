import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { hashPassword } from '../../../app/identity/password.ts';
import type { Vault } from '../../../app/identity/vault.ts';
import { putPerson } from '../../../app/store/users/people.ts';
import { temporaryFolder, testCore } from '../../helpers/core.ts';
import type { Template } from './copies.ts';
import { buildWorld, emailOf, password, people } from './world.ts';

export interface Templates extends Disposable {
  hub: Template;
  desk: Template;
}

/** The example world on a hub, and at a desk that has synced it and has lost its site since. */
export async function templates(): Promise<Templates> {
  const folder = temporaryFolder();
  const hub = join(folder.path, 'hub');
  const desk = join(folder.path, 'desk');
  {
    await using core = testCore({ dataDir: hub });
    await buildWorld(core);
  }
  await syncedDesk(hub, desk);
  return {
    hub: { folder: hub, open: (dataDir, parts) => testCore({ dataDir }, parts) },
    desk: { folder: desk, open: openDesk },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:65530/api/2.0';

const openDesk: Template['open'] = (dataDir, parts = {}) =>
  testCore({ profile: 'desk', site: nowhere, dataDir }, { vault, ...parts });

/** Of a system that keeps secrets; ours need no keeping. */
const vault: Vault = {
  durable: true,
  seal: (token) => Buffer.from(token),
  open: (sealed) => sealed.toString(),
};

/** Everything of the hub is at the desk, under the same ids; Tomas and Ada have signed in there. */
async function syncedDesk(hub: string, desk: string): Promise<void> {
  cpSync(hub, desk, { recursive: true });
  {
    await using core = testCore({ dataDir: desk });
    core.ctx.store.transact(null, (s) => s.meta.set('profile', 'desk'));
  }
  await using core = openDesk(desk);
  const verifier = await hashPassword(password);
  core.ctx.store.transact(null, (s) => {
    s.meta.set('site-url', nowhere);
    for (const name of ['tomas', 'ada'] as const) {
      const person = { userid: people[name], email: emailOf(name), verifier, token: vault.seal(name) };
      putPerson(s, { ...person, durable: true });
    }
  });
}
