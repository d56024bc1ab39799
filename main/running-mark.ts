import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Logger } from '../app/log.ts';

export interface RunningMark {
  /** True if the previous program here did not exit properly. */
  wasCutOff: boolean;
  /** Call it when the program exits properly. */
  remove(): void;
}

/** Creates a file that exists exactly while a program runs. */
export function markRunning(file: string, log: Logger): RunningMark {
  const wasCutOff = existsSync(file);
  if (wasCutOff) log.warn('the last run of the program ended without being closed');
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${process.pid}\n`);
  } catch (error) {
    log.warn(
      { err: error },
      'the mark of a running program could not be written: the next start cannot tell how this run ended',
    );
  }
  return { wasCutOff, remove: () => rmSync(file, { force: true }) };
}
