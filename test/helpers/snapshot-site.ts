import { createLog } from '../../app/log.ts';
import { listen } from '../../app/http/node.ts';
import { makeSnapshot } from '../../app/snapshot/make-snapshot.ts';
import type { SnapshotRules } from '../../app/snapshot/hub-snapshots.ts';
import type { RoundOptions, RoundResult } from '../../app/sync/engine.ts';
import { testCore } from './core.ts';
import type { TestCore } from './core.ts';
import { network } from './network.ts';
import type { Network } from './network.ts';
import { addUser, engineOf } from './pair.ts';
import type { DeskPerson } from './pair.ts';
import { addPerson } from './people.ts';
import { password } from './process.ts';

/** A hub makes snapshots in this process, of any number of guides and as often as it is asked. */
export const eagerly: SnapshotRules = {
  fromGuides: 0,
  changedShare: 0,
  everySeconds: 0,
  make: (hubDir, folder) => ({
    result: makeSnapshot(hubDir, folder, createLog('snapshot', 'fatal')),
    stop: () => undefined,
  }),
};

export interface SnapshotSite extends AsyncDisposable {
  hub: TestCore;
  net: Network;
  admin: string;
  /** `Range` of each request for the file of a snapshot. */
  ranges: (string | null)[];
  /** Set to false, something on the way takes the ranges from requests, so that the answer is the whole file. */
  sendsRanges: boolean;
  /** Makes a snapshot of what the hub has now. */
  snapshot(): Promise<void>;
  /** A new desk at which Ann, an author, is signed in. */
  bench(dataDir?: string): Promise<NewDesk>;
}

export interface NewDesk {
  desk: TestCore;
  person: DeskPerson;
  round(options?: Partial<RoundOptions>): Promise<RoundResult>;
}

/** A hub that makes snapshots on request, and desks beyond a network. */
export async function snapshotSite(): Promise<SnapshotSite> {
  const hub = testCore({}, { snapshots: eagerly });
  const ranges: (string | null)[] = [];
  const fetch = (request: Request): Promise<Response> => {
    if (/\/snapshot\/\w+$/.test(request.url)) ranges.push(request.headers.get('Range'));
    if (!site.sendsRanges) request.headers.delete('Range');
    return hub.fetch(request);
  };
  const server = await listen(fetch, { host: '127.0.0.1', port: 0 });
  const net = await network(server.origin);
  const admin = await addUser(hub, 'admin@example.org', 'admin');
  await addPerson(hub, 'ann', { role: 'author', password });
  const desks: TestCore[] = [];
  const site: SnapshotSite = {
    hub,
    net,
    ranges,
    sendsRanges: true,
    admin,
    snapshot: async () => {
      hub.ctx.snapshots?.noteFirstRead();
      await hub.ctx.snapshots?.settled();
    },
    bench: async (dataDir) => {
      const desk = testCore({ profile: 'desk', site: net.url, ...(dataDir ? { dataDir } : {}) });
      desks.push(desk);
      const { userid, authToken: token } = await desk.json<{ userid: number; authToken: string }>(
        'POST /user/token',
        { json: { email: 'ann@example.org', password } },
      );
      const person = { userid, token };
      return {
        desk,
        person,
        round: (options = {}) => engineOf(desk, net.url).round({ people: [person], ...options }),
      };
    },
    [Symbol.asyncDispose]: async () => {
      await net[Symbol.asyncDispose]();
      await server.close();
      for (const desk of desks) await desk[Symbol.asyncDispose]();
      await hub[Symbol.asyncDispose]();
    },
  };
  return site;
}
