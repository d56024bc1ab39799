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
 * - `--every-read` compares every read of fresh episodes, and not a sample; of kept and shrunk ones all are compared anyway
 * - `--edition N` plays what edition N made of the seeds
 */
import { parseArgs } from 'node:util';

import type { Outcome } from './episode.ts';
import { findMutations } from './mutations.ts';
import { newestEdition, planOf } from './plan.ts';
import type { Plan } from './plan.ts';
import { pool } from './pool.ts';
import { keep, regressions } from './regressions.ts';
import { peopleCount } from './roles.ts';
import { shrink } from './shrink.ts';
import { Tally } from './tally.ts';

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
    'every-read': { type: 'boolean', default: false },
    edition: { type: 'string', default: String(newestEdition) },
  },
});
const [episodes, first, jobs] = [values.episodes, values.seed, values.jobs].map(Number) as [
  number,
  number,
  number,
];
const isGood = await (values.mutations
  ? findMutations({ seed: first, episodes, jobs, site: values.site }, values.only)
  : playAll());
process.exitCode = isGood ? 0 : 1;

async function playAll(): Promise<boolean> {
  const everyRead = values['every-read'];
  const seeds: Plan[] = [];
  for (let seed = first; seeds.length < episodes; seed += 1) {
    const plan = planOf(seed, peopleCount, Number(values.edition));
    if (values.site === undefined || (values.site === 'plain') === (plan.plain !== undefined))
      seeds.push(plan);
  }
  // A single one is asked for to look at it.
  const kept = episodes > 1 && !values.fresh ? regressions() : [];
  const playings = [
    ...kept.map(({ plan }) => ({ plan, everyRead: true })),
    ...seeds.map((plan) => ({ plan, everyRead })),
  ].values();
  await using players = pool(jobs);
  const tally = new Tally();
  const work = async (): Promise<void> => {
    for (const playing of playings) {
      if (values.first && tally.found.length > 0) return;
      const outcome = await players.play(playing);
      if (values.verbose) console.log(outcome.trace.join('\n'));
      tally.add(playing.plan, outcome);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  for (const { plan, outcome, count } of tally.found) {
    console.log(`\n${count} × seed ${plan.seed}: ${outcome.wrong.slice(0, 5).join('\n  ')}`);
    if (!values.keep && !values.shrink) continue;
    const play = (one: Plan): Promise<Outcome> => players.play({ plan: one, everyRead: true });
    const smallest = await shrink(plan, outcome, play);
    console.log((await play(smallest)).trace.join('\n'));
    if (values.keep) keep(smallest, outcome.wrong[0] ?? '');
  }
  console.log(tally.summary());
  return tally.found.length === 0;
}
