import { monitorEventLoopDelay } from 'node:perf_hooks';

import { Pool } from 'undici';

import type { Guide, GuideSummary } from '../../shared/model/guide.ts';
import { peer } from '../peers.ts';
import { done, peakMb } from '../process.ts';
import type { Job } from '../process.ts';
import { medianOfRounds, seconds, spread, timed } from '../stats.ts';
import { change, disputedIds, editedIds, offlineWords, spreadIds } from '../touched.ts';
import { flexIndex } from './flexsearch.ts';
import { inParallel } from './parallel.ts';
import { searchTextOf } from './text.ts';
import type { SearchText } from './text.ts';

type Stored = Guide & { pk: string; _deleted: boolean };
interface Pulled<Checkpoint> {
  documents: Stored[];
  checkpoint: Checkpoint;
}
interface Replication {
  error$: { subscribe(listen: (error: unknown) => void): void };
  awaitInitialReplication(): Promise<void>;
  awaitInSync(): Promise<unknown>;
  reSync(): void;
}
interface RxGuide {
  introduction_raw: string;
  toJSON(): unknown;
  incrementalPatch(fields: Partial<Guide>): Promise<unknown>;
}
interface Collection {
  findOne(key: string): { exec(): Promise<RxGuide> };
}
interface RxDb {
  createRxDatabase(options: object): Promise<{
    addCollections(collections: object): Promise<{ guides: Collection }>;
  }>;
}
interface RxReplication {
  replicateRxCollection(options: object): Replication;
}

const pageSize = 1000;
const listSize = 200;
const keyOf = (guideid: number): string => String(guideid).padStart(7, '0');

/**
 * RxDB in memory, the only free storage it has at this size: nothing is kept, and searching needs FlexSearch beside it.
 * By an endpoint made for it (`bulk`, 1000 whole documents an answer) or by the plain ones of the contract (`plain`).
 */
export async function rxdb({ url, size, variant }: Job): Promise<void> {
  const { createRxDatabase } = peer<RxDb>('rxdb');
  const { replicateRxCollection } = peer<RxReplication>('rxdb/plugins/replication');
  const { getRxStorageMemory } = peer<{ getRxStorageMemory(): object }>('rxdb/plugins/storage-memory');
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: 6 });
  const get = async <T>(path: string, sent?: unknown): Promise<T> => {
    const { body } = await pool.request({
      path: pathname + path,
      ...(sent === undefined ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(sent) }),
    });
    return JSON.parse(Buffer.from(await body.arrayBuffer()).toString('utf8')) as T;
  };
  const texts: SearchText[] = [];
  let pulled = 0;
  const storable = (guide: Guide): Stored => {
    pulled += 1;
    texts.push(searchTextOf(guide));
    return { ...guide, pk: keyOf(guide.guideid), _deleted: false };
  };

  type Place = { modified: number; guideid: number };
  const bulk = async (at: Place | undefined): Promise<Pulled<Place>> => {
    const path = `/pull?modified=${at?.modified ?? 0}&guideid=${at?.guideid ?? 0}&limit=${pageSize}`;
    const { documents, checkpoint } = await get<{ documents: Guide[]; checkpoint: Place }>(path);
    return { documents: documents.map(storable), checkpoint };
  };
  // Not RxDB's checkpoint: it forgets one that comes with no documents, as after a last page that was full.
  const at = { since: 0, offset: 0, newest: 0 };
  const plain = async (): Promise<Pulled<object>> => {
    const path = `/guides?modifiedSince=${at.since}&limit=${listSize}&offset=${at.offset}`;
    const list = await get<GuideSummary[]>(path);
    const documents: Stored[] = [];
    await inParallel(6, list, async ({ guideid }) => {
      documents.push(storable(await get<Guide>(`/guides/${guideid}`)));
    });
    at.newest = list.reduce((latest, { modified_date }) => Math.max(latest, modified_date), at.newest);
    at.offset += list.length;
    if (list.length < listSize) Object.assign(at, { since: at.newest + 1, offset: 0 });
    return { documents, checkpoint: { ...at } };
  };

  const database = await createRxDatabase({
    name: 'bench',
    storage: getRxStorageMemory(),
    multiInstance: false,
    eventReduce: true,
  });
  let conflicts = 0;
  const conflictHandler = {
    isEqual: (a: Stored, b: Stored) =>
      a.revisionid === b.revisionid && a.introduction_raw === b.introduction_raw,
    resolve: ({ realMasterState }: { realMasterState: Stored }) => {
      conflicts += 1;
      return realMasterState;
    },
  };
  const { guides } = await database.addCollections({ guides: { schema, conflictHandler } });
  const push = {
    batchSize: pageSize,
    handler: async (rows: unknown[]) =>
      (await get<Guide[]>('/push', rows)).map((guide) => ({
        ...guide,
        pk: keyOf(guide.guideid),
        _deleted: false,
      })),
  };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let replication: Replication | undefined;
  const errors: unknown[] = [];
  const full_s = await seconds(async () => {
    const batchSize = variant === 'plain' ? listSize : pageSize;
    const pull = { batchSize, handler: variant === 'plain' ? plain : bulk };
    replication = replicateRxCollection({
      collection: guides,
      replicationIdentifier: 'bench',
      live: true,
      waitForLeadership: false,
      pull,
      ...(variant === 'plain' ? {} : { push }),
    });
    replication.error$.subscribe((error) => errors.push(error));
    await replication.awaitInitialReplication();
    await replication.awaitInSync();
  });
  delay.disable();
  const peak_mb = peakMb();
  if (pulled !== size || errors.length > 0)
    throw new Error(`RxDB has ${pulled} of ${size} guides; ${String(errors[0])}`);
  const index_s = await seconds(() => {
    const index = flexIndex();
    for (const text of texts) index.add(text);
  });

  const again = (): Promise<number> =>
    seconds(async () => {
      replication?.reSync();
      await new Promise((resolve) => setTimeout(resolve, 0));
      await replication?.awaitInSync();
    });
  await change(url, 'touch');
  const changed_ms = (await again()) * 1000;
  if (pulled < size * 1.01 - 1) throw new Error(`RxDB saw ${pulled - size} of the changed guides`);
  const unchanged_ms = await medianOfRounds(async () => (await again()) * 1000);
  const ids = spreadIds(size, 2000);
  const gets = await timed(ids.length, async (at) =>
    (await guides.findOne(keyOf(ids[at] ?? 1)).exec()).toJSON(),
  );
  // It sends while it is edited.
  let push_s = Number.NaN;
  if (variant !== 'plain') {
    await change(url, 'dispute');
    push_s = await seconds(async () => {
      for (const guideid of editedIds(size)) {
        const guide = await guides.findOne(keyOf(guideid)).exec();
        await guide.incrementalPatch({ introduction_raw: guide.introduction_raw + offlineWords });
      }
      await replication?.awaitInSync();
    });
    if (conflicts !== disputedIds(size).length) throw new Error(`RxDB found ${conflicts} conflicts`);
  }
  await done({
    full_s,
    ...(Number.isNaN(push_s) ? {} : { push_s }),
    indexed_s: full_s + index_s,
    changed_ms,
    unchanged_ms,
    stall_ms: delay.max / 1e6,
    peak_mb,
    ...spread('get', gets),
  });
}

const text = { type: 'string' };
const schema = {
  version: 0,
  primaryKey: 'pk',
  type: 'object',
  additionalProperties: true,
  properties: {
    pk: { type: 'string', maxLength: 10 },
    guideid: { type: 'number' },
    revisionid: { type: 'number' },
    modified_date: { type: 'number' },
    title: text,
    category: text,
    steps: { type: 'array' },
  },
  required: ['pk'],
};
