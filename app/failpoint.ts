import { writeSync } from 'node:fs';

import { failpointsFromEnvironment } from './config.ts';

/** Places where power may fail: what comes after one of them must not matter to anybody's work. */
export type Failpoint =
  | 'begin'
  | 'before-commit'
  | 'after-commit'
  | 'before-send'
  | 'after-answer'
  | 'before-file'
  | 'after-file';

const armed = failpointsFromEnvironment().map((point) => ({ ...point, about: new RegExp(point.about) }));
let transaction = '';

/** Says what the running transaction does, for tests that choose where to cut it off. */
export function concerning(what: string): void {
  if (armed.length > 0) transaction += `${what}\n`;
}

/** Ends this process here, as a power cut would, when a test has asked for it by the environment. */
export function failpoint(name: Failpoint, about: string = transaction): void {
  if (armed.length === 0) return;
  if (name === 'begin') transaction = '';
  const index = armed.findIndex((one) => one.name === name && one.about.test(about) && --one.nth === 0);
  if (index < 0) return;
  writeSync(2, `failpoint ${index}\n`);
  process.kill(process.pid, 'SIGKILL');
}
