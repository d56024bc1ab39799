import { failpointFromEnvironment } from './config.ts';

/** Places where power may fail: what comes after one of them must not matter to anybody's work. */
export type Failpoint = 'before-commit' | 'after-commit' | 'before-send' | 'after-answer';

const armed = failpointFromEnvironment();
let passed = 0;

/** Ends this process here, as a power cut would, when a test has asked for it by the environment. */
export function failpoint(name: Failpoint): void {
  if (armed?.name !== name) return;
  passed += 1;
  if (passed === armed.nth) process.kill(process.pid, 'SIGKILL');
}
