import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { listen } from '../../app/http/node.ts';
import { importFiles } from '../../app/import/import-files.ts';
import { drawNumbered, drawVariants } from '../../app/media/draw.ts';
import { MediaFiles } from '../../app/media/files.ts';
import { storePicture } from '../../app/media/store-picture.ts';
import { Replica } from '../../app/replica/replica.ts';
import { sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import type { SyncStatus } from '../../shared/sync-status.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { myfixit, writeLines } from '../helpers/myfixit.ts';
import { everything } from '../helpers/pair.ts';
import { json, serve, until } from '../helpers/process.ts';
import type { Server } from '../helpers/process.ts';
import { thirdParty } from '../helpers/third-party.ts';

const guideCount = 240;
const picturesEach = 2;
const drawings = 5;

/** Opens a hub with guides of two pictures each; all pictures share a few files. */
async function workshop(file: string): Promise<TestCore> {
  const hub = testCore({ checkAnswers: false });
  const { store, media } = hub.ctx;
  const pictures = await Promise.all(
    Array.from({ length: drawings }, async (_, n) => {
      const drawing = await drawNumbered(n, { width: 480, height: 400 });
      const { width, height, mime } = drawing;
      return { width, height, mime, files: await storePicture(media, drawing, await drawVariants(drawing)) };
    }),
  );
  let next = 0;
  writeLines(
    file,
    Array.from({ length: guideCount }, (_, n) => myfixit(n + 1, {}, picturesEach)),
  );
  const result = await importFiles([file], {
    store,
    source: { bring: async () => pictures[next++ % drawings], close: async () => undefined },
    stop: new AbortController().signal,
    onNote: () => undefined,
    onProgress: () => undefined,
  });
  expect(result).toMatchObject({ guides: guideCount, failed: 0, pictures: picturesEach * guideCount });
  return hub;
}

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the stored things of a killed desk, by the names under which it would request them again. */
function storedIn(dataDir: string): Set<string> {
  const store = new Replica({ dataDir, purpose: 'look' });
  try {
    return store.read(null, (s) => {
      expect(s.db.pragma('quick_check')).toBe('ok');
      const files = s.db.all(sql<StoredRow<'image_file', 'guid' | 'size'>>`SELECT guid, size FROM image_file
         WHERE sha256 IS NOT NULL`);
      return new Set([
        ...s.guides.ids().map((id) => `guide ${id}`),
        ...files.map(({ guid, size }) => `${guid}.${size}`),
      ]);
    });
  } finally {
    store.close();
  }
}

const guidesIn = (stored: Set<string>): number =>
  [...stored].filter((name) => name.startsWith('guide ')).length;

interface Kill {
  /** Counts served things: batches or lines of the feed, documents, or pictures. */
  of: 'feed bytes' | 'feed lines' | 'documents' | 'pictures';
  after: number;
  /** True if the desk is killed only when it has stored more. */
  waits?: boolean;
}

/** Opens a hub on a port, with at most one pending kill, and the names of what it served. */
async function dangerousSite(hub: TestCore, plain: boolean) {
  const fetch = plain ? thirdParty(hub.fetch) : hub.fetch;
  const served: string[] = [];
  let kill: (Kill & { strike: () => Promise<void> }) | undefined;
  const count = async (of: Kill['of'], amount: number): Promise<void> => {
    if (!kill || kill.of !== of || (kill.after -= amount) > 0) return;
    const { strike } = kill;
    kill = undefined;
    await strike();
  };
  const server = await listen(
    async (request) => {
      const { pathname } = new URL(request.url);
      const guideid = /\/guides\/(\d+)$/.exec(pathname)?.[1];
      if (guideid !== undefined) served.push(`guide ${guideid}`);
      if (guideid !== undefined || pathname.includes('/wikis/')) void count('documents', 1);
      if (pathname.startsWith('/igi/')) {
        served.push(pathname.slice('/igi/'.length));
        void count('pictures', 1);
      }
      const answer = await fetch(request);
      if (!pathname.endsWith('/changes') || !answer.body) return answer;
      const decoder = new TextDecoder();
      const watched = new TransformStream<Uint8Array, Uint8Array>({
        transform: async (chunk, controller) => {
          const lines = decoder.decode(chunk, { stream: true });
          for (const [, id] of lines.matchAll(/"kind":"guide","id":(\d+),"doc"/g)) served.push(`guide ${id}`);
          controller.enqueue(chunk);
          void count('feed bytes', chunk.length);
          await count('feed lines', lines.split('\n').length - 1);
        },
      });
      return new Response(answer.body.pipeThrough(watched), answer);
    },
    { host: '127.0.0.1', port: 0 },
  );
  return {
    url: `${server.origin}/api/2.0`,
    served,
    arm: (next: Kill, strike: () => Promise<void>) => {
      kill = { ...next, strike };
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** All kills of a first sync together come before its end. */
type Choose = (random: () => number) => Kill;

const pictures: Choose = (random) => ({ of: 'pictures', after: 1 + Math.floor(random() * 200) });
/** A second batch is requested only when the first is stored: 32 pictures, or 50 documents and those in flight. */
const laterPictures: Choose = (random) => ({ of: 'pictures', after: 40 + Math.floor(random() * 60) });
const documents: Choose = (random) => ({ of: 'documents', after: 5 + Math.floor(random() * 60) });
const laterDocuments: Choose = (random) => ({
  of: 'documents',
  after: 60 + Math.floor(random() * 25),
  waits: true,
});
/** While the desk processes received data. */
const feedBytes: Choose = (random) => ({ of: 'feed bytes', after: 1 + Math.floor(random() * 100_000) });
/** After it has stored some of it, and waits for more. */
const feedLines: Choose = (random) => ({
  of: 'feed lines',
  after: 70 + Math.floor(random() * 25),
  waits: true,
});

const roads: { road: string; plain: boolean; kills: Choose[] }[] = [
  { road: 'feed', plain: false, kills: [feedBytes, feedLines, laterPictures, pictures] },
  {
    road: 'plain endpoints',
    plain: true,
    kills: [documents, laterDocuments, laterPictures, pictures],
  },
];

describe.each(roads)('over the $road', ({ plain, kills }) => {
  it('[G4.1] a desk killed at any moment of its first sync ends equal to the hub and fetches nothing again', async () => {
    const seed = Number(process.env['BENCHSIDE_SEED'] ?? Date.now() % 1_000_000);
    console.log(`seed ${seed}`);
    const random = randomFrom(seed);
    using folder = temporaryFolder();
    const data = join(folder.path, 'desk');
    await using hub = await workshop(join(folder.path, 'guides.jsonl'));
    await using site = await dangerousSite(hub, plain);
    const start = (): Promise<Server> => serve(['desk', '--data', data, '--site', site.url]);

    const progress: number[] = [];
    for (const [index, choose] of kills.entries()) {
      const before = index === 0 ? new Set<string>() : storedIn(data);
      progress.push(before.size);
      site.served.length = 0;
      const kill = choose(random);
      const starting = Promise.withResolvers<Server>();
      site.arm(kill, async () => {
        const victim = await starting.promise;
        if (kill.waits) {
          await until(
            () => json<SyncStatus>(`${victim.url}/benchside/sync`),
            ({ stored }) => stored.guides > guidesIn(before),
          );
        }
        await victim.kill('SIGKILL');
      });
      const victim = await start();
      starting.resolve(victim);
      expect(await victim.finished, `seed ${seed}, kill ${index}`).toMatchObject({ code: null });
      expect(
        site.served.filter((name) => before.has(name)),
        `seed ${seed}, kill ${index}: fetched again`,
      ).toEqual([]);
    }
    expect(new Set(progress).size, `seed ${seed}: ${progress.join(' ')}`).toBeGreaterThanOrEqual(3);

    const last = storedIn(data);
    site.served.length = 0;
    const desk = await start();
    const status = await until(
      () => json<SyncStatus>(`${desk.url}/benchside/sync`),
      ({ phase, lastSuccessAt }) => phase === 'idle' && lastSuccessAt !== null,
    );
    expect(status).toMatchObject({
      problem: null,
      firstSync: false,
      stored: { guides: guideCount, trashed: 0 },
    });
    const { accepted, ...states } = status.journal;
    expect(Object.values(states).reduce((sum, n) => sum + n, 0)).toBe(accepted);
    expect(site.served.filter((name) => last.has(name))).toEqual([]);
    const ended = await desk.kill('SIGTERM');
    // Windows ends it at once.
    if (process.platform !== 'win32') expect(ended).toMatchObject({ code: 0, stderr: '' });

    await using copy = testCore({ profile: 'desk', dataDir: data, site: site.url, checkAnswers: false });
    expect(await everything(copy)).toEqual(await everything(hub));
    const { store } = copy.ctx;
    store.read(null, (s) => {
      expect(s.db.pragma('integrity_check')).toBe('ok');
      const incomplete = s.guides
        .ids()
        .filter((id) => s.media.copies.completeness('guide', id).missing.length > 0);
      expect(incomplete).toEqual([]);
      expect(s.fetchQueue.list('guide')).toEqual([]);
    });
    const media = new MediaFiles(join(data, 'media'));
    await media.sweep((sha256) => store.read(null, (s) => s.media.copies.isReferenced(sha256)), 0);
    expect(readdirSync(join(data, 'media', '.writing'))).toEqual([]);
    const { files } = await media.usage();
    expect(files).toBe(
      store.read(
        null,
        (s) =>
          s.db.one(sql<{ n: number }>`SELECT count(DISTINCT sha256) AS n FROM image_file
             WHERE sha256 IS NOT NULL`)?.n,
      ),
    );
  }, 600_000);
});
