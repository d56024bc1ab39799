import { defineConfig } from 'vitest/config';

import { leftOut } from './test/left-out.ts';

/** Whole programs in real windows: one at a time, because they share one display. */
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    exclude: [...leftOut],
    globalSetup: ['test/e2e/build.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
