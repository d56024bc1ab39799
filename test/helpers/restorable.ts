import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { listen } from '../../app/http/node.ts';
import type { RoundOptions, RoundResult } from '../../app/sync/engine.ts';
import type { SnapshotRules } from '../../app/snapshot/hub-snapshots.ts';
import { temporaryFolder, testCore } from './core.ts';
import type { TestCore } from './core.ts';
import { addUser, deskPerson, engineOf, withoutBatches } from './pair.ts';
import type { DeskPerson } from './pair.ts';

export interface Bench {
  desk: TestCore;
  person: DeskPerson;
  /** Runs one round of sync. */
  round(options?: Partial<RoundOptions>): Promise<RoundResult>;
  /** Calls this desk as its person. */
  ask<T>(route: string, json?: unknown): Promise<T>;
}

export interface Workshop extends AsyncDisposable {
  readonly hub: TestCore;
  /** Requests with this in their address fail. */
  blocks: string | undefined;
  /** Runs once, before a request with this in its address is answered. */
  before: { part: string; act(): Promise<void> } | undefined;
  /** Runs once, after a request with this at the end of its path was answered and before the answer arrives. */
  after: { path: string; act(): Promise<void> } | undefined;
  /** Token of an admin of the hub. */
  admin: string;
  url: string;
  /** Opens a desk with a signed-in person. @param now returns the desk's clock, UNIX seconds */
  bench(username: string, now?: () => number): Promise<Bench>;
  /** Copies the hub's folder, as an administrator does after stopping the hub. */
  backUp(): Promise<string>;
  /** Continues with another folder as the hub's. */
  goOnWith(dataDir: string): Promise<void>;
}

/**
 * Starts a hub whose folder can be copied and restored, under one address.
 *
 * @param options `batches: false`: the hub is of a version before batches
 */
export async function workshop(
  options: { batches?: boolean; snapshots?: Partial<SnapshotRules> } = {},
): Promise<Workshop> {
  const folder = temporaryFolder();
  let folders = 0;
  const open = (dataDir: string): TestCore =>
    testCore({ dataDir }, options.snapshots ? { snapshots: options.snapshots } : {});
  let hub = open(join(folder.path, 'hub'));
  let blocks: string | undefined;
  let before: Workshop['before'];
  let after: Workshop['after'];
  const pass = async (request: Request): Promise<Response> => {
    if (blocks !== undefined && request.url.includes(blocks)) return new Response(null, { status: 503 });
    const due = before && request.url.includes(before.part) ? before : undefined;
    if (due) before = undefined;
    await due?.act();
    const answer = await hub.fetch(request);
    const late = after && new URL(request.url).pathname.endsWith(after.path) ? after : undefined;
    if (late) after = undefined;
    await late?.act();
    return answer;
  };
  const fetch = options.batches === false ? withoutBatches(pass) : pass;
  const server = await listen(fetch, { host: '127.0.0.1', port: 0 });
  const url = `${server.origin}/api/2.0`;
  const desks: TestCore[] = [];
  const admin = await addUser(hub, 'admin@example.org', 'admin');
  const copied = (from: string): string => {
    const to = join(folder.path, `copy ${(folders += 1)}`);
    cpSync(from, to, { recursive: true });
    return to;
  };
  return {
    get hub() {
      return hub;
    },
    get blocks() {
      return blocks;
    },
    set blocks(part) {
      blocks = part;
    },
    get before() {
      return before;
    },
    set before(due) {
      before = due;
    },
    get after() {
      return after;
    },
    set after(late) {
      after = late;
    },
    admin,
    url,
    bench: async (username, now) => {
      const desk = testCore({ profile: 'desk', site: url }, now ? { now } : {});
      desks.push(desk);
      const person = await deskPerson({ hub, desk }, username, 'admin');
      const engine = engineOf(desk, url);
      return {
        desk,
        person,
        round: (options = {}) => engine.round({ people: [person], ...options }),
        ask: (route, json) =>
          desk.json(route, { token: person.token, ...(json === undefined ? {} : { json }) }),
      };
    },
    backUp: async () => {
      const { dataDir } = hub;
      await hub[Symbol.asyncDispose]();
      const copy = copied(dataDir);
      hub = open(dataDir);
      return copy;
    },
    goOnWith: async (dataDir) => {
      await hub[Symbol.asyncDispose]();
      hub = open(copied(dataDir));
    },
    [Symbol.asyncDispose]: async () => {
      await server.close();
      for (const desk of desks) await desk[Symbol.asyncDispose]();
      await hub[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}
