import { join } from 'node:path';

import { expect, it } from 'vitest';
import { build } from 'vite';

import { episode } from './episode.ts';
import { pointsOf } from './points.ts';
import type { Point, Points } from './points.ts';
import { template } from './template.ts';

/** With `KILLS=20`, each moment is tried this many times with each kind of write; else a few of all. */
const times = Number(process.env['KILLS'] ?? '0');
const atOnce = 2;
/** Attempts in which a moment does not occur, because another point may have struck before it each time. */
const fruitless = 12;

const root = join(import.meta.dirname, '../..');

/** The command line and the day's work, each in few files, so that a process starts in a fifth of the time. */
const bundle = (): Promise<unknown> =>
  build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir: 'test-output/kills',
      minify: false,
      rolldownOptions: {
        input: {
          cli: 'app/cli.ts',
          kills: 'test/kills/worker.ts',
          'picture-worker': 'app/media/picture-worker.ts',
        },
        external: ['better-sqlite3', 'sharp', /^@img\//, /^node:/],
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });

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

it('[J1.1 J4.1 J6.1 G1.2 G4.1] a desk killed at any moment of its work and sync loses nothing and repeats nothing', async () => {
  const seed = Number(process.env['BENCHSIDE_SEED'] ?? Date.now() % 1_000_000);
  console.log(`seed ${seed}`);
  const random = randomFrom(seed);
  await bundle();
  using from = await template();
  const points = pointsOf(from.routes);
  const kills = new Map<Point, number>();

  let told = 0;
  /** Shows the progress of a long run. */
  const tell = (kind: keyof Points): void => {
    if (++told % 500 === 0) process.stdout.write(`${told} kills, now ${kind}\n`);
  };

  const run = async (kind: keyof Points): Promise<void> => {
    const target = Math.max(1, times);
    const missed = (): Point[] => points[kind].filter((point) => (kills.get(point) ?? 0) < target);
    let idle = 0;
    const lane = async (): Promise<void> => {
      while (missed().length > 0 && idle < fruitless) {
        let struck = 0;
        let left = times > 0 ? Number.POSITIVE_INFINITY : 10;
        await episode(kind, {
          from,
          programs: join(root, 'test-output/kills'),
          choose: () =>
            left-- > 0
              ? missed().filter(() => random() < (times > 0 ? 0.5 : Math.max(0.1, 5 / points[kind].length)))
              : [],
          killed: (point) => {
            struck += 1;
            kills.set(point, (kills.get(point) ?? 0) + 1);
            tell(kind);
          },
        });
        if (times === 0) return;
        idle = struck === 0 ? idle + 1 : 0;
      }
    };
    await Promise.all(Array.from({ length: times > 0 ? atOnce : 1 }, lane));
    const total = points[kind].reduce((sum, point) => sum + (kills.get(point) ?? 0), 0);
    console.log(`${kind}: ${points[kind].length} moments, killed ${total} times`);
    if (times > 0) expect(missed(), 'moments that did not come by often enough').toEqual([]);
  };
  for (const kind of (process.env['KILL_KINDS']?.split(',') ?? [
    'edit',
    'push',
    'feed',
    'plain',
  ]) as (keyof Points)[])
    await run(kind);
}, 10_800_000);
