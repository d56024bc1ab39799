import { describe, expect, it } from 'vitest';

import { trueTime } from '../../../app/sync/push/true-time.ts';

const noon = 1_750_000_000;

/** An edit made at noon, by a clock that was fast by so many seconds, in boot 1 that was then 500 s old. */
const edit = (fast: number) => ({ wallClock: noon + fast, monotonicClock: 500, bootid: '1' });

/** It is sent an hour later, when the clock is fast by so many seconds. */
const sent = (fast: number, bootid: string) => ({
  site: noon + 3600,
  ahead: -fast,
  here: { seconds: bootid === '1' ? 4100 : 20, bootid },
});

describe('the time at which an edit was made', () => {
  it.each([
    { name: 'is that of the clock, where it was right', fast: 0, fastNow: 0, bootid: '1', off: 0 },
    { name: 'is that of a clock that is wrong by seconds', fast: 12, fastNow: 12, bootid: '1', off: 12 },
    { name: 'is put right where the clock was fast', fast: 1800, fastNow: 1800, bootid: '1', off: 0 },
    { name: 'is put right where it was slow', fast: -86_400, fastNow: -86_400, bootid: '1', off: 0 },
    {
      name: 'is put right where somebody has set the clock since',
      fast: 1800,
      fastNow: 0,
      bootid: '1',
      off: 0,
    },
    { name: 'is put right by as much after a restart', fast: 1800, fastNow: 1800, bootid: '2', off: 0 },
    { name: 'is never later than it is now', fast: 86_400, fastNow: 0, bootid: '2', off: 3600 },
  ])('$name', ({ fast, fastNow, bootid, off }) => {
    expect(trueTime(edit(fast), sent(fastNow, bootid))).toBe(noon + off);
  });
});
