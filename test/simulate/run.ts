/**
 * `npm run simulate -- [--episodes N] [--seed S] [--jobs J] [--keep] [--verbose]`: plays episodes from seed S on, the kept
 * ones first, and says of each violation how to see it again. `--keep` shrinks what it finds and keeps it for ever.
 */
import { parseArgs } from 'node:util';

import type { Outcome } from './episode.ts';
import { planOf } from './plan.ts';
import type { Plan } from './plan.ts';
import { pool } from './pool.ts';
import { keep, regressions } from './regressions.ts';
import { shrink, signatureOf } from './shrink.ts';
import { peopleCount } from './template.ts';

const { values } = parseArgs({
  options: {
    episodes: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    keep: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    /** Ends at the first violation. */
    first: { type: 'boolean', default: false },
  },
});
const first = Number(values.seed);
const seeds = Array.from({ length: Number(values.episodes) }, (_, index) => first + index);
const plans: Plan[] = [...(seeds.length > 1 ? regressions().map(({ plan }) => plan) : []), ...seeds.map((seed) => planOf(seed, peopleCount))];

await using players = pool(Number(values.jobs));
const found = new Map<string, { plan: Plan; outcome: Outcome; count: number }>();
const totals = { episodes: 0, violations: 0, edits: 0, ms: 0 };
const started = performance.now();

const queue = plans.values();
const work = async (): Promise<void> => {
  for (const plan of queue) {
    if (values.first && totals.violations > 0) return;
    const outcome = await players.play(plan);
    totals.episodes += 1;
    totals.edits += outcome.edits;
    totals.ms += outcome.ms;
    if (values.verbose) console.log(outcome.trace.join('\n'));
    if (outcome.wrong.length > 0) note(plan, outcome);
    if (totals.episodes % 500 === 0) console.log(summary());
  }
};
await Promise.all(Array.from({ length: Number(values.jobs) }, work));

for (const { plan, outcome, count } of found.values()) {
  console.log(`\n${count} × seed ${plan.seed}: ${outcome.wrong.slice(0, 5).join('\n  ')}`);
  if (!values.keep && !values.shrink) continue;
  const smallest = await shrink(plan, outcome, (one) => players.play(one));
  const again = await players.play(smallest);
  console.log(again.trace.join('\n'));
  if (values.keep) keep(smallest, outcome.wrong[0] ?? '');
}
console.log(summary());
process.exitCode = totals.violations === 0 ? 0 : 1;

function note(plan: Plan, outcome: Outcome): void {
  totals.violations += 1;
  const signature = signatureOf(outcome.wrong[0] ?? '');
  const known = found.get(signature);
  if (known) {
    known.count += 1;
    if (known.plan.steps.length > plan.steps.length) Object.assign(known, { plan, outcome });
  } else {
    found.set(signature, { plan, outcome, count: 1 });
    console.log(`seed ${plan.seed}: ${outcome.wrong[0]}`);
  }
}

function summary(): string {
  const { episodes, violations, edits, ms } = totals;
  const seconds = Math.round((performance.now() - started) / 1000);
  return `${episodes} episodes, ${edits} edits, ${violations} with violations; ${seconds} s, ${Math.round(ms / episodes)} ms each`;
}
