import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, vi } from 'vitest';

import { endpoints } from '../../app/api/index.ts';
import type { SyncStatus } from '../../shared/sync-status.ts';
import { createLog } from '../../app/log.ts';
import { MediaFiles } from '../../app/media/files.ts';
import { Engine } from '../../app/sync/engine.ts';
import { workerSync } from '../../app/desk/sync-host.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import { run } from '../helpers/import.ts';
import { myfixit, pictureName, writeLines } from '../helpers/myfixit.ts';
import { pair } from '../helpers/pair.ts';
import type { Pair } from '../helpers/pair.ts';
import { photo } from '../media/pictures.ts';

const guides = 120;
const stepsEach = 2;
const pictures = guides * stepsEach;

/** Imports guides with pictures of their own into the hub. */
async function fill({ hub }: Pair): Promise<void> {
  using folder = temporaryFolder();
  const files = join(folder.path, 'pictures');
  mkdirSync(files);
  const bytes = await (await photo(80, 60)).jpeg().toBuffer();
  for (let guideid = 1; guideid <= guides; guideid += 1)
    for (let step = 0; step < stepsEach; step += 1)
      writeFileSync(join(files, `${pictureName(guideid * 1000 + step)}.jpg`), bytes);
  const lines = Array.from({ length: guides }, (_, index) => myfixit(index + 1, {}, stepsEach));
  await run(hub, [writeLines(join(folder.path, 'guides.jsonl'), lines)], files);
}

/** Lets matching requests through up to number `from`; the others wait for `open`. */
function gate(both: Pair, fits: RegExp, from: number): { open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = both.net.intercept;
  let passed = 0;
  let isOpen = false;
  both.net.intercept = (request) => {
    const fault = before?.(request);
    if (fault || !fits.test(request)) return fault;
    passed += 1;
    return passed > from && !isOpen ? { kind: 'wait', until: promise } : undefined;
  };
  return {
    open: () => {
      isOpen = true;
      resolve();
    },
  };
}

describe.each([
  { road: 'feed', plain: false },
  { road: 'plain endpoints', plain: true },
])('over the $road', ({ plain }) => {
  it('the counts of a first sync grow while it runs, count pictures and not files, and are right at the end', async () => {
    await using both = await pair({ plain });
    await fill(both);
    const texts = plain ? gate(both, /^GET \/guides\/\d+\?/, 70) : undefined;
    const some = gate(both, /^GET \/igi\//, 64);
    const most = gate(both, /^GET \/igi\//, 330);
    await using desk = testCore({ profile: 'desk', site: both.net.url }, { createSync: workerSync });
    const seen: SyncStatus[] = [];
    const shows = (expected: (status: SyncStatus) => void): Promise<void> =>
      vi.waitFor(
        async () => {
          const status = await desk.json<SyncStatus>('GET /benchside/sync');
          seen.push(status);
          expected(status);
        },
        { timeout: 30_000, interval: 20 },
      );
    if (texts) {
      await shows(({ progress, stored }) => {
        expect(progress.guides).toEqual({ done: 50, total: guides });
        expect(stored.guides).toBe(50);
      });
      texts.open();
    }
    await shows(({ progress, stored, firstSync }) => {
      expect(progress.guides).toEqual({ done: guides, total: guides });
      expect(progress.pictures).toEqual({ done: 0, total: pictures });
      // At most one of each picture's two sizes is here.
      expect(stored).toMatchObject({ guides, pictures: 0 });
      expect(firstSync).toBe(false);
    });
    some.open();
    await shows(({ progress, stored }) => {
      expect(progress.pictures.total).toBe(pictures);
      expect(progress.pictures.done).toBeGreaterThan(0);
      expect(progress.pictures.done).toBeLessThan(pictures);
      expect(stored.pictures).toBe(progress.pictures.done);
    });
    most.open();
    await shows(({ phase, stored, rounds }) => {
      expect(phase).toBe('idle');
      expect(stored).toMatchObject({ guides, pictures });
      expect(rounds).toMatchObject([{ outcome: 'clean', guides, pictures }]);
    });
    const running = seen.filter(({ phase }) => phase !== 'idle');
    const grows = (of: (status: SyncStatus) => number): void => {
      const values = running.map(of);
      expect(values).toEqual(values.toSorted((a, b) => a - b));
    };
    grows(({ stored }) => stored.guides);
    grows(({ stored }) => stored.pictures);
    grows(({ progress }) => progress.pictures.done);
  });
});

it('the counts of a first sync grow on a machine with a slow disk', async () => {
  await using both = await pair();
  await fill(both);
  const { store } = both.desk.ctx;
  const note = store.note.bind(store);
  store.note = (write) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    note(write);
  };
  const shown = new Set<number>();
  const engine = new Engine({
    endpoints,
    site: both.net.url,
    store,
    media: new MediaFiles(join(both.desk.dataDir, 'media')),
    log: createLog('sync', 'fatal'),
    onReport: ({ progress }) => shown.add(progress.pictures.done),
    onTokenRefused: () => undefined,
  });
  expect(await engine.round({ people: [] })).toMatchObject({ round: { outcome: 'clean' } });
  expect(shown.size).toBeGreaterThan(4);
});
