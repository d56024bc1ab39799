import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { PostgresServer, versionsWithStandbys } from '../helpers/postgres.ts';
import { makeGuide, SharedSite, signIn, titlesAt } from '../helpers/shared-site.ts';
import type { Server } from '../helpers/process.ts';

describe.for(versionsWithStandbys)(
  'a shared site on PostgreSQL $version with a synchronous standby',
  ({ bin }) => {
    it('loses and doubles no edit while a hub and then the primary are killed and the standby takes over', async () => {
      await using primary = await PostgresServer.create(bin);
      await using standby = await PostgresServer.standbyOf(primary);
      await using site = new SharedSite(
        `postgres://benchside@${primary.address},${standby.address}/postgres`,
      );
      const hubs = new Map<string, Server>();
      for (const name of ['first', 'second']) hubs.set(name, await site.start(name));
      await site.addAnn();
      const token = await signIn(hub(hubs, 'first'));

      let made = 0;
      /** A client that sends each edit, with the same key, to one hub after the other until it is taken. */
      const edit = async (number: number): Promise<void> => {
        const wanted = { token, title: `Guide ${number}`, key: randomUUID() };
        for (let tries = number; ; tries += 1) {
          const name = tries % 2 === 0 ? 'first' : 'second';
          const status = await makeGuide(hub(hubs, name), wanted).then(
            (answer) => answer.status,
            () => undefined,
          );
          if (status === 201) break;
          expect([undefined, 503]).toContain(status);
          await pause(20);
        }
        made += 1;
      };
      const client = async (index: number): Promise<void> => {
        for (let number = index; number < editCount; number += clientCount) await edit(number);
      };
      const clients = Promise.all(Array.from({ length: clientCount }, (_, index) => client(index)));

      await expect.poll(() => made).toBeGreaterThan(editCount / 4);
      await hub(hubs, 'first').kill('SIGKILL');
      const again = site.start('first');
      await expect.poll(() => made).toBeGreaterThan(editCount / 2);
      await primary.signal('SIGKILL');
      await standby.promote();
      hubs.set('first', await again);
      await clients;

      const wanted = Array.from({ length: editCount }, (_, number) => `Guide ${number}`).sort();
      for (const name of ['first', 'second']) expect(await titlesAt(hub(hubs, name))).toEqual(wanted);
      expect(await titlesAt(await site.start('third'))).toEqual(wanted);
    });
  },
);

const editCount = 100;
const clientCount = 4;

function hub(hubs: ReadonlyMap<string, Server>, name: string): Server {
  const found = hubs.get(name);
  if (!found) throw new Error(`there is no hub ${name}`);
  return found;
}
