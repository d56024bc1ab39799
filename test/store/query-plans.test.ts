import { cpSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';

import type { Endpoint } from '../../app/api/endpoint.ts';
import { endpoints } from '../../app/api/index.ts';
import { Db } from '../../app/store/database.ts';
import { asker, send } from '../api/contract/asks.ts';
import { templates } from '../api/contract/templates.ts';
import type { Person } from '../api/contract/world.ts';
import { temporaryFolder } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { grow, grownRows } from './grown.ts';

/** Every statement that was run, with what it was run with the first time and by whom. */
const ran = new Map<string, { parameters: readonly unknown[]; routes: Set<string> }>();
let route = '';

const folder = temporaryFolder();
const dataDir = join(folder.path, 'hub');
let core: TestCore;
let large: ReadonlySet<string>;

beforeAll(async () => {
  using worlds = await templates();
  cpSync(worlds.hub.folder, dataDir, { recursive: true });
  {
    await using small = worlds.hub.open(dataDir);
    await addWhatIsRare(small);
  }
  large = new Set(grow(join(dataDir, 'benchside.sqlite')));
  core = worlds.hub.open(dataDir);
  for (const method of ['allSql', 'oneSql', 'runSql'] as const) {
    const original = Db.prototype[method];
    vi.spyOn(Db.prototype, method).mockImplementation(function (this: Db, sql: string, parameters = []) {
      const known = ran.get(sql) ?? { parameters, routes: new Set() };
      known.routes.add(route);
      ran.set(sql, known);
      return original.call(this, sql, parameters) as never;
    });
  }
}, 120_000);

afterAll(async () => {
  vi.restoreAllMocks();
  await core[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** Of the tables that the example world leaves empty. */
async function addWhatIsRare(small: TestCore): Promise<void> {
  const edit = async (path: string, json: unknown): Promise<void> => {
    const { revisionid } = await small.json<{ revisionid: number }>(`GET ${path}`, { token: 'tomas' });
    await small.json(`PATCH ${path}${path.includes('?') ? '&' : '?'}revisionid=${revisionid}`, { token: 'tomas', json });
  };
  await edit('/guides/2', { prerequisites: [1] });
  await edit('/guides/1?langid=de', { title: 'Die Pumpe instand setzen' });
  await small.json('PUT /benchside/reading/1', { token: 'tomas', json: { stepid: 1 } });
  small.ctx.views.flush();
}

test(`no request walks through a table of ${grownRows} rows`, async () => {
  for (const endpoint of endpoints.filter(({ example, profile }) => example && profile !== 'desk')) {
    ({ route } = endpoint);
    for (const query of queriesOf(endpoint)) {
      for (const as of askersOf(endpoint)) {
        const response = await send(core, endpoint, { as, query });
        await response.arrayBuffer();
        expect([route, query, response.status < 500]).toEqual([route, query, true]);
      }
    }
  }
  expect([...ran.keys()].length).toBeGreaterThan(200);
  const db = new Database(join(dataDir, 'benchside.sqlite'), { readonly: true });
  const found = [...ran].flatMap(([sql, { parameters, routes }]) =>
    walks(db, sql, parameters).map((walk) => `${walk}\n  ${sql.replaceAll(/\s+/g, ' ')}\n  ${[...routes].join(', ')}`),
  );
  db.close();
  expect(found.join('\n\n')).toBe('');
}, 300_000);

/** The example's query, and it again with each filter the endpoint knows, one at a time. */
function queriesOf({ route, query, example }: Endpoint): Record<string, string>[] {
  // All of the feed is all there is; its end is found as any part of it.
  if (route === 'GET /benchside/changes') return [{ after: '999999999' }];
  if (!query || !route.startsWith('GET ')) return [{}];
  interface Shape {
    type?: string;
    enum?: string[];
  }
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Shape>;
  };
  const own = Object.keys(example?.query ?? {});
  const filters = Object.entries(properties).flatMap(([name, { type, enum: values }]) => {
    const tried = values ?? { integer: ['1', '200'], number: ['0', '1700000000'], boolean: [''], array: ['1,2'] }[type ?? ''] ?? ['Pump', 'xyz'];
    return tried.map((value) => ({ [name]: value }));
  });
  const none = Object.fromEntries(own.map((name) => [name, undefined])) as unknown as Record<string, string>;
  return [{}, ...filters.map((filter) => ({ ...none, ...filter }))];
}

/** Who sees different things: nobody, somebody with guides and teams, an editor, an admin. */
const askersOf = (endpoint: Endpoint): (Person | undefined)[] =>
  endpoint.route.startsWith('GET ') ? [undefined, 'tomas', 'ines', 'ada'] : [asker(endpoint)];

interface Step {
  detail: string;
}

/** The large tables that a statement goes through from one end. */
function walks(db: Database.Database, sql: string, parameters: readonly unknown[]): string[] {
  if (!/^\s*(?:SELECT|WITH|UPDATE|DELETE|INSERT)/i.test(sql)) return [];
  const plan = db.prepare<unknown[], Step>(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
  const names = new Map(
    [...sql.matchAll(/\b(?:FROM|JOIN|UPDATE|,)\s+"?(\w+)"?(?:\s+(?:AS\s+)?"?(\w+)"?)?/gi)].flatMap(([, table = '', alias]) =>
      [[table, table] as const, ...(alias ? [[alias, table] as const] : [])],
    ),
  );
  return plan
    .map(({ detail }) => detail)
    .filter((detail) => {
      const [, name = ''] = /^SCAN (\w+)/.exec(detail) ?? [];
      return large.has(names.get(name) ?? name);
    });
}
