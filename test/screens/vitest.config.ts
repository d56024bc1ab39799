import { defineConfig } from 'vitest/config';

/** Takes the pictures of `resources/screens` again: `npm run screens`. Not part of the tests. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*-screens.ts'],
    globalSetup: ['../e2e/build.ts', 'display.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
  },
});
