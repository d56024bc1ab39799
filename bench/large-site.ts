/**
 * Reads of a hub with many guides, beside the same reads of one with 10,000: `node bench/large-site.ts --guides 1000000`. Real hub processes
 * over HTTP, no kept answers. With `--postgres` the large hub is also moved into PostgreSQL, copied by a second process, and moved back.
 */
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { databaseName } from '../app/store/database-name.ts';
import { temporaryFolder } from '../test/helpers/temporary-folder.ts';
import { PostgresServer } from '../test/helpers/postgres.ts';
import { serve, succeed } from '../test/helpers/process.ts';
import type { Server } from '../test/helpers/process.ts';
import { filledHub } from './data/build.ts';
import { queriesOf } from './data/document.ts';
import { readSource } from './data/source.ts';
import { random } from './random.ts';
import { percentile, seconds, timed } from './stats.ts';

const { values } = parseArgs({
  options: {
    guides: { type: 'string', default: '1000000' },
    postgres: { type: 'boolean', default: false },
    data: { type: 'string' },
  },
});
const size = Number(values.guides);
const reads = 100;
const { guides, name } = readSource(values.data);
const queries = queriesOf(guides);
const categories = [...new Set(guides.map(({ category }) => category))];
using folder = temporaryFolder();

async function read(url: string): Promise<void> {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
}

/** Reads the feed to its first lines. */
async function readFeed(url: string): Promise<void> {
  const stop = new AbortController();
  const response = await fetch(url, { signal: stop.signal });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  await response.body?.getReader().read();
  stop.abort();
}

/** Returns the milliseconds of each kind of read: p50 and p95. */
async function measure({ url }: Server, count: number): Promise<Map<string, [number, number]>> {
  const next = random(1);
  const from = <T>(list: readonly T[], index: number): T | '' => list[index % list.length] ?? '';
  const anyGuide = (): number => 1 + Math.floor(next() * count);
  const fresh = (path: string): string =>
    `${url}${path}${path.includes('?') ? '&' : '?'}read=${randomUUID()}`;
  const kinds: Record<string, (index: number) => Promise<void>> = {
    'one guide': () => read(fresh(`/guides/${anyGuide()}`)),
    home: () => read(fresh('/benchside/home')),
    'list of categories': () => read(fresh('/categories')),
    'page of a category': (index) =>
      read(fresh(`/benchside/category/${encodeURIComponent(from(categories, index))}`)),
    'search, whole words': (index) =>
      read(fresh(`/benchside/search?q=${encodeURIComponent(from(queries, index))}`)),
    'search, still typing': (index) =>
      read(fresh(`/benchside/search?q=${encodeURIComponent(from(queries, index).slice(0, -2))}`)),
    'search of the contract': (index) => read(fresh(`/search/${encodeURIComponent(from(queries, index))}`)),
    'newest 20 guides': () => read(fresh('/guides?limit=20')),
    '20 guides from the middle': () => read(fresh(`/guides?limit=20&offset=${Math.floor(count / 2)}`)),
    'feed, first lines after a place': () => readFeed(fresh(`/benchside/changes?after=${anyGuide()}`)),
  };
  const result = new Map<string, [number, number]>();
  for (const [kind, work] of Object.entries(kinds)) {
    const times = await timed(reads, work, 5);
    result.set(kind, [percentile(times, 0.5), percentile(times, 0.95)]);
  }
  return result;
}

async function made(data: string, count: number): Promise<void> {
  const took = await seconds(() => filledHub(data, count, guides).close());
  const bytes = statSync(join(data, databaseName)).size;
  console.log(`${count} guides (${name}) made in ${took.toFixed(0)} s: ${(bytes / 1e9).toFixed(2)} GB`);
}

async function measured(args: readonly string[], count: number): Promise<Map<string, [number, number]>> {
  let hub: Server | undefined;
  const started = await seconds(async () => (hub = await serve(['hub', '--port', '0', ...args])));
  if (!hub) throw new Error('there is no hub');
  await using running = hub;
  console.log(`a hub with ${count} guides starts in ${started.toFixed(1)} s`);
  const result = await measure(running, count);
  await running.kill('SIGTERM');
  return result;
}

const few = 10_000;
const [small, large] = [join(folder.path, 'small'), join(folder.path, 'large')];
await made(small, few);
const before = await measured(['--data', small], few);
await made(large, size);
const after = await measured(['--data', large], size);

console.log(`\n| ms, p50 / p95 | ${few} guides | ${size} guides |\n|---|---|---|`);
const shown = (times: readonly number[] = []): string => times.map((ms) => ms.toPrecision(3)).join(' / ');
for (const [kind, times] of after) console.log(`| ${kind} | ${shown(before.get(kind))} | ${shown(times)} |`);

if (values.postgres) {
  await using postgres = await PostgresServer.create();
  const pictures = join(folder.path, 'pictures');
  const shared = ['--database', postgres.url];
  const told = async (what: string, work: () => Promise<unknown>): Promise<void> =>
    console.log(`${what}: ${(await seconds(work)).toFixed(1)} s`);
  console.log('');
  await succeed(['move-media', '--data', large, '--to', pictures]);
  await told('moved into PostgreSQL', () => succeed(['move-hub', 'postgres', '--data', large, ...shared]));
  const copy = join(folder.path, 'copy');
  await measured(['--data', copy, ...shared, '--media', pictures], size);
  await told('moved back', () =>
    succeed(['move-hub', 'folder', '--data', join(folder.path, 'back'), ...shared]),
  );
}
