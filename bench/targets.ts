import type { Measure, Samples } from './contestants.ts';
import { median } from './stats.ts';

/** A claim about ours, as a ratio to something measured in the same run. */
export interface Target {
  what: string;
  of: Measure;
  unit: 's' | 'ms' | 'MB' | '/s';
  ours: [contestant: string, metric: string];
  /** The best of these is the best peer. */
  peers: [contestant: string, metric: string][];
  /** Sum of these; absent when nothing physical bounds it. */
  limit?: [contestant: string, metric: string][];
  /** Compared with the limit, or with the best peer. */
  against: 'limit' | 'peer';
  /** Greatest ratio of ours, or the smallest for `/s`. */
  ratio: number;
  /** What is promised besides: an absolute value. */
  atMost?: number;
  atLeast?: number;
}

const first = (contestant: string): [string, string] => [contestant, 'full_s'];
const l1f = [
  first('limit: GET + parse'),
  first('limit: insert bytes'),
  ['limit: full-text index', 'build_s'] as [string, string],
];
const rxdb = ['RxDB, 1000 per pull', 'RxDB, plain endpoints'];
const of = (names: string[], metric: string): [string, string][] => names.map((name) => [name, metric]);

/** In brackets: numbers of the first measurements (T), the goals that followed from them (G), and those of a sync by copying (S). */
const measured: readonly Target[] = [
  {
    what: 'First sync, plain endpoints, durable and searchable (T1, T2)',
    of: 'first-sync',
    unit: 's',
    ours: first('ours, plain endpoints'),
    peers: [first('PouchDB'), ...of(rxdb, 'indexed_s')],
    limit: l1f,
    against: 'limit',
    ratio: 1.25,
  },
  {
    what: 'First sync, plain endpoints, against PouchDB (T1, T2)',
    of: 'first-sync',
    unit: 's',
    ours: first('ours, plain endpoints'),
    peers: [first('PouchDB')],
    against: 'peer',
    ratio: 0.35,
  },
  {
    what: 'First sync, plain endpoints, against RxDB by plain endpoints (S)',
    of: 'first-sync',
    unit: 's',
    ours: first('ours, plain endpoints'),
    peers: [first('RxDB, plain endpoints')],
    against: 'peer',
    ratio: 1.25,
  },
  {
    what: 'First sync, feed, against the same (S)',
    of: 'first-sync',
    unit: 's',
    ours: first('ours, feed'),
    peers: [first('RxDB, plain endpoints')],
    limit: [first('limit: feed + parse'), ...l1f.slice(1)],
    against: 'peer',
    ratio: 1,
  },
  {
    what: 'First sync, feed of a real hub (S)',
    of: 'first-sync',
    unit: 's',
    ours: first('ours, feed of a real hub'),
    peers: [first('RxDB, plain endpoints')],
    limit: [first('limit: feed + parse'), ...l1f.slice(1)],
    against: 'peer',
    ratio: 1,
  },
  {
    what: 'First sync, snapshot of a real hub, against RxDB without index or disk (S)',
    of: 'first-sync',
    unit: 's',
    ours: first('ours, snapshot of a real hub'),
    peers: of(rxdb, 'full_s'),
    against: 'peer',
    ratio: 0.25,
  },
  {
    what: 'First sync, snapshot of a real hub, against PouchDB (S)',
    of: 'first-sync',
    unit: 's',
    ours: first('ours, snapshot of a real hub'),
    peers: [first('PouchDB')],
    against: 'peer',
    ratio: 0.1,
  },
  {
    what: 'First sync, snapshot of a real hub, against copying its bytes to the disk (S)',
    of: 'first-sync',
    unit: 's',
    ours: first('ours, snapshot of a real hub'),
    peers: [],
    limit: [['ours, snapshot of a real hub', 'copy_s']],
    against: 'limit',
    ratio: 2.5,
  },
  {
    what: 'First sync, bundle without pictures',
    of: 'first-sync',
    unit: 's',
    ours: first('ours, bundle'),
    peers: of(rxdb, 'full_s'),
    limit: [first('limit: feed + parse'), ...l1f.slice(1)],
    against: 'peer',
    ratio: 0.75,
  },
  {
    what: 'A hub makes a bundle without pictures',
    of: 'first-sync',
    unit: 's',
    ours: ['ours, bundle', 'made_s'],
    peers: of(rxdb, 'full_s'),
    against: 'peer',
    ratio: 0.75,
  },
  {
    what: 'Peak memory of a first sync (T3)',
    of: 'first-sync',
    unit: 'MB',
    ours: ['ours, feed', 'peak_mb'],
    peers: of(['PouchDB', ...rxdb], 'peak_mb'),
    against: 'peer',
    ratio: 1.21,
    atMost: 420,
  },
  {
    what: 'Disk, with search index (T4, S)',
    of: 'first-sync',
    unit: 'MB',
    ours: ['ours, feed', 'disk_mb'],
    peers: [['PouchDB', 'disk_mb']],
    limit: [['limit: insert bytes', 'disk_mb']],
    against: 'limit',
    ratio: 0.28,
  },
  {
    what: 'Longest stall of the main thread in a first sync (T5)',
    of: 'first-sync',
    unit: 'ms',
    ours: ['ours, feed', 'stall_ms'],
    peers: of(['PouchDB', ...rxdb], 'stall_ms'),
    against: 'peer',
    ratio: 1,
    atMost: 16,
  },
  {
    what: 'Reads by the window meanwhile, p99 (T5, G)',
    of: 'first-sync',
    unit: 'ms',
    ours: ['ours, feed', 'during_p99_ms'],
    peers: [],
    against: 'peer',
    ratio: 1,
    atMost: 16,
  },
  {
    what: 'Reads by a real window during a first sync, p99 (G)',
    of: 'window',
    unit: 'ms',
    ours: ['ours, first sync under a window', 'during_p99_ms'],
    peers: [],
    against: 'peer',
    ratio: 1,
    atMost: 16,
  },
  {
    what: 'Nothing changed, feed (T6)',
    of: 'unchanged',
    unit: 'ms',
    ours: ['ours, feed', 'unchanged_ms'],
    peers: of(['PouchDB', ...rxdb], 'unchanged_ms'),
    limit: [['limit: GET, discarded', 'unchanged_p50_ms']],
    against: 'limit',
    ratio: 10,
    atMost: 3,
  },
  {
    what: 'Nothing changed, plain endpoints (T6)',
    of: 'unchanged',
    unit: 'ms',
    ours: ['ours, plain endpoints', 'unchanged_ms'],
    peers: of(['PouchDB', ...rxdb], 'unchanged_ms'),
    limit: [['limit: GET, discarded', 'unchanged_p50_ms']],
    against: 'limit',
    ratio: 10,
    atMost: 3,
  },
  {
    what: '1 % changed, feed (S)',
    of: 'changed',
    unit: 'ms',
    ours: ['ours, feed', 'changed_ms'],
    peers: of(rxdb, 'changed_ms'),
    limit: [['limit: GET + parse', 'changed_ms']],
    against: 'peer',
    ratio: 2,
    atMost: 200,
  },
  {
    what: '1 % changed, feed (T7)',
    of: 'changed',
    unit: 'ms',
    ours: ['ours, feed', 'changed_ms'],
    peers: of(['PouchDB', ...rxdb], 'changed_ms'),
    limit: [['limit: GET + parse', 'changed_ms']],
    against: 'limit',
    ratio: 7,
  },
  {
    what: '1 % changed, plain endpoints (T7)',
    of: 'changed',
    unit: 'ms',
    ours: ['ours, plain endpoints', 'changed_ms'],
    peers: of(['PouchDB', ...rxdb], 'changed_ms'),
    limit: [['limit: GET + parse', 'changed_ms']],
    against: 'limit',
    ratio: 7,
  },
  {
    what: '1,000 edits pushed, 50 disputed (T8)',
    of: 'pushed',
    unit: 's',
    ours: ['ours, feed', 'push_s'],
    peers: [
      ['PouchDB', 'push_s'],
      ['RxDB, 1000 per pull', 'push_s'],
    ],
    limit: [['limit: PATCH', 'push_s']],
    against: 'limit',
    ratio: 3.5,
    atMost: 0.5,
  },
  {
    what: '1,000 edits pushed to a real hub, 50 disputed (T8, S)',
    of: 'pushed',
    unit: 's',
    ours: ['ours, feed of a real hub', 'push_s'],
    peers: [
      ['PouchDB', 'push_s'],
      ['RxDB, 1000 per pull', 'push_s'],
    ],
    limit: [['limit: PATCH of a real hub', 'push_s']],
    against: 'limit',
    ratio: 3.5,
    atMost: 1,
  },
  {
    what: 'First sync, feed, every answer 30 ms late (G)',
    of: 'latency',
    unit: 's',
    ours: first('ours, feed, 30 ms away'),
    peers: [first('RxDB, 1000 per pull, 30 ms away')],
    against: 'peer',
    ratio: 1,
  },
  {
    what: 'First sync, plain endpoints, every answer 30 ms late, 6 connections (T14)',
    of: 'latency',
    unit: 's',
    ours: first('ours, plain endpoints, 30 ms away'),
    peers: [first('RxDB, 1000 per pull, 30 ms away')],
    limit: [first('limit: GET, discarded, 30 ms away')],
    against: 'limit',
    ratio: 1.5,
  },
  {
    what: 'One guide, in process, composed text, p50 (T9)',
    of: 'read',
    unit: 'ms',
    ours: ['ours, feed', 'get_p50_ms'],
    peers: of(['PouchDB', 'RxDB, 1000 per pull'], 'get_p50_ms'),
    limit: [['limit: insert bytes', 'get_p50_ms']],
    against: 'limit',
    ratio: 4,
    atMost: 0.03,
  },
  {
    what: 'One guide, as the window asks for it, p50',
    of: 'read',
    unit: 'ms',
    ours: ['ours, feed', 'fetch_p50_ms'],
    peers: of(['PouchDB'], 'get_p50_ms'),
    limit: [['limit: insert bytes', 'get_p50_ms']],
    against: 'peer',
    ratio: 1,
  },
  {
    what: 'One guide, HTTP, p50 (T10)',
    of: 'read',
    unit: 'ms',
    ours: ['ours, HTTP', 'http_p50_ms'],
    peers: of(['express-pouchdb'], 'http_p50_ms'),
    limit: [['fixed body', 'http_p50_ms']],
    against: 'limit',
    ratio: 1.35,
  },
  {
    what: 'Guides a second, 10 connections, against Hono + SQLite (T10)',
    of: 'read',
    unit: '/s',
    ours: ['ours, HTTP', 'per_second'],
    peers: of(['express-pouchdb'], 'per_second'),
    limit: [['Hono + SQLite bytes', 'per_second']],
    against: 'limit',
    ratio: 0.8,
    atLeast: 30_000,
  },
  {
    what: 'Search, whole words, p50 (T11, G)',
    of: 'search',
    unit: 'ms',
    ours: ['ours, search', 'search_p50_ms'],
    peers: [['FlexSearch', 'search_p50_ms']],
    limit: [['limit: full-text index', 'search_p50_ms']],
    against: 'peer',
    ratio: 1,
  },
  {
    what: 'Search, whole words, p95 (T11)',
    of: 'search',
    unit: 'ms',
    ours: ['ours, search', 'search_p95_ms'],
    peers: [['FlexSearch', 'search_p95_ms']],
    limit: [['limit: full-text index', 'search_p95_ms']],
    against: 'limit',
    ratio: 1,
    atMost: 7.5,
  },
  {
    what: 'Search as you type, p50',
    of: 'search',
    unit: 'ms',
    ours: ['ours, search', 'typing_p50_ms'],
    peers: [],
    limit: [['limit: full-text index', 'typing_p50_ms']],
    against: 'limit',
    ratio: 1,
  },
  {
    what: 'Search, a letter wrong, p95',
    of: 'search',
    unit: 'ms',
    ours: ['ours, search', 'misspelt_p95_ms'],
    peers: [],
    against: 'peer',
    ratio: 1,
    atMost: 16,
  },
  {
    what: 'Index build (T12)',
    of: 'search',
    unit: 's',
    ours: ['ours, search', 'build_s'],
    peers: [['FlexSearch', 'build_s']],
    limit: [['limit: full-text index', 'build_s']],
    against: 'limit',
    ratio: 1.4,
  },
  {
    what: 'Memory of searching',
    of: 'search',
    unit: 'MB',
    ours: ['ours, search', 'memory_mb'],
    peers: [['FlexSearch', 'memory_mb']],
    against: 'peer',
    ratio: 0.2,
  },
  {
    what: 'Cold start, core to the first guide (G)',
    of: 'cold',
    unit: 'ms',
    ours: ['ours, core to the first guide', 'start_ms'],
    peers: [['PouchDB, one guide', 'start_ms']],
    limit: [['node + SQLite, one guide', 'start_ms']],
    against: 'limit',
    ratio: 2,
  },
  {
    what: 'Cold start, server and first guide (T13)',
    of: 'cold',
    unit: 'ms',
    ours: ['ours, hub to the first answer', 'start_ms'],
    peers: [['PouchDB, one guide', 'start_ms']],
    limit: [['node + SQLite, one guide', 'start_ms']],
    against: 'limit',
    ratio: 2.5,
  },
];

const startOfWindow: Target = {
  what: 'Window usable after its start (S)',
  of: 'screens',
  unit: 'ms',
  ours: ['ours, window', 'start_ms'],
  peers: [],
  against: 'peer',
  ratio: 1,
  atMost: 1500,
};

/** From a touch, or from a key, to the frame that shows what was asked for. */
const screens: readonly Target[] = (
  [
    ['Start page', 'home'],
    ['Category', 'category'],
    ['Guide', 'guide'],
    ['Step', 'step'],
    ['Results of a search, from the last key', 'search'],
    ['Guide of a search result', 'hit'],
    ['Run', 'run'],
  ] as const
).map(([what, name]) => ({
  what: `${what}, from touch to picture, p95`,
  of: 'screens',
  unit: 'ms',
  ours: ['ours, window', `${name}_p95_ms`],
  peers: [],
  against: 'peer',
  ratio: 1,
  atMost: 100,
}));

export const targets: readonly Target[] = [...measured, startOfWindow, ...screens];

export interface Row {
  target: Target;
  ours: number;
  peer: { name: string; value: number } | undefined;
  limit: number | undefined;
  toPeer: number | undefined;
  toLimit: number | undefined;
  met: boolean;
}

const valueIn = (samples: Samples, [name, metric]: [string, string]): number =>
  median((samples.get(name) ?? []).map((run) => run[metric] ?? Number.NaN));

/** Returns what a row lacks of contestants that were to run, as in `Disk (T4): PouchDB has no disk_mb`. */
export const missingOf = (
  { what, ours, peers, limit = [] }: Target,
  samples: Samples,
  entered: ReadonlySet<string>,
): string[] =>
  [ours, ...peers, ...limit]
    .filter((part) => entered.has(part[0]) && Number.isNaN(valueIn(samples, part)))
    .map(([name, metric]) => `${what}: ${name} has no ${metric}`);

/** A target beside what was measured; `undefined` when ours was not. */
export function judge(target: Target, samples: Samples): Row | undefined {
  const value = (part: [string, string]): number => valueIn(samples, part);
  const ours = value(target.ours);
  if (Number.isNaN(ours)) return undefined;
  const better = (a: number, b: number): number => (target.unit === '/s' ? b - a : a - b);
  const [peer] = target.peers
    .map(([name, metric]) => ({ name, value: value([name, metric]) }))
    .filter((candidate) => !Number.isNaN(candidate.value))
    .sort((a, b) => better(a.value, b.value));
  const sum = target.limit?.reduce((total, part) => total + value(part), 0);
  const limit = sum === undefined || Number.isNaN(sum) ? undefined : sum;
  const toPeer = peer && ours / peer.value;
  const toLimit = limit && ours / limit;
  const ratio = target.against === 'limit' ? toLimit : toPeer;
  const within =
    ratio === undefined || (target.unit === '/s' ? ratio >= target.ratio : ratio <= target.ratio);
  return {
    target,
    ours,
    peer,
    limit,
    toPeer,
    toLimit,
    met: within && ours <= (target.atMost ?? Number.POSITIVE_INFINITY) && ours >= (target.atLeast ?? 0),
  };
}
