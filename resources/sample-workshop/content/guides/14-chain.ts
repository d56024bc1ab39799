import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 14,
  type: 'replacement',
  category: 'Chain drivetrain',
  subject: 'Chain',
  title: 'Bicycle Chain Replacement',
  summary: 'Measure the wear, cut the new chain to length and close it with a quick link.',
  difficulty: 'Very easy',
  minutes: [15, 25],
  author: 2,
  created: '2025-06-03',
  modified: '2025-06-17',
  cover: 'chain-cover',
  tools: [['Chain wear gauge'], ['Chain tool'], ['Quick link pliers'], ['Stiff brush']],
  parts: [['Chain, 11-speed', 1, '116 links, with quick link'], ['Chain oil']],
  tags: ['bicycle', 'drivetrain', 'wear part'],
  introduction: `A chain changed at 0.5 % wear costs a chain. Changed at 1 % it costs a chain and a cassette.

{|
! Sprockets !! Change at
|-
| 8 to 10 speeds || 0.75 %
|-
| 11 and 12 speeds || 0.5 %
|}`,
  conclusion: `Wipe the chain dry after the first ride. Oil belongs inside the rollers; on the outside it only collects grit.`,
  steps: [
    step(
      'Measure',
      'chain-gauge',
      `
red: Hook the gauge behind a roller,
orange: and let the other end down. If the 0.5 tooth drops in fully, the chain is due.
Measure in three places. One stiff place can deceive.`,
    ),
    step(
      'Open the quick link',
      'chain-link-open',
      `
Shift to the smallest sprocket and bring the quick link to the lower run.
red: Squeeze both pins towards each other with the pliers.
note: No quick link? Push a pin out with the chain tool, anywhere but at the shiny joining pin.`,
    ),
    step(
      'Remember the path',
      'chain-route',
      `
red: Over the front of the upper wheel, behind the lower one.
orange: There is a small tab between them in the cage: the chain runs inside it.`,
    ),
    step(
      'Clean while you can',
      'chain-clean',
      `
red: Brush the sprockets and both guide wheels.
Shark-fin teeth? A new chain will skip on them under load: new cassette.`,
    ),
    step(
      'Cut to length',
      'chain-length',
      `
Hang both chains from one nail, or lay them side by side.
red: The old one is longer by its wear, so count links: 114.
green: Cut the new chain to the same count with the chain tool. It must end in two inner links.`,
    ),
    step(
      'Close',
      'chain-link-close',
      `
red: Both halves of the quick link in the upper run, arrow in running direction.
orange: Hold the rear brake and push the pedal down hard. The link snaps.
caution: Quick links for 11 and 12 speeds are for one use.`,
    ),
    step(
      'Oil',
      'chain-oil',
      `
red: One drop on each roller, turning backwards. Wait ten minutes, wipe everything off that you can reach.`,
    ),
  ],
};
