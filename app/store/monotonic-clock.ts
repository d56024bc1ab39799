import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** A clock that cannot be set, for durations that do not depend on the wall clock. */
export interface MonotonicClock {
  /** Seconds since the machine started. */
  seconds: number;
  /** Readings are comparable only with the same boot id. */
  bootid: string;
}

export const monotonicClock = (): MonotonicClock => ({ seconds: uptime(), bootid });

const bootid = readBootid();

/** Returns the boot id; on systems without one a random id per process, so that readings of different processes are not compared. */
function readBootid(): string {
  if (process.platform !== 'linux') return randomUUID();
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}
