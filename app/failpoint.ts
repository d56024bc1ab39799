import { writeSync } from 'node:fs';

import { failpointsFromEnvironment } from './config.ts';

/** Places where tests end the process like a power cut: no work may be lost whatever comes after. */
export type Failpoint =
  | 'begin'
  | 'before-commit'
  | 'after-commit'
  | 'after-shared-commit'
  | 'after-copy-part'
  | 'after-copy'
  | 'before-send'
  | 'after-answer'
  | 'before-file'
  | 'after-file';

const armed = failpointsFromEnvironment().map((point) => ({ ...point, about: new RegExp(point.about) }));
let transaction = '';

/** Adds to the description of the running transaction, by which tests choose where to end it. */
export function labelTransaction(what: string): void {
  if (armed.length > 0) transaction += `${what}\n`;
}

/** Kills this process, like a power cut, if a test has requested it in the environment. */
export function failpoint(name: Failpoint, about: string = transaction): void {
  if (armed.length === 0) return;
  if (name === 'begin') transaction = '';
  const index = armed.findIndex((one) => one.name === name && one.about.test(about) && --one.nth === 0);
  if (index < 0) return;
  writeSync(2, `failpoint ${index}\n`);
  process.kill(process.pid, 'SIGKILL');
}
