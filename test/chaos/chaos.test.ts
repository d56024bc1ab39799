import { expect, it } from 'vitest';

import { play } from './episode.ts';
import { makeTemplate } from './rig.ts';

/** No episode begins after this time; `npm run chaos` runs for as long as requested. */
const milliseconds = 90_000;

it(
  '[chaos] desks and their hub, as real processes under abuse, lose nothing, double nothing and end equal',
  async () => {
    using template = await makeTemplate();
    const end = performance.now() + milliseconds;
    for (let seed = 1; seed === 1 || performance.now() < end; seed += 1) {
      const { violations, trace, edits, faults, reads } = await play(template, { seed, length: 40 });
      console.log(`seed ${seed}: ${edits} edits, ${faults} faults, ${reads} reads compared`);
      expect(
        violations,
        `Again: npm run chaos -- --seed ${seed} --episodes 1 --length 40. What happened: ${trace}`,
      ).toEqual([]);
    }
  },
  // Two minutes on an idle machine; it waits for conditions and not for times.
  1_800_000,
);

it('[chaos] so do eight desks whose two hubs share a site, with connections, hubs, storage and the primary failing', async () => {
  using template = await makeTemplate();
  const { violations, trace, ...sums } = await play(template, { seed: 2, length: 40, isShared: true });
  console.log(`shared, ${JSON.stringify(sums)}`);
  expect(
    violations,
    `Again: npm run chaos -- --shared --seed 2 --episodes 1 --length 40. What happened: ${trace}`,
  ).toEqual([]);
}, 1_800_000);
