import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 18,
  type: 'installation',
  category: '14-inch laptop',
  subject: 'Solid-state drive',
  title: '14-inch Laptop Solid-State Drive Installation',
  summary: 'Fit an 80 mm M.2 drive in the second slot, with a word about keys and screws.',
  difficulty: 'Very easy',
  minutes: [10, 15],
  author: 3,
  created: '2025-09-09',
  modified: '2025-09-16',
  cover: 'laptop-ssd',
  prerequisites: [15],
  tools: [['ESD wrist strap'], ['Precision screwdriver set', 1, 'PH1'], ['Plastic pry tool']],
  parts: [['Solid-state drive, M.2 2280', 1, 'M key, single-sided'], ['Screw, M2 × 3 mm']],
  tags: ['laptop', 'storage', 'esd'],
  introduction: `Check three things before you buy: length (80 mm), key (M, notch on the right), and height. This slot takes '''single-sided''' drives only: there is 1.5 mm of room below.

Back up first. Nothing here touches the old drive, and still.`,
  conclusion: `The firmware shows the drive at the next start. If not: out and in again, the contacts were not fully home. A new drive needs a partition before the system offers it.`,
  steps: [
    step(
      'Battery plug out',
      'laptop-battery-plug',
      `
red: Pull the battery plug with the flat of the pry tool before anything else. The slot carries 3.3 V as long as the battery is on.`,
    ),
    step(
      'Find the slot',
      'laptop-ssd-slot',
      `
red: Empty slot beside the heat sink, the key on the right.
orange: Screw post at 80 mm. Its screw waits in the post: take it out.`,
    ),
    step(
      'Push the drive in',
      'laptop-ssd-insert',
      `
Hold the drive at its edges, label up.
red: In at 20°, straight, until no gold is to be seen. It stands up by itself then.
note: Force is never needed. If it stops, the key is wrong or it is upside down.`,
    ),
    step(
      'Screw it down',
      'laptop-ssd-screw',
      `
Press it flat with one finger.
red: Screw M2 × 3 mm, 0.15 Nm: just tight.
Plug the battery in and close the cover.`,
    ),
  ],
};
