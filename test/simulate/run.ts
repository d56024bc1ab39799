/**
 * `npm run simulate -- [--episodes N] [--seed S]`: plays episodes from seed S on, those kept in `regressions.json` first,
 * and says of each violation how to see it again.
 *
 * - `--verbose` tells everything that happens
 * - `--first` ends at the first violation
 * - `--shrink` makes what it finds as small as it can and tells the story; `--keep` also keeps it for ever
 * - `--mutations` breaks copies of the program on purpose and looks whether that is found within N episodes
 * - `--only TEXT` of these breaks only those with this text in their name; `--fresh` plays no kept episodes
 * - `--jobs J` plays in J threads
 * - `--site hub` or `--site plain` plays only episodes with such a site
 */
import { parseArgs } from 'node:util';

import { findMutations } from './mutations.ts';
import { planOf } from './plan.ts';
import type { Plan } from './plan.ts';
import { pool } from './pool.ts';
import { keep, regressions } from './regressions.ts';
import { shrink } from './shrink.ts';
import { Tally } from './tally.ts';
import { peopleCount } from './template.ts';

const { values } = parseArgs({
  options: {
    episodes: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    verbose: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    mutations: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    fresh: { type: 'boolean', default: false },
    site: { type: 'string' },
  },
});
const [episodes, first, jobs] = [values.episodes, values.seed, values.jobs].map(Number) as [
  number,
  number,
  number,
];
const isGood = await (values.mutations ? findMutations(episodes, jobs, values.only) : playAll());
process.exitCode = isGood ? 0 : 1;

async function playAll(): Promise<boolean> {
  const seeds: Plan[] = [];
  for (let seed = first; seeds.length < episodes; seed += 1) {
    const plan = planOf(seed, peopleCount);
    if (values.site === undefined || (values.site === 'plain') === (plan.plain !== undefined))
      seeds.push(plan);
  }
  // A single one is asked for to look at it.
  const plans = [
    ...(episodes > 1 && !values.fresh ? regressions().map(({ plan }) => plan) : []),
    ...seeds,
  ].values();
  await using players = pool(jobs);
  const tally = new Tally();
  const work = async (): Promise<void> => {
    for (const plan of plans) {
      if (values.first && tally.found.length > 0) return;
      const outcome = await players.play(plan);
      if (values.verbose) console.log(outcome.trace.join('\n'));
      tally.add(plan, outcome);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  for (const { plan, outcome, count } of tally.found) {
    console.log(`\n${count} × seed ${plan.seed}: ${outcome.wrong.slice(0, 5).join('\n  ')}`);
    if (!values.keep && !values.shrink) continue;
    const smallest = await shrink(plan, outcome, (one) => players.play(one));
    console.log((await players.play(smallest)).trace.join('\n'));
    if (values.keep) keep(smallest, outcome.wrong[0] ?? '');
  }
  console.log(tally.summary());
  return tally.found.length === 0;
}
