/**
 * `npm run simulate -- [--episodes N] [--seed S]`: plays episodes from seed S on, those in `regressions.json` first, and prints for each
 * violation how to repeat it.
 *
 * - `--verbose` prints everything that happens
 * - `--first` ends at the first violation
 * - `--shrink` makes its finds as small as it can and prints the story; `--keep` also stores them for ever
 * - `--mutations` breaks copies of the program on purpose and checks whether that is detected within N episodes
 * - `--only TEXT` breaks only mutations with this text in their name; `--fresh` skips stored episodes
 * - `--jobs J` plays in J threads
 * - `--site hub` or `--site plain` plays only episodes with this kind of site
 * - `--every-read` compares every read of new episodes instead of a sample; stored and shrunk ones always compare all
 * - `--edition N` plays the plans of edition N
 * - `--scenario NAME` plays short episodes of one kind (`scenarios.ts`)
 */
import { parseArgs } from 'node:util';

import type { Outcome } from './episode.ts';
import { findMutations } from './find-mutations.ts';
import { newestEdition, planOf } from './plan.ts';
import type { Plan } from './plan.ts';
import { pool } from './pool.ts';
import { keep, regressions } from './regressions.ts';
import { peopleCount } from './roles.ts';
import { isScenario, planOfScenario } from './scenarios.ts';
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
    scenario: { type: 'string', default: '' },
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
  const { 'every-read': everyRead, scenario } = values;
  if (scenario !== '' && !isScenario(scenario)) throw new Error(`there is no scenario "${scenario}"`);
  const seeds: Plan[] = [];
  for (let seed = first; seeds.length < episodes; seed += 1) {
    const plan = isScenario(scenario)
      ? planOfScenario(scenario, seed)
      : planOf(seed, peopleCount, Number(values.edition));
    if (values.site === undefined || (values.site === 'plain') === (plan.plain !== undefined))
      seeds.push(plan);
  }
  // A single episode is played to see its details.
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
