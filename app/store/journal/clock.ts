import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** Time that nobody can set: it tells how long something took, whatever the wall clock did meanwhile. */
export interface MonotonicClock {
  /** Seconds since the machine started. */
  seconds: number;
  /** Two readings can be compared only under the same one. */
  bootid: string;
}

export const monotonicClock = (): MonotonicClock => ({ seconds: uptime(), bootid });

const bootid = readBootid();

/** Where the system does not name its boot, each process counts as one of its own: less is compared, nothing falsely. */
function readBootid(): string {
  if (process.platform !== 'linux') return randomUUID();
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}
