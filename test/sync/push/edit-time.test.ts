import { describe, expect, it } from 'vitest';

import type { Boot } from '../../../app/replica/desk-state.ts';
import { siteTimeAt } from '../../../app/sync/clocks.ts';
import { editTime } from '../../../app/sync/push/edit-time.ts';

const noon = 1_750_000_000;

/** An edit made at noon, by a clock that was fast by so many seconds, in boot 1, which was 500 s old then. */
const edit = (fast: number) => ({ wallClock: noon + fast, monotonicClock: 500, bootid: '1' });

/** It is sent an hour later, when the clock is fast by so many seconds. */
const sent = (fast: number, bootid: string) => ({
  site: noon + 3600,
  ahead: -fast,
  here: { seconds: bootid === '1' ? 4100 : 20, bootid },
});

describe('[J13.1] the time at which an edit was made', () => {
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
    expect(editTime(edit(fast), sent(fastNow, bootid))).toBe(noon + off);
  });
});

describe('[J13.2] the time of an edit in an earlier run of the machine', () => {
  /** Boot 1 began at noon and met the site at 100 s; boots 2 and 3 did not; the clock was fast by so many seconds. */
  const seen = (fast: { first: number; last: number }, boot: number): Boot => ({
    bootid: String(boot),
    first: { wall: noon + 10_000 * boot + fast.first, seconds: 0 },
    last: { wall: noon + 10_000 * boot + 5000 + fast.last, seconds: 5000 },
  });
  const met = { seconds: 100, site: noon + 10_100 };
  const now = { bootid: '4', seconds: 50, site: noon + 40_050 };

  it.each([
    {
      name: 'is that of the site, where it was asked then',
      boots: [{ ...seen({ first: 0, last: 7000 }, 1), met }],
      bootid: '1',
    },
    {
      name: 'joins the end of the start before, however the clock was set since',
      boots: [
        { ...seen({ first: 0, last: 7000 }, 1), met },
        seen({ first: 7000, last: -3 }, 2),
        seen({ first: -3, last: 0 }, 3),
      ],
      bootid: '2',
    },
    {
      name: 'joins the beginning of the next, where nothing is known of those before',
      boots: [seen({ first: 99, last: 3600 }, 3), { ...seen({ first: 3600, last: 3600 }, 4) }],
      bootid: '3',
    },
  ])('$name', ({ boots, bootid }) => {
    const time = noon + 10_000 * Number(bootid) + 1234;
    expect(siteTimeAt(boots, { bootid, seconds: 1234 }, now)).toBe(time);
  });

  it('is not guessed without any reading', () => {
    expect(siteTimeAt([seen({ first: 0, last: 0 }, 2)], { bootid: '2', seconds: 5 }, now)).toBeUndefined();
    expect(siteTimeAt([], { bootid: '2', seconds: 5 }, now)).toBeUndefined();
  });
});
