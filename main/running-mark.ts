import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Logger } from '../app/log.ts';

export interface RunningMark {
  /** Whether the program that ran here last did not come to its end. */
  wasCutOff: boolean;
  /** The program came to its end. */
  remove(): void;
}

/** A file that is there exactly while a program runs. */
export function markRunning(file: string, log: Logger): RunningMark {
  const wasCutOff = existsSync(file);
  if (wasCutOff) log.warn('the program that ran here last did not come to its end');
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${process.pid}\n`);
  } catch (error) {
    log.warn({ err: error }, 'the next start will not know how this one ended');
  }
  return { wasCutOff, remove: () => rmSync(file, { force: true }) };
}
