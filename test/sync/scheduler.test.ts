import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { SyncProblem } from '../../shared/sync-status.ts';
import { backoffMs } from '../../app/sync/backoff.ts';
import { next } from '../../app/sync/scheduler.ts';

const problem = (kind: SyncProblem['kind']): SyncProblem => ({ kind, message: 'm', advice: 'a' });
const ended = { now: 1_000_000, everyMinutes: 15, random: () => 0.5 };

describe('when the next round is due', () => {
  it('after a clean round, by the setting, spread a little', () => {
    expect(next({ failures: 3, nextAt: null }, { ...ended, problem: null })).toEqual({
      failures: 0,
      nextAt: 1_000_000 + 15 * 60_000,
    });
    expect(next({ failures: 0, nextAt: 5 }, { ...ended, everyMinutes: 0, problem: null }).nextAt).toBeNull();
  });

  it.each(['offline', 'server-error', 'throttled', 'bad-answer', 'intercepted', 'bug', 'disk-full'] as const)(
    'after %s, doubling from two seconds to five minutes',
    (kind) => {
      const waits: number[] = [];
      let schedule = { failures: 0, nextAt: null as number | null };
      for (let n = 0; n < 12; n += 1) {
        schedule = next(schedule, { ...ended, problem: problem(kind) });
        waits.push(((schedule.nextAt ?? 0) - ended.now) / 1000);
      }
      expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300]);
    },
  );

  it.each(['unauthorized', 'forbidden', 'not-a-site', 'other-site', 'mass-disappearance'] as const)(
    'after %s, which needs a person, every quarter of an hour',
    (kind) => {
      const { nextAt } = next({ failures: 0, nextAt: null }, { ...ended, problem: problem(kind) });
      expect(nextAt).toBe(ended.now + 15 * 60_000);
    },
  );

  it('a wait is never shorter than a second and a half nor longer than six and a quarter minutes', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2000 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
        const wait = backoffMs(failures, () => random);
        expect(wait).toBeGreaterThanOrEqual(1_500);
        expect(wait).toBeLessThanOrEqual(375_000);
      }),
    );
  });
});
