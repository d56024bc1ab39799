import { _electron } from 'playwright';
import type { Page } from 'playwright';

import type { SyncStatus } from '../../shared/sync-status.ts';
import { root } from '../data/folders.ts';
import { done } from '../process.ts';
import type { Job } from '../process.ts';
import { display, prepareDesk } from '../screens/window.ts';
import { percentile, spread } from '../stats.ts';

const readEveryMs = 10;

interface Seen {
  /** A guide, asked for by the page, in milliseconds. */
  reads: number[];
  /** Between frames, in milliseconds. */
  frames: number[];
  ms: number;
}

/** The built program in a real window that reads a guide every 10 ms from its first page until its first sync has all text. */
export async function windowSync({ url, size, workDir }: Job): Promise<void> {
  await using stack = new AsyncDisposableStack();
  stack.use(await display());
  prepareDesk(workDir);
  const app = await _electron.launch({
    args: [root, '--no-sandbox', '--disable-gpu', '--data', workDir, '--site', url],
    cwd: root,
    timeout: 120_000,
  });
  const page = await app.firstWindow();
  await page.waitForURL(/^benchside:/, { timeout: 120_000 });
  const { reads, frames, ms } = await readUntilSynced(page, size);
  await app.close();
  if (reads.length < 20) throw new Error(`the window read only ${reads.length} guides before all were there`);
  await done({
    ...spread('during', reads),
    during_max_ms: percentile(reads, 1),
    reads: reads.length,
    longest_frame_ms: percentile(frames, 1),
    watched_s: ms / 1000,
  });
}

const readUntilSynced = (page: Page, size: number): Promise<Seen> =>
  page.evaluate(
    async ({ most, everyMs, lookEveryMs }): Promise<Seen> => {
      const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
      const start = performance.now();
      const reads: number[] = [];
      const frames: number[] = [];
      let last = start;
      const frame = (now: number): void => {
        frames.push(now - last);
        last = now;
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
      const statusNow = async (): Promise<SyncStatus> =>
        (await (await fetch('/api/2.0/benchside/sync')).json()) as SyncStatus;
      let looked = start;
      // Guides come in the order of their numbers, so those that are there begin at 1.
      for (let status = await statusNow(); status.firstSync;) {
        await pause(everyMs);
        const there = Math.max(1, Math.min(most, status.stored.guides));
        const asked = performance.now();
        const response = await fetch(`/api/2.0/guides/${1 + Math.floor(Math.random() * there)}`);
        await response.text();
        if (response.ok) reads.push(performance.now() - asked);
        if (performance.now() - looked < lookEveryMs) continue;
        status = await statusNow();
        looked = performance.now();
      }
      return { reads, frames, ms: performance.now() - start };
    },
    { most: size, everyMs: readEveryMs, lookEveryMs: 250 },
  );
