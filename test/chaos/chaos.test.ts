import { expect, it } from 'vitest';

import { play } from './episode.ts';
import { makeTemplate } from './rig.ts';

/** Events of an episode; `npm run chaos` plays longer ones, for as long as requested. */
const length = 40;
const again = `npm run chaos -- --episodes 1 --length ${length}`;

it('[chaos] desks and their hub, as real processes under abuse, lose nothing, double nothing and end equal', async () => {
  using template = await makeTemplate();
  const { violations, trace, edits, faults, reads } = await play(template, { seed: 1, length });
  console.log(`${edits} edits, ${faults} faults, ${reads} reads compared`);
  expect(violations, `Again: ${again} --seed 1. What happened: ${trace}`).toEqual([]);
}, 1_800_000);

it('[chaos] so do eight desks whose two hubs share a site, with connections, hubs, storage and the primary failing', async () => {
  using template = await makeTemplate();
  const { violations, trace, ...sums } = await play(template, { seed: 2, length, isShared: true });
  console.log(`shared, ${JSON.stringify(sums)}`);
  expect(violations, `Again: ${again} --shared --seed 2. What happened: ${trace}`).toEqual([]);
}, 1_800_000);
