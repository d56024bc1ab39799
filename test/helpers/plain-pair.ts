import { join } from 'node:path';

import { endpoints } from '../../app/api/index.ts';
import { createLog } from '../../app/log.ts';
import { MediaFiles } from '../../app/media/files.ts';
import { Engine } from '../../app/sync/engine.ts';
import type { RoundOptions, RoundResult } from '../../app/sync/engine.ts';
import { plainSite } from '../plain-site/site.ts';
import type { PlainSite, PlainSiteOptions } from '../plain-site/site.ts';
import { testCore } from './core.ts';
import type { TestCore } from './core.ts';
import { network } from './network.ts';
import type { Network } from './network.ts';

export interface PlainPerson {
  userid: number;
  /** A token of the site, and of the desk too. */
  token: string;
}

export interface PlainPair extends AsyncDisposable {
  site: PlainSite;
  desk: TestCore;
  net: Network;
  ann: PlainPerson;
  ben: PlainPerson;
  /** Calls the site directly, past the desk's network. */
  there<T>(route: string, token?: string, json?: unknown): Promise<T>;
  /** Calls the desk. */
  here<T>(route: string, token?: string, json?: unknown): Promise<T>;
  /** Runs one round for people whose token was not refused. */
  round(options?: Partial<RoundOptions>): Promise<RoundResult>;
  /** People whose token was refused, in order. */
  refused: number[];
  signIn(username: string): Promise<PlainPerson>;
}

const password = 'long enough to keep';

/** Opens a third-party site and a desk with a real network between them; Ann and Ben have signed in at the desk. */
export async function plainPair(
  options: PlainSiteOptions & { deskNow?: () => number } = {},
): Promise<PlainPair> {
  const { deskNow, ...knobs } = options;
  const site = await plainSite(knobs);
  const net = await network(site.origin);
  const desk = testCore({ profile: 'desk', site: net.url }, deskNow ? { now: deskNow } : {});
  for (const username of ['ann', 'ben']) site.addPerson(username, { password });
  const signIn = async (username: string): Promise<PlainPerson> => {
    const json = { email: `${username}@example.org`, password };
    const { userid, authToken: token } = await desk.json<{ userid: number; authToken: string }>(
      'POST /user/token',
      {
        json,
      },
    );
    return { userid, token };
  };
  const people = { ann: await signIn('ann'), ben: await signIn('ben') };
  const refused: number[] = [];
  const pair: PlainPair = {
    site,
    desk,
    net,
    ...people,
    refused,
    signIn,
    there: async <T>(route: string, token?: string, json?: unknown) => {
      const [method = 'GET', path = ''] = route.split(' ');
      const response = await fetch(site.url + path, {
        method,
        headers: { Host: new URL(net.url).host, ...(token ? { Authorization: `api ${token}` } : {}) },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${route} answered ${response.status}: ${text}`);
      return JSON.parse(text === '' ? 'null' : text) as T;
    },
    here: (route, token, json) =>
      desk.json(route, { ...(token ? { token } : {}), ...(json === undefined ? {} : { json }) }),
    round: (given = {}) =>
      new Engine({
        endpoints,
        site: net.url,
        store: desk.ctx.store,
        media: new MediaFiles(join(desk.dataDir, 'media')),
        log: createLog('sync', 'fatal'),
        onReport: () => undefined,
        onTokenRefused: ({ userid }) => refused.push(userid),
      }).round({ people: [pair.ann, pair.ben].filter(({ userid }) => !refused.includes(userid)), ...given }),
    [Symbol.asyncDispose]: async () => {
      await net[Symbol.asyncDispose]();
      await desk[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
  return pair;
}

/** Runs rounds until nothing waits to be sent; fails if that takes too many. */
export async function untilSent(at: PlainPair): Promise<void> {
  for (let rounds = 0; rounds < 12; rounds += 1) {
    const { problem } = await at.round();
    const { pending, sending } = at.desk.ctx.store.read(null, (s) => s.journal.counts());
    if (problem === null && pending + sending === 0) return;
  }
  const waiting = at.desk.ctx.store.read(null, (s) => s.journal.list(['pending', 'sending']));
  throw new Error(`These were never sent: ${JSON.stringify(waiting)}`);
}
