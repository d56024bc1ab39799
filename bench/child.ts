import type { Job } from './process.ts';

/** What a child can be; each loads only what it measures. */
const kinds: Record<string, () => Promise<(job: Job) => Promise<void>>> = {
  mock: async () => (await import('./servers/mock.ts')).mock,
  hub: async () => (await import('./servers/hub.ts')).hub,
  'pouch-server': async () => (await import('./servers/pouchdb.ts')).pouchServer,
  'read-server': async () => (await import('./servers/read.ts')).readServer,
  ours: async () => (await import('./clients/ours.ts')).ours,
  profiled: async () => (await import('./clients/profiled.ts')).profiled,
  bundle: async () => (await import('./clients/bundle.ts')).bundle,
  rxdb: async () => (await import('./clients/rxdb.ts')).rxdb,
  pouchdb: async () => (await import('./clients/pouchdb.ts')).pouchdb,
  'get-limit': async () => (await import('./clients/limits.ts')).getLimit,
  'patch-limit': async () => (await import('./clients/limits.ts')).patchLimit,
  'insert-limit': async () => (await import('./clients/limits.ts')).insertLimit,
  load: async () => (await import('./clients/load.ts')).load,
  'ours-search': async () => (await import('./clients/search.ts')).oursSearch,
  flexsearch: async () => (await import('./clients/search.ts')).flexSearch,
  'fts-limit': async () => (await import('./clients/search.ts')).ftsLimit,
  window: async () => (await import('./clients/window.ts')).windowSync,
  'window-server': async () => (await import('./screens/hub.ts')).windowServer,
  screens: async () => (await import('./screens/screens.ts')).screens,
  cold: async () => (await import('./clients/cold.ts')).cold,
};

const job = JSON.parse(process.argv[2] ?? '{}') as Job;
const run = await kinds[job.kind]?.();
if (!run) throw new Error(`there is nothing called ${job.kind}`);
await run(job);
// Databases and pools of peers would keep it alive; servers are ended by their parent.
if (!job.kind.includes('server') && job.kind !== 'mock' && job.kind !== 'hub') process.exit();
