import { cpSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';

import type { Endpoint } from '../../app/api/endpoint.ts';
import { endpoints } from '../../app/api/index.ts';
import { Db, withHiddenValues } from '../../app/store/database.ts';
import { compile } from '../../app/store/sql.ts';
import type { Query } from '../../app/store/sql.ts';
import { asker, send } from '../api/contract/asks.ts';
import { templates } from '../api/contract/templates.ts';
import type { Person } from '../api/contract/world.ts';
import { temporaryFolder } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { grow, grownRows } from './grown.ts';

interface Ran {
  /** Of the first time. */
  parameters: readonly unknown[];
  routes: Set<string>;
  /** Statements that only run for requests with a filter. */
  filtering: boolean;
}

/** Every statement that ran. */
const ran = new Map<string, Ran>();
let asked = { route: '', filtering: false };

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
  for (const method of ['all', 'one', 'run'] as const) {
    const original = Db.prototype[method];
    vi.spyOn(Db.prototype, method).mockImplementation(function (this: Db, query: Query<unknown>) {
      const { sql, parameters } = compile(query);
      const known = ran.get(sql) ?? { parameters, routes: new Set(), filtering: true };
      known.routes.add(asked.route);
      known.filtering &&= asked.filtering;
      ran.set(sql, known);
      return original.call(this, query) as never;
    });
  }
}, 120_000);

afterAll(async () => {
  vi.restoreAllMocks();
  await core[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** Statements about tables that the example world leaves empty. */
async function addWhatIsRare(small: TestCore): Promise<void> {
  const edit = async (path: string, json: unknown): Promise<void> => {
    const { revisionid } = await small.json<{ revisionid: number }>(`GET ${path}`, { token: 'tomas' });
    await small.json(`PATCH ${path}${path.includes('?') ? '&' : '?'}revisionid=${revisionid}`, {
      token: 'tomas',
      json,
    });
  };
  await edit('/guides/2', { prerequisites: [1] });
  await edit('/guides/1?langid=de', { title: 'Die Pumpe instand setzen' });
  await small.json('PUT /benchside/reading/1', { token: 'tomas', json: { stepid: 1 } });
  small.ctx.views.flush();
}

/**
 * Full scans that are right. All other statements use an index, or read a list in its order from one end until the page is full, past only
 * rows that the reader may not see: a scan with a LIMIT and without a sort, of a list without a filter.
 */
const accepted: readonly { route: string; table: string; why: string }[] = [
  {
    route: 'GET /guides',
    table: 'guide',
    why: 'more than a thousand changed since: the first page of them is near',
  },
  {
    route: 'GET /users',
    table: 'account',
    why: 'more than a thousand joined since: the first page of them is near',
  },
  {
    route: 'GET /comments',
    table: 'comment',
    why: 'more than a thousand are newer: the first page of them is near',
  },
  {
    route: 'GET /users/search/{search}',
    table: 'account',
    why: 'a part of a name stands anywhere in it (CONTRACT 3.8)',
  },
  { route: 'GET /users/searchnames/{search}', table: 'account', why: 'the same' },
  { route: 'GET /benchside/search/work', table: 'account', why: 'the same' },
  { route: 'GET /translation_glossary/entries', table: 'glossary_entry', why: 'the answer is all of them' },
  { route: 'PUT /translation_glossary/entries', table: 'glossary_entry', why: 'the answer is all of them' },
  {
    route: 'GET /benchside/home',
    table: 'guide',
    why: 'counts by category over an index, kept until the next commit',
  },
  { route: 'GET /benchside/category/{title}', table: 'guide', why: 'the same counts' },
  {
    route: 'POST /benchside/user/password',
    table: 'session',
    why: 'seldom asked for, and it also ends sessions by who impersonates in them',
  },
  { route: 'GET /benchside/overview', table: 'account', why: 'a count over an index' },
  { route: 'GET /benchside/overview', table: 'team', why: 'a count over an index' },
  { route: 'GET /benchside/overview', table: 'guide', why: 'an index of flagged guides alone' },
  {
    route: 'GET /benchside/people',
    table: 'account',
    why: 'a count over an index; a part of a name stands anywhere in it',
  },
  { route: 'GET /benchside/flags', table: 'guide', why: 'an index of flagged guides alone' },
  { route: 'GET /benchside/flags', table: 'f', why: 'the flags of each of them' },
  { route: 'GET /benchside/releases', table: 'release', why: 'guides that had one, counted over an index' },
  { route: 'GET /benchside/sync', table: 'guide', why: 'a count over an index' },
  { route: 'GET /benchside/sync', table: 'wiki', why: 'a count over an index' },
  {
    route: 'GET /benchside/sync',
    table: 'image_file',
    why: 'counts of pictures, at a desk kept between rounds',
  },
];

test(`no request scans a table of ${grownRows} rows`, async () => {
  for (const endpoint of endpoints.filter(({ example, profile }) => example && profile !== 'desk')) {
    const { route } = endpoint;
    for (const query of queriesOf(endpoint)) {
      asked = { route, filtering: isFiltering(query) };
      for (const as of askersOf(endpoint)) {
        const response = await send(core, endpoint, { as, query });
        await response.arrayBuffer();
        expect([route, query, response.status < 500]).toEqual([route, query, true]);
      }
    }
  }
  expect(ran.size).toBeGreaterThan(200);
  const db = new Database(join(dataDir, 'benchside.sqlite'), { readonly: true });
  const met = new Set<unknown>();
  const walks = [...ran].flatMap(([sql, { parameters, routes, filtering }]) =>
    tablesWalked(db, sql, parameters, filtering).flatMap((table) => {
      const reasons = accepted.filter((one) => one.table === table && routes.has(one.route));
      for (const reason of reasons) met.add(reason);
      return reasons.length === routes.size
        ? []
        : [`${table}: ${[...routes].join(', ')}: ${sql.replaceAll(/\s+/g, ' ')}`];
    }),
  );
  db.close();
  expect(
    walks,
    'write a statement that uses an index; a table whose rows have a limit is named in `small` (grown.ts), a scan that is right in `accepted`',
  ).toEqual([]);
  expect(accepted.filter((one) => !met.has(one))).toEqual([]);
}, 300_000);

/** Parameters of a list that hide nothing its reader may see. */
const notFilters: ReadonlySet<string> = new Set([
  'limit',
  'offset',
  'order',
  'includePrivate',
  'display',
  'pretty',
]);

const isFiltering = (query: Record<string, string | undefined>): boolean =>
  Object.entries(query).some(([name, value]) => value !== undefined && !notFilters.has(name));

/** Returns the example's query, and again with each filter of the endpoint. */
function queriesOf({ route, query, example }: Endpoint): Record<string, string | undefined>[] {
  // Reading the whole feed reads all rows; its end is found like any other part.
  if (route === 'GET /benchside/changes') return [{ after: '999999999' }];
  if (!query || !route.startsWith('GET ')) return [{}];
  interface Shape {
    type?: string;
    enum?: string[];
  }
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Shape>;
  };
  const filters = Object.entries(properties).flatMap(([name, { type, enum: values }]) => {
    const tried = values ??
      { integer: ['1', '200'], number: ['0', '4102444800'], boolean: [''], array: ['1,2'] }[type ?? ''] ?? [
        'Pump',
        'xyz',
      ];
    return tried.map((value) => ({ [name]: value }));
  });
  const none = Object.fromEntries(Object.keys(example?.query ?? {}).map((name) => [name, undefined]));
  return [none, {}, ...filters.map((filter) => ({ ...none, ...filter }))];
}

/** Returns people who see different things: nobody, a person with guides and teams, an admin. */
const askersOf = (endpoint: Endpoint): (Person | undefined)[] =>
  endpoint.route.startsWith('GET ') ? [undefined, 'tomas', 'ada'] : [asker(endpoint)];

/** Returns the large tables that a statement scans completely. */
function tablesWalked(
  db: Database.Database,
  sql: string,
  parameters: readonly unknown[],
  filtering: boolean,
): string[] {
  if (!/^\s*(?:SELECT|WITH|UPDATE|DELETE|INSERT)/i.test(sql)) return [];
  const plan = db.prepare<unknown[], Step>(`EXPLAIN QUERY PLAN ${withHiddenValues(sql)}`).all(...parameters);
  const names = new Map(
    [...sql.matchAll(/\b(?:FROM|JOIN|UPDATE)\s+"?(\w+)"?(?:\s+(?:AS\s+)?"?(\w+)"?)?/gi)].flatMap(
      ([, table = '', alias]) => [[table, table] as const, ...(alias ? [[alias, table] as const] : [])],
    ),
  );
  const tableOf = ({ detail }: Step): string => {
    const name = /^(?:SCAN|SEARCH) (\w+)/.exec(detail)?.[1] ?? '';
    return names.get(name) ?? name;
  };
  const sorts = plan.some(({ detail }) => detail.includes('TEMP B-TREE FOR ORDER BY'));
  const isPage = !filtering && !sorts && /\bLIMIT\b/.test(sql);
  return plan
    .filter((step, index) => {
      if (!step.detail.startsWith('SCAN ')) return false;
      if (!step.detail.includes('VIRTUAL TABLE')) return !isPage && large.has(tableOf(step));
      // A list of values that is scanned again for every row of a large table.
      return plan.slice(0, index).some((outer) => outer.parent === step.parent && large.has(tableOf(outer)));
    })
    .map(tableOf);
}

interface Step {
  parent: number;
  detail: string;
}
