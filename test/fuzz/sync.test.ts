import fc from 'fast-check';
import { expect, test } from 'vitest';

import { listen } from '../../app/http/node.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { network } from '../helpers/network.ts';
import type { Fault, Network } from '../helpers/network.ts';
import { engineOf } from '../helpers/pair.ts';
import { bench } from '../helpers/plain-bench.ts';
import { buildWorld, people } from '../api/contract/world.ts';
import { fuzz, peakBytes } from './fuzz.ts';
import { twisted, twists } from './json.ts';

/** The first screens that a person at the desk opens. */
const pages = [
  '/benchside/home',
  '/benchside/sync',
  '/guides',
  '/guides/1',
  '/categories',
  '/categories/Pump',
  '/wikis/CATEGORY?display=hierarchy',
  '/comments',
  '/work_log',
  '/benchside/search?q=pump',
];

const answered = (body: string): Fault => ({
  kind: 'status',
  status: 200,
  body,
  headers: { 'content-type': 'application/json' },
});

/** Runs a sync with the site's answers, and another without; the desk's own pages must keep answering. */
async function survives(
  net: Network,
  at: { userid: number; token: string } | undefined,
  intercept: Network['intercept'],
): Promise<void> {
  using folder = temporaryFolder();
  const desk: TestCore = testCore({
    profile: 'desk',
    site: net.url,
    dataDir: folder.path,
    checkAnswers: false,
  });
  try {
    const engine = engineOf(desk, net.url);
    const signedIn = at ? [at] : [];
    net.intercept = intercept;
    await engine.round({ people: signedIn, acceptRemovals: true });
    net.intercept = undefined;
    await engine.round({ people: signedIn, acceptRemovals: true });
    for (const page of pages) {
      const { status } = await desk.call(`GET ${page}`);
      expect([page, status]).toEqual([page, expect.toSatisfy((code: number) => code < 500)]);
    }
  } finally {
    await desk.close();
  }
}

test('[fuzz] a sync ends and the desk stays readable, whatever lines the feed has', async () => {
  await using hub = testCore();
  await buildWorld(hub);
  const server = await listen(hub.fetch, { host: '127.0.0.1', port: 0 });
  await using net = await network(server.origin);
  const feed = await (await hub.call('GET /benchside/changes', { token: 'tomas' })).text();
  const lines = feed
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  await fuzz(
    'feed-lines',
    fc.array(fc.tuple(fc.nat(lines.length - 1), twists), { minLength: 1, maxLength: 3 }),
    async (changes) => {
      const told = lines.map((line) => JSON.stringify(line));
      for (const [at, change] of changes) told[at] = twisted(lines[at], change);
      const body = `${told.join('\n')}\n`;
      await survives(net, { userid: people.tomas, token: 'tomas' }, (request) =>
        request.startsWith('GET /benchside/changes') ? answered(body) : undefined,
      );
    },
    { runs: 25 },
  );
  await server.close();
  expect(peakBytes()).toBeLessThan(1.2 * 2 ** 30);
});

test('[fuzz] a sync ends and the desk stays readable, whatever a third-party site answers', async () => {
  await using at = await bench();
  const { net } = at;
  net.requests.length = 0;
  {
    await using desk = testCore({ profile: 'desk', site: net.url });
    await engineOf(desk, net.url).round({ people: [] });
  }
  const asked = [...new Set(net.requests)].filter((route) => route.startsWith('GET /'));
  const documents = new Map<string, unknown>();
  for (const route of asked) {
    const response = await fetch(`${net.url}${route.slice(4)}`);
    if (response.ok && /json/.test(response.headers.get('content-type') ?? ''))
      documents.set(route, await response.json());
  }
  const routes = [...documents.keys()];
  expect(routes.length).toBeGreaterThan(10);
  await fuzz(
    'plain-answers',
    fc.array(fc.tuple(fc.nat(routes.length - 1), twists), { minLength: 1, maxLength: 3 }),
    async (changes) => {
      const bodies = new Map(
        changes.map(([index, change]) => {
          const route = routes[index] ?? '';
          return [route, twisted(documents.get(route), change)];
        }),
      );
      await survives(net, undefined, (request) => {
        const body = bodies.get(request);
        return body === undefined ? undefined : answered(body);
      });
    },
    { runs: 25 },
  );
  expect(peakBytes()).toBeLessThan(1.2 * 2 ** 30);
});
