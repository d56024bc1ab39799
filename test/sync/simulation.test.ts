import { expect, it } from 'vitest';

import type { Outcome } from '../simulate/episode.ts';
import { planOf } from '../simulate/plan.ts';
import { pool } from '../simulate/pool.ts';
import { regressions } from '../simulate/regressions.ts';
import { peopleCount } from '../simulate/roles.ts';

const episodes = 24;
const jobs = 2;

/** Number of new episodes. Newer kinds are left to `npm run simulate` until thousands of them were played without a violation. */
const edition = 9;

it(`[G1.1 J7.10 J10.3] everyone's work arrives once, under the right name, in ${episodes} days of faults, crashes and wrong clocks`, async () => {
  await using players = pool(jobs);
  const seeds = Array.from({ length: episodes }, (_, index) => planOf(index + 1, peopleCount, edition));
  const plans = [...regressions().map(({ plan }) => plan), ...seeds];
  const outcomes = await Promise.all(plans.map((plan) => players.play({ plan, everyRead: true })));
  const wrong = outcomes.filter((outcome: Outcome) => outcome.wrong.length > 0);
  expect(wrong.map(({ seed, wrong: [first] }) => `seed ${seed}: ${first}`)).toEqual([]);
}, 3_600_000);
