/**
 * `npm run chaos -- [--minutes N] [--seed S]`: plays episodes of real processes from seed S on, one after the other, until N minutes are
 * over, and prints each violation.
 *
 * - `--episodes E` plays E of them, however long that takes
 * - `--length L` events in each (60)
 * - `--shared` two hubs that share a site in PostgreSQL, and eight desks
 * - `--verbose` prints everything that happens
 */
import { parseArgs } from 'node:util';

import { play } from './episode.ts';
import { makeTemplate } from './rig.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    episodes: { type: 'string' },
    seed: { type: 'string', default: '1' },
    length: { type: 'string', default: '60' },
    shared: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
const count = values.episodes === undefined ? Infinity : Number(values.episodes);
using template = await makeTemplate();
const end = performance.now() + Number(values.minutes) * 60_000;
const total = { episodes: 0, edits: 0, reads: 0, faults: 0, bad: 0 };
for (let seed = Number(values.seed); total.episodes < count; seed += 1) {
  if (count === Infinity && performance.now() > end) break;
  const begun = performance.now();
  const { violations, ...sums } = await play(template, {
    seed,
    length: Number(values.length),
    isShared: values.shared,
    verbose: values.verbose,
  });
  total.episodes += 1;
  total.edits += sums.edits;
  total.reads += sums.reads;
  total.faults += sums.faults;
  if (violations.length > 0) total.bad += 1;
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  const reported = violations.slice(0, 12).map((line) => `\n  ${line}`);
  console.log(
    `seed ${seed}: ${sums.edits} edits, ${sums.faults} faults, ${sums.reads} reads, ${minutes} min, ${violations.length} violations${reported.join('')}`,
  );
}
console.log(
  `${total.episodes} episodes, ${total.edits} edits, ${total.faults} faults, ${total.reads} reads compared, ${total.bad} with violations`,
);
process.exitCode = total.bad === 0 ? 0 : 1;
