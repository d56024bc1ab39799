import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 15,
  type: 'disassembly',
  category: '14-inch laptop',
  subject: 'Bottom cover',
  title: '14-inch Laptop Bottom Cover Removal',
  summary: 'Nine screws in two lengths and a row of clips: the way into a slim laptop.',
  difficulty: 'Easy',
  minutes: [5, 10],
  author: 3,
  created: '2024-12-10',
  modified: '2026-06-23',
  cover: 'laptop-cover',
  flags: ['GUIDE_PREREQ_ONLY'],
  tools: [['Torx screwdriver set', 1, 'T5'], ['Plastic pry tool'], ['ESD wrist strap']],
  tags: ['laptop', 'esd'],
  introduction: `Shut down, do not just close the lid: a sleeping laptop is live. Battery below 25 % if you can choose: a flat cell burns less eagerly if the worst happens.`,
  conclusion: `Back on: hinge side first, then press round the edge until every clip has clicked. All nine screws started by hand before any is tightened, '''0.25 Nm'''.`,
  steps: [
    step(
      'Earth yourself',
      'laptop-strap',
      `
Shut down, charger out, lid closed, bottom up on a soft mat.
red: Wrist strap on, its clip on the mat’s earth stud.
note: No strap? Touch a radiator, keep your feet still, and touch bare metal of the chassis each time you come back.`,
    ),
    step(
      'Nine screws',
      'laptop-screws-long laptop-tray',
      `
red: Five Torx T5, M2 × 6 mm.
orange: Four Torx T5, M2 × 3 mm, along the front edge.
  A long screw at the front goes through the palm rest. It has happened to all of us once.
reminder: Lay them out as they sat.`,
    ),
    step(
      'Open the clips',
      'laptop-pry',
      `
red: Pick into the gap at the middle of the front edge.
orange: Slide it to the corner, a click every 40 mm, then round the corner and up the side.
Do the same the other way. Never deeper than 4 mm.`,
    ),
    step(
      'Lift the cover',
      'laptop-lid-off',
      `
red: Lift the front edge to 30°, then pull the cover out of the hinge hooks.
caution: The first thing to do inside is to pull the battery plug. Until then do not touch the board with metal.`,
    ),
  ],
};
