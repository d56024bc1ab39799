import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { defineEndpoint } from '../../app/api/endpoint.ts';
import { endpoints } from '../../app/api/index.ts';
import { KeptAnswers } from '../../app/api/kept-answers.ts';
import { createServer } from '../../app/api/server.ts';
import { listen } from '../../app/http/node.ts';
import { hashToken } from '../../app/identity/token.ts';
import { Replica } from '../../app/replica/replica.ts';
import type { ViewRecord } from '../../shared/model/view.ts';
import { testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { buildWorld, people } from './contract/world.ts';
import type { Person } from './contract/world.ts';

const base = 'http://bench.test/api/2.0';

/** Returns an answer as a client receives it: status, headers and bytes. */
async function read(
  core: TestCore,
  path: string,
  { as, gzip, method = 'GET' }: { as?: string | undefined; gzip?: boolean; method?: string } = {},
): Promise<{ status: number; headers: Record<string, string>; body: Buffer }> {
  const headers: Record<string, string> = gzip ? { 'Accept-Encoding': 'gzip' } : {};
  const response = await core.call(`${method} ${path}`, { ...(as ? { token: as } : {}), headers });
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

let unasked = 0;
/** Returns the same request under an address that nobody has used yet: unknown parameters are ignored (CONTRACT 1.2). */
const fresh = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}unasked=${(unasked += 1)}`;

/** Creates a server with one endpoint that counts its runs. */
function counting(core: TestCore, options: { wait?: () => Promise<void> } = {}) {
  let runs = 0;
  const server = createServer(
    [
      defineEndpoint({
        route: 'GET /counted/{word}',
        summary: 'How often this was run',
        auth: 'public',
        params: z.object({ word: z.string() }),
        query: z.object({ impure: z.string().optional() }),
        response: z.object({ runs: z.int() }),
        pure: ({ impure }) => impure === undefined,
        handler: async () => {
          const answer = { runs: (runs += 1) };
          await options.wait?.();
          return answer;
        },
      }),
    ],
    core.ctx,
  );
  return async (path = '/counted/pump', headers: Record<string, string> = {}): Promise<number> => {
    const response = await server(new Request(base + path, { headers }));
    return ((await response.json()) as { runs: number }).runs;
  };
}

const touch = (store: Replica): void => store.transact(null, (s) => s.meta.set('touched', Math.random()));

describe('a pure answer', () => {
  it('is computed once for all equal requests, until someone changes the store', async () => {
    await using core = testCore();
    const ask = counting(core);
    expect([await ask(), await ask(), await ask()]).toEqual([1, 1, 1]);
    expect(await ask('/counted/pump?page=2')).toBe(2);
    expect(await ask('/counted/pump', { 'Accept-Encoding': 'gzip' })).toBe(3);
    expect([await ask(), await ask('/counted/pump?page=2')]).toEqual([1, 2]);

    touch(core.ctx.store);
    expect([await ask(), await ask()]).toEqual([4, 4]);

    const other = new Replica({ dataDir: core.dataDir, purpose: 'sync' });
    touch(other);
    expect([await ask(), await ask()]).toEqual([5, 5]);
    other.close();

    writeFromOutside(core, "UPDATE meta SET value = '0' WHERE key = 'touched'");
    expect([await ask(), await ask()]).toEqual([6, 6]);

    core.ctx.store.note((s) => s.sessions.touch(new Map()));
    expect(await ask()).toBe(6);
    expect([await ask('/counted/pump?impure=1'), await ask('/counted/pump?impure=1')]).toEqual([7, 8]);
  });

  it('is not cached if the store changed while it was computed', async () => {
    await using core = testCore();
    const gates: (() => void)[] = [];
    const ask = counting(core, { wait: () => new Promise((resolve) => gates.push(resolve)) });
    const before = ask();
    touch(core.ctx.store);
    const after = ask();
    await vi.waitUntil(() => gates.length === 2);
    gates[1]?.();
    expect(await after).toBe(2);
    gates[0]?.();
    expect(await before).toBe(1);
    expect(await ask()).toBe(2);
  });

  it('can depend on the store only', async () => {
    await using core = testCore({ logLevel: 'silent' });
    for (const use of ['sync', 'views', 'request'] as const) {
      const server = createServer(
        [
          defineEndpoint({
            route: 'GET /wrong',
            summary: 'Looks where it must not',
            auth: 'public',
            response: z.boolean(),
            pure: true,
            handler: (input) => (use === 'request' ? input.request : input.ctx[use]) !== undefined,
          }),
        ],
        core.ctx,
      );
      expect((await server(new Request(`${base}/wrong`))).status).toBe(500);
    }
  });
});

/** Writes like another program, such as `sqlite3` or another Benchside. */
function writeFromOutside(core: TestCore, sql: string): void {
  const script = `new (require('better-sqlite3'))(process.argv[1]).exec(process.argv[2])`;
  const file = join(core.dataDir, 'benchside.sqlite');
  const ended = spawnSync(process.execPath, ['-e', script, file, sql], { encoding: 'utf8' });
  expect(ended.stderr).toBe('');
}

describe('with people and guides', () => {
  let core: TestCore;
  let now = Date.now() / 1000;
  beforeAll(async () => {
    core = testCore({}, { now: () => now });
    await buildWorld(core);
  });
  afterAll(() => core[Symbol.asyncDispose]());

  const askers: (Person | 'nobody' | undefined)[] = [
    undefined,
    'nobody',
    ...(Object.keys(people) as Person[]),
  ];
  const paths = [
    '/guides/1',
    '/guides/1?pretty',
    '/guides/1?type=XML',
    '/guides/1/',
    '/guides/2',
    '/guides/3',
    '/guides',
    '/guides?includePrivate',
    '/guides/featured',
    '/wikis/CATEGORY/Pump',
    '/wikis/WIKI',
    '/categories',
    '/categories/Pump',
    '/categories/all',
  ];

  /** Checks that everyone gets the same answer as from a server without a cache, the first time and later. */
  async function expectNothingStale(asked: readonly string[]): Promise<void> {
    for (const as of askers) {
      for (const path of asked) {
        for (const how of [{}, { gzip: true }, { method: 'HEAD' }]) {
          const expected = await read(core, fresh(path), { as, ...how });
          const got = [await read(core, path, { as, ...how }), await read(core, path, { as, ...how })];
          expect([as, path, how, got]).toEqual([as, path, how, [expected, expected]]);
        }
      }
    }
  }

  const revision = (guideid: number): number =>
    core.ctx.store.read(null, (s) => s.guides.row(guideid)?.revisionid ?? 0);
  const as = (token: Person, route: string, json?: unknown) => () =>
    core.call(route, { token, ...(json === undefined ? {} : { json }) });
  const guide =
    (token: Person, verb: string, guideid: number, below = '', json?: unknown) =>
    () =>
      as(token, `${verb} /guides/${guideid}${below}?revisionid=${revision(guideid)}`, json)();
  const set = (sql: string) => () => core.ctx.store.transact(null, (s) => s.db.exec(sql));
  let count = 0;
  const writes: Record<string, () => unknown> = {
    'a new title': () => guide('tomas', 'PATCH', 1, '', { title: `Title ${(count += 1)}` })(),
    'a favorite': as('omar', 'PUT /user/favorites/guides/1'),
    'no favorite': as('omar', 'DELETE /user/favorites/guides/1'),
    completed: as('lena', 'PUT /guides/1/completed'),
    published: guide('tomas', 'PUT', 2, '/public'),
    unpublished: guide('tomas', 'DELETE', 2, '/public'),
    'a comment': as('omar', 'POST /comments/guide/1', { text: 'It leaks.' }),
    'a wiki page': () =>
      as('ines', 'POST /wikis', { namespace: 'WIKI', title: `Page ${(count += 1)}`, contents: 'Words.' })(),
    'another name': () =>
      core.ctx.store.transact(null, (s) =>
        s.users.update(people.tomas, { username: `tomas ${(count += 1)}` }),
      ),
    'omar an author': set("UPDATE account SET role = 'author' WHERE userid = 6"),
    'omar a technician': set("UPDATE account SET role = 'technician' WHERE userid = 6"),
    'lena banned': set('UPDATE account SET banned = 1 WHERE userid = 5'),
    'lena back': () =>
      core.ctx.store.transact(null, (s) => {
        s.db.exec('UPDATE account SET banned = 0 WHERE userid = 5');
        s.sessions.add({ userid: people.lena, tokenHash: hashToken('lena') });
      }),
    'kofi no collaborator': set("DELETE FROM collaborator WHERE kind = 'user' AND id = 4"),
    'kofi a collaborator': as('tomas', 'PUT /guides/2/users/4'),
    'a private site': () => core.ctx.store.transact(null, (s) => s.meta.set('site', { private: true })),
    'an open site': () => core.ctx.store.transact(null, (s) => s.meta.set('site', {})),
    'somebody else’s connection': () => {
      const other = new Replica({ dataDir: core.dataDir, purpose: 'sync' });
      other.transact(null, (s) =>
        s.db.exec(`UPDATE account SET username = 'kofi ${(count += 1)}' WHERE userid = 4`),
      );
      other.close();
    },
    'read and noted': async () => {
      now += 3600;
      await as('kofi', 'GET /guides/1')();
      core.ctx.views.flush();
    },
  };

  it("a write shows in the very next answer to everyone, and nobody gets another person's answer", async () => {
    await expectNothingStale(paths);
    for (const [name, write] of Object.entries(writes)) {
      const answer = await write();
      if (answer instanceof Response) expect([name, answer.ok]).toEqual([name, true]);
      await expectNothingStale(['/guides/1', '/guides/2', '/guides', '/wikis/WIKI']);
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...Object.keys(writes)), fc.constantFrom(...paths)), {
          minLength: 1,
          maxLength: 4,
        }),
        async (steps) => {
          for (const [write, path] of steps) {
            for (const who of askers) await read(core, path, { as: who });
            await writes[write]?.();
            await expectNothingStale([path]);
          }
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);

  it('private, favorite and editable guides are shown to the people they concern', async () => {
    await writes['unpublished']?.();
    await writes['an open site']?.();
    await writes['lena back']?.();
    await writes['omar a technician']?.();
    await writes['kofi a collaborator']?.();
    const status = (who?: Person) => read(core, '/guides/2', { as: who }).then((answer) => answer.status);
    for (const who of [undefined, 'ada', 'tomas', 'ines', 'kofi', 'lena', 'omar'] as const) {
      const allowed = who !== undefined && who !== 'ines' && who !== 'omar';
      for (const _ of [1, 2]) expect([who, await status(who)]).toEqual([who, allowed ? 200 : 403]);
    }
    const flags = async (who?: Person) => {
      const { favorited, can_edit } = JSON.parse(
        String((await read(core, '/guides/1', { as: who })).body),
      ) as {
        favorited: boolean;
        can_edit: boolean;
      };
      return [favorited, can_edit];
    };
    await writes['no favorite']?.();
    expect([await flags(), await flags('tomas'), await flags('omar'), await flags('ines')]).toEqual([
      [false, false],
      [true, true],
      [false, false],
      [false, true],
    ]);
    await writes['a favorite']?.();
    expect([await flags('omar'), await flags()]).toEqual([
      [true, false],
      [false, false],
    ]);
    await writes['a private site']?.();
    expect((await read(core, '/guides/1')).status).toBe(401);
    await writes['an open site']?.();
    expect((await read(core, '/guides/1')).status).toBe(200);
  });

  it('a view is recorded for a cached answer, too', async () => {
    const looks = async (path: string): Promise<ViewRecord[]> => {
      const before = now;
      for (const _ of [1, 2]) {
        now += 3600;
        expect((await read(core, path, { as: 'omar' })).status).toBe(200);
        core.ctx.views.flush();
      }
      return (
        await core.json<ViewRecord[]>(`GET /user_view_history/user/${people.omar}`, { token: 'ada' })
      ).filter(({ date }) => date > before);
    };
    const row = (doc_type: string, docid: string, date: number) =>
      expect.objectContaining({ doc_type, docid, date: Math.floor(date) });
    expect(await looks('/guides/1')).toEqual([row('GUIDE', '1', now), row('GUIDE', '1', now - 3600)]);
    const manual = await looks('/wikis/WIKI/Manual');
    expect(manual).toEqual([
      row('WIKI', manual[0]?.docid ?? '', now),
      row('WIKI', manual[1]?.docid ?? '', now - 3600),
    ]);
  });

  it('the answer is the same in plain, compressed and formatted form, over a socket too, and HEAD has the same headers without the body', async () => {
    const server = await listen(core.fetch, { host: '127.0.0.1', port: 0 });
    const get = async (path: string, headers: Record<string, string>, method = 'GET') => {
      const response = await fetch(`${server.origin}/api/2.0${path}`, { headers, method });
      return { response, body: Buffer.from(await response.arrayBuffer()) };
    };
    for (const _ of ['made', 'kept']) {
      const plain = await get('/guides/1', { 'Accept-Encoding': 'identity' });
      const zipped = await get('/guides/1', { 'Accept-Encoding': 'gzip' });
      const pretty = await get('/guides/1?pretty', { 'Accept-Encoding': 'identity' });
      const head = await get('/guides/1', { 'Accept-Encoding': 'identity' }, 'HEAD');
      expect(plain.response.headers.get('Content-Length')).toBe(String(plain.body.length));
      expect(plain.response.headers.get('Vary')).toBe('Accept-Encoding, Authorization');
      expect(String(plain.body)).toContain(`"url":"${server.origin}/Guide/`);
      expect(zipped.response.headers.get('Content-Encoding')).toBe('gzip');
      expect(zipped.body.equals(plain.body)).toBe(true);
      expect(JSON.parse(String(pretty.body))).toEqual(JSON.parse(String(plain.body)));
      for (const name of ['Content-Type', 'Content-Length', 'Vary', 'Access-Control-Allow-Origin']) {
        expect(head.response.headers.get(name)).toBe(plain.response.headers.get(name));
      }
      expect(head.body.length).toBe(0);
    }
    await server.close();
    const xml = [await read(core, '/guides/1?type=xml'), await read(core, '/guides/1?type=xml')];
    expect(xml[0]).toEqual(xml[1]);
    expect(xml[0]?.headers['content-type']).toMatch(/^application\/xml/);
    const zipped = await read(core, '/guides/1', { gzip: true });
    expect(gunzipSync(zipped.body).equals((await read(core, '/guides/1')).body)).toBe(true);
  });

  it('a pure endpoint only reads, and does not depend on the clock', async () => {
    const pure = endpoints.filter((endpoint) => endpoint.pure({}));
    expect(pure.map(({ route }) => route)).toContain('GET /guides/{guideid}');
    for (const { route, example = {} } of pure) {
      expect(route).toMatch(/^GET /);
      const path = route
        .slice(4)
        .replace(/\{(\w+)[^}]*\}/g, (_, name: string) => example.params?.[name] ?? '1');
      const question = `${path}?${new URLSearchParams(example.query).toString()}`;
      const before = await read(core, question, { as: 'ada' });
      now += 400 * 86_400;
      expect([route, await read(core, fresh(question), { as: 'ada' })]).toEqual([route, before]);
      core.ctx.store.note((s) => s.sessions.touch(new Map([['other', now]])));
      expect(await read(core, question, { as: 'ada' })).toEqual(before);
    }
  });
});

describe('the answer cache', () => {
  const answer = (length: number) => ({
    route: 'GET /guides',
    status: 200,
    headers: {},
    bytes: Buffer.alloc(length),
  });

  it('never exceeds its limit, and keeps the most recently used answers', () => {
    const most = 100_000;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 8_000 })), {
          minLength: 1,
          maxLength: 400,
          size: 'max',
        }),
        (asks) => {
          const kept = new KeptAnswers(most);
          const size = new Map<number, number>();
          for (const [id, length] of asks) {
            if (kept.find(1, String(id))) continue;
            kept.keep(1, String(id), answer(length));
            size.set(id, length);
          }
          const [last] = asks.at(-1) ?? [0];
          if ((size.get(last) ?? 0) < 5_000) expect(kept.find(1, String(last))).toBeDefined();
          // Reading them moves them to the young half; the rest is no more than there was.
          const found = [...size].filter(([id]) => kept.find(1, String(id)));
          expect(found.reduce((sum, [, length]) => sum + length, 0)).toBeLessThanOrEqual(most);
          expect([...size.keys()].filter((id) => kept.find(2, String(id)))).toEqual([]);
        },
      ),
    );
  });

  it('is emptied when the store changes, and does not keep answers that come late', () => {
    const kept = new KeptAnswers();
    expect(kept.find(1, 'a')).toBeUndefined();
    kept.keep(1, 'a', answer(10));
    expect(kept.find(1, 'a')).toBeDefined();
    expect(kept.find(2, 'a')).toBeUndefined();
    kept.keep(1, 'b', answer(10));
    expect([kept.find(2, 'a'), kept.find(2, 'b')]).toEqual([undefined, undefined]);
  });
});
