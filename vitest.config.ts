import { join } from 'node:path';

import { defineConfig } from 'vitest/config';

import { leftOut } from './test/left-out.ts';

/** Tests of the built page. */
const browser = 'test/renderer/browser';
/** Tests that measure their process, or that take minutes and so begin first. Projects run in the order of their names. */
const alone = [
  'test/identity/password.test.ts',
  'test/recovery/hub-backup.test.ts',
  'test/chaos/chaos.test.ts',
  'test/courier/*.test.ts',
  'test/kills/kills.test.ts',
  'test/shared-site/*.test.ts',
  'test/sync/kill.test.ts',
  'test/sync/simulation.test.ts',
];

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Programs that tests start from the sources take half the processor time if their compiled code is kept.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'test-output/compile-cache') },
    // Far longer than anything takes: other suites share the machine.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
          exclude: ['test/e2e/**', 'test/packaged/**', 'test/fuzz/**', `${browser}/**`, ...alone, ...leftOut],
          // In a process of its own, each file would load the program again: two seconds of processor time.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone, exclude: [...leftOut] } },
      {
        extends: true,
        test: { name: 'browser', include: [`${browser}/*.test.ts`], globalSetup: ['test/e2e/build.ts'] },
      },
      // The contract once more at a hub of a shared site, whose database is then compared with a second process's.
      {
        extends: true,
        test: {
          name: 'copies',
          include: ['test/api/contract/*.test.ts'],
          env: { BENCHSIDE_TEST_COPIES: '1' },
        },
      },
      // A heap that outgrows its limit ends the process, which is a failure.
      {
        extends: true,
        test: {
          name: 'fuzz',
          include: ['test/fuzz/*.test.ts'],
          testTimeout: 6 * 60 * 60 * 1000,
          execArgv: ['--max-old-space-size=512'],
        },
      },
    ],
  },
});
