import type { Metrics } from './stats.ts';

export const measures = [
  'first-sync',
  'unchanged',
  'changed',
  'pushed',
  'latency',
  'read',
  'search',
  'cold',
  'window',
  'screens',
] as const;
export type Measure = (typeof measures)[number];

/** Who is measured: one process a run, with the server it needs in another. */
export interface Contestant {
  name: string;
  kind: string;
  variant?: string;
  /** Measures its numbers stand in. */
  of: readonly Measure[];
  /** `mock` is shared by a whole round; the others are started for each run. */
  server?: { kind: string; variant?: string };
  /** The most guides that it is measured with; with more it would take many minutes. */
  upTo?: number;
}

/** The variant of the `mock` that answers each request 30 ms late. */
export const slow = 'slow';

const sync = ['first-sync', 'unchanged', 'changed'] as const;
const all = [...sync, 'pushed', 'read'] as const;
const mock = { kind: 'mock' };
const farMock = { of: ['latency'], server: { kind: 'mock', variant: slow }, upTo: 5_000 } as const;
const hub = { kind: 'hub', variant: 'feed' };
const snapshotHub = { kind: 'hub', variant: 'snapshot' };
const plainHub = { kind: 'hub', variant: 'plain' };
const pouchServer = { kind: 'pouch-server' };

export const contestants: readonly Contestant[] = [
  { name: 'ours, feed', kind: 'ours', of: all, server: mock },
  { name: 'RxDB, 1000 per pull', kind: 'rxdb', variant: 'bulk', of: all, server: mock },
  { name: 'ours, plain endpoints', kind: 'ours', variant: 'plain', of: sync, server: mock },
  { name: 'RxDB, plain endpoints', kind: 'rxdb', variant: 'plain', of: sync, server: mock },
  { name: 'PouchDB', kind: 'pouchdb', of: all, server: pouchServer },
  { name: 'ours, feed of a real hub', kind: 'ours', of: [...sync, 'pushed'], server: hub },
  { name: 'ours, snapshot of a real hub', kind: 'ours', of: ['first-sync'], server: snapshotHub },
  { name: 'ours, bundle', kind: 'bundle', of: ['first-sync'] },
  { name: 'ours, plain endpoints of a real hub', kind: 'ours', of: sync, server: plainHub },
  { name: 'limit: GET, discarded', kind: 'get-limit', variant: 'discard', of: sync, server: mock },
  { name: 'limit: GET + parse', kind: 'get-limit', variant: 'parse', of: sync, server: mock },
  { name: 'limit: feed + parse', kind: 'get-limit', variant: 'feed', of: ['first-sync'], server: mock },
  { name: 'limit: PATCH', kind: 'patch-limit', of: ['pushed'], server: mock },
  { name: 'limit: PATCH of a real hub', kind: 'patch-limit', of: ['pushed'], server: hub },
  { name: 'ours, feed, 30 ms away', kind: 'ours', ...farMock },
  { name: 'ours, plain endpoints, 30 ms away', kind: 'ours', variant: 'plain', ...farMock },
  { name: 'RxDB, 1000 per pull, 30 ms away', kind: 'rxdb', variant: 'bulk', ...farMock },
  { name: 'limit: GET, discarded, 30 ms away', kind: 'get-limit', variant: 'discard', ...farMock },
  { name: 'limit: insert bytes', kind: 'insert-limit', of: ['first-sync', 'read'] },
  { name: 'limit: full-text index', kind: 'fts-limit', of: ['first-sync', 'search'] },
  { name: 'fixed body', kind: 'load', of: ['read'], server: { kind: 'read-server', variant: 'fixed' } },
  {
    name: 'Hono + SQLite bytes',
    kind: 'load',
    of: ['read'],
    server: { kind: 'read-server', variant: 'stored' },
  },
  { name: 'ours, HTTP', kind: 'load', of: ['read'], server: { kind: 'hub', variant: 'bare' } },
  { name: 'express-pouchdb', kind: 'load', variant: 'pouchdb', of: ['read'], server: pouchServer },
  { name: 'ours, search', kind: 'ours-search', of: ['search'] },
  { name: 'FlexSearch', kind: 'flexsearch', of: ['search'] },
  { name: 'ours, first sync under a window', kind: 'window', of: ['window'], server: hub },
  { name: 'ours, window', kind: 'screens', of: ['screens'], server: { kind: 'window-server' } },
  { name: 'bare node', kind: 'cold', variant: 'node', of: ['cold'] },
  { name: 'node + SQLite, one guide', kind: 'cold', variant: 'sqlite', of: ['cold'] },
  { name: 'ours, core to the first guide', kind: 'cold', variant: 'core', of: ['cold'] },
  { name: 'ours, hub to the first answer', kind: 'cold', variant: 'hub', of: ['cold'] },
  { name: 'PouchDB, one guide', kind: 'cold', variant: 'pouchdb', of: ['cold'] },
];

/** Every run of every contestant of one size. */
export type Samples = Map<string, Metrics[]>;
