import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, vi } from 'vitest';

import type { SyncStatus } from '../../shared/sync-status.ts';
import { workerSync } from '../../app/sync/worker-sync.ts';
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

/** Lets the requests that `fits` names through up to number `from`; the others wait for `open`. */
function gate(both: Pair, fits: RegExp, from: number): { open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = both.net.intercept;
  let passed = 0;
  both.net.intercept = (request) => {
    const fault = before?.(request);
    if (fault || !fits.test(request)) return fault;
    passed += 1;
    return passed > from ? { kind: 'wait', until: promise } : undefined;
  };
  return { open: () => resolve() };
}

describe.each([
  { road: 'feed', plain: false },
  { road: 'plain endpoints', plain: true },
])('over the $road', ({ plain }) => {
  it('the numbers of a first sync grow while it runs, count pictures as pictures, and end right', async () => {
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
      // Counting is held to a share of the time, so a number may be one batch behind.
      expect(stored.guides).toBe(guides);
      expect([32, 64]).toContain(stored.pictures);
      expect(firstSync).toBe(false);
    });
    some.open();
    await shows(({ progress, stored }) => {
      expect(progress.pictures.total).toBe(pictures);
      expect(progress.pictures.done).toBeGreaterThan(0);
      expect(progress.pictures.done).toBeLessThan(pictures);
      expect(stored.pictures).toBeGreaterThan(64);
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
