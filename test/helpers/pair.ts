import { join } from 'node:path';

import type { Info } from '../../shared/model/benchside.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import { signatureHeader } from '../../shared/signature.ts';
import { endpoints } from '../../app/api/index.ts';
import { listen } from '../../app/http/node.ts';
import { createLog } from '../../app/log.ts';
import { MediaFiles } from '../../app/media/files.ts';
import { Engine } from '../../app/sync/engine.ts';
import type { EngineOptions } from '../../app/sync/engine.ts';
import type { RoundOptions, RoundResult } from '../../app/sync/engine.ts';
import type { PersonToken } from '../../app/sync/round.ts';
import type { Role } from '../../app/store/actor.ts';
import { testCore } from './core.ts';
import type { TestCore } from './core.ts';
import { network } from './network.ts';
import type { Network } from './network.ts';
import { addPerson } from './people.ts';

export interface Pair extends AsyncDisposable {
  hub: TestCore;
  desk: TestCore;
  net: Network;
  /** Token of an admin of the hub. */
  admin: string;
  /** Runs one round of the desk's sync in this process. */
  round(options?: Partial<RoundOptions>): Promise<RoundResult>;
  /** Ends the running round at its next safe point. */
  stop(): void;
}

/**
 * A hub and a desk with a real network between them. `plain` hides everything under `/benchside/`, and the hub's signature. With `batches: false` the hub is of a
 * version before batches.
 */
export async function pair(
  options: { plain?: boolean; batches?: boolean; now?: () => number; deskNow?: () => number } = {},
): Promise<Pair> {
  const clock = options.now ? { now: options.now } : {};
  const hub = testCore({}, clock);
  const fetch = options.batches === false ? withoutBatches(hub.fetch) : hub.fetch;
  const server = await listen(fetch, { host: '127.0.0.1', port: 0 });
  const net = await network(server.origin);
  if (options.plain) {
    net.hides = [signatureHeader];
    net.intercept = (request) =>
      request.includes('/benchside/') ? { kind: 'status', status: 404 } : undefined;
  }
  const desk = testCore(
    { profile: 'desk', site: net.url },
    options.deskNow ? { now: options.deskNow } : clock,
  );
  const admin = await addUser(hub, 'admin@example.org', 'admin');
  let engine: Engine | undefined;
  return {
    hub,
    desk,
    net,
    admin,
    round: (given = {}) => {
      engine = engineOf(desk, net.url);
      return engine.round({ people: [], ...given });
    },
    stop: () => engine?.stop(),
    [Symbol.asyncDispose]: async () => {
      try {
        await net[Symbol.asyncDispose]();
      } finally {
        await server.close();
        await desk[Symbol.asyncDispose]();
        await hub[Symbol.asyncDispose]();
      }
    },
  };
}

/** A hub of a version before batches: it does not offer them. */
export const withoutBatches =
  (fetch: TestCore['fetch']): TestCore['fetch'] =>
  async (request) => {
    const answer = await fetch(request);
    if (!request.url.endsWith('/benchside/info')) return answer;
    const { batches, ...info } = (await answer.json()) as Info;
    const headers = new Headers(answer.headers);
    headers.delete('Content-Length');
    return Response.json(info, { headers });
  };

/** Returns the sync of a desk, in this process. */
export function engineOf(
  desk: TestCore,
  site: string,
  onTokenRefused: (person: PersonToken) => void = () => undefined,
  onReport: EngineOptions['onReport'] = () => undefined,
): Engine {
  return new Engine({
    endpoints,
    site,
    store: desk.ctx.store,
    media: new MediaFiles(join(desk.dataDir, 'media')),
    log: createLog('sync', 'fatal'),
    onReport,
    onTokenRefused,
  });
}

export interface DeskPerson {
  userid: number;
  /** A token of the hub, and of the desk too. */
  token: string;
}

export const password = 'long enough to keep';

/** Creates an account of the hub, and signs it in at the desk. */
export async function deskPerson(
  both: Pick<Pair, 'hub' | 'desk'>,
  username: string,
  role: Role = 'technician',
): Promise<DeskPerson> {
  await addPerson(both.hub, username, { role, password });
  return signInAt(both.desk, username);
}

/** Returns a person's edits at the desk that are in a state. */
export const journalOf = async (
  { desk }: Pick<Pair, 'desk'>,
  { token }: DeskPerson,
  state: string,
): Promise<JournalItem[]> =>
  (await desk.json<{ entries: JournalItem[] }>(`GET /benchside/journal?state=${state}`, { token })).entries;

/** Signs a person of `deskPerson` in at another desk. */
export async function signInAt(
  desk: TestCore,
  username: string,
  email = `${username}@example.org`,
): Promise<DeskPerson> {
  const { userid, authToken: token } = await desk.json<{ userid: number; authToken: string }>(
    'POST /user/token',
    { json: { email, password } },
  );
  return { userid, token };
}

/** Returns the token of a new account of a hub. */
export async function addUser(hub: TestCore, email: string, role: Role): Promise<string> {
  return (await addPerson(hub, email.split('@')[0] ?? '', { role })).token;
}

/** Adds a public guide with steps to a hub. */
export async function addGuide(
  hub: TestCore,
  token: string,
  fields: Record<string, unknown> = {},
  steps = 2,
): Promise<number> {
  const { guideid } = await hub.json<{ guideid: number }>('POST /guides', {
    token,
    json: { category: 'Pump', type: 'repair', title: 'Mend the pump', public: true, ...fields },
  });
  for (let orderby = 1; orderby <= steps; orderby += 1) {
    const lines = [{ text: `Do thing ${orderby}`, bullet: 'black', level: 0 }];
    await hub.json(`POST /guides/${guideid}/steps`, { token, json: { orderby, lines } });
  }
  return guideid;
}

/** Returns every guide and wiki of the hub, as the desk must answer them too. */
export async function everything(core: TestCore): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  const guides: { guideid: number }[] = [];
  for (let page = guides, offset = 0; offset === 0 || page.length > 0; offset += 200) {
    page = await core.json<{ guideid: number }[]>(`GET /guides?limit=200&offset=${offset}`);
    guides.push(...page);
  }
  all['guides'] = guides;
  for (const { guideid } of guides) all[`guide ${guideid}`] = await core.json(`GET /guides/${guideid}`);
  for (const namespace of ['CATEGORY', 'ITEM', 'WIKI', 'INFO']) {
    for (const { title } of await core.json<{ title: string }[]>(
      `GET /wikis/${namespace}?limit=200&includeStubs`,
    )) {
      all[`${namespace} ${title}`] = await core.json(`GET /wikis/${namespace}/${encodeURIComponent(title)}`);
    }
  }
  // Both use the address of the request for themselves.
  return JSON.parse(JSON.stringify(all).replaceAll(/http:\/\/[\w.:]+\//g, 'http://site/')) as Record<
    string,
    unknown
  >;
}
