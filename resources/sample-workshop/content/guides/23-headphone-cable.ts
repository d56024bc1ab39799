import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 23,
  type: 'repair',
  category: 'Headphones',
  subject: 'Cable',
  title: 'Headphones Cable Repair',
  summary: 'One side drops out when the cable moves: find the break and solder in a new cable.',
  difficulty: 'Moderate',
  minutes: [40, 60],
  author: 3,
  created: '2025-06-24',
  modified: '2026-02-10',
  cover: 'phones-cover',
  prerequisites: [3],
  tools: [
    ['Multimeter'],
    ['Soldering iron', 1, 'fine tip, 320 °C'],
    ['Precision screwdriver set', 1, 'PH0'],
    ['Plastic pry tool'],
    ['Tweezers'],
    ['Side cutters'],
  ],
  parts: [['Headphone cable, 3-core', 1, 'with moulded 3.5 mm plug, 1.5 m']],
  tags: ['audio', 'soldering', 'cable'],
  introduction: `The cable breaks in one of two places: at the plug or where it enters the cup. The strands are enamelled copper wound around a thread of nylon: ten times lighter than ordinary wire, and one bend too many breaks it.

Colours: '''red''' right, '''green''' or blue left, '''bare copper''' common.`,
  conclusion: `Play something in mono and listen: the voice must sit in the middle. From the side? One driver is connected the wrong way round.`,
  steps: [
    step(
      'Find the break',
      'phones-find',
      `
Play a steady tone.
red: Bend the cable at the entry of each cup,
orange: then roll it between two fingers. Where the sound comes and goes, there it is.`,
    ),
    step(
      'Prove it',
      'phones-measure',
      `
red: Probe on the tip of the plug,
orange: and on the sleeve: 32 Ω is a driver, OL is a break.
Measure while bending. Ring to sleeve is the other side.`,
    ),
    step(
      'Ear pad off',
      'phones-pick phones-pad',
      `
red: Lift the rim with the pry tool, or turn the pad left by 20°: both kinds exist.
orange: Once one place is free the rest follows by hand.
note: Stuck pads are warmed with a hair dryer. Torn ones are cheap.`,
    ),
    step(
      'Baffle off',
      'phones-baffle',
      `
red: Four screws PH0, 2 × 8 mm.
Lift the baffle by 3 cm, no more: the link wire to the other cup is short.`,
    ),
    step(
      'Unsolder',
      'phones-inside phones-desolder',
      `
red: Broken lead. Take a picture of the order before you heat anything.
orange: The other two leads.
yellow: Knot or clamp of the strain relief. Note how far it is from the end.
One second per pad at 320 °C: the voice coil behind it is glued with something softer than solder.`,
    ),
    step(
      'Prepare the new cable',
      'phones-strip',
      `
red: Through the grommet first, then the knot, 60 mm from the end.
orange: Burn the enamel off in a blob of solder on the tip at 380 °C, until the strands wet. Scraping breaks them.`,
    ),
    step(
      'Solder',
      'phones-solder',
      `
red: Red to the right-hand pad as marked on the board, R.
orange: Copper to the middle, common.
green: Green to L. Hold each wire with tweezers close to the joint, they take the heat.
Test with music before closing.`,
    ),
    step(
      'Close',
      'phones-close',
      `
Pull on the cable: the knot must sit against the housing, the leads must stay slack.
Four screws, 0.3 Nm.
red: Turn the pad on until it catches, seam downwards.`,
    ),
  ],
};
