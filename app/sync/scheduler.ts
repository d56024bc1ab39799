import type { SyncProblem } from '../../shared/sync-status.ts';
import { backoffMs } from './backoff.ts';

/** When the next round is due. `next` is pure and holds the whole policy. */
export interface Schedule {
  /** Consecutive rounds that could not finish. */
  failures: number;
  /** UNIX milliseconds; `null`: rounds start only by hand. */
  nextAt: number | null;
}

interface Ended {
  problem: SyncProblem | null;
  /** UNIX milliseconds. */
  now: number;
  /** Minutes between rounds; 0: rounds start only by hand. */
  everyMinutes: number;
  random: () => number;
}

/** Returns the schedule after a round ended (SPEC.md, failure table). */
export function next(schedule: Schedule, { problem, now, everyMinutes, random }: Ended): Schedule {
  if (!problem)
    return {
      failures: 0,
      nextAt: everyMinutes === 0 ? null : now + everyMinutes * 60_000 * (0.9 + random() / 5),
    };
  const failures = schedule.failures + 1;
  switch (problem.kind) {
    case 'offline':
    case 'server-error':
    case 'throttled':
    case 'bad-answer':
    case 'intercepted':
    case 'bug':
    case 'disk-full':
      return { failures, nextAt: now + backoffMs(failures, random) };
    // Only a person can solve these problems. An occasional round notices when they have.
    case 'unauthorized':
    case 'forbidden':
    case 'not-a-site':
    case 'other-site':
    case 'mass-disappearance':
    case 'damaged':
      return { failures, nextAt: now + 15 * 60_000 };
  }
}
