import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 20,
  type: 'replacement',
  category: 'Front-loading washing machine',
  subject: 'Door boot',
  title: 'Washing Machine Door Boot Replacement',
  summary: 'A torn door boot leaks on every wash. Two bands, one mark and a good deal of patience.',
  difficulty: 'Difficult',
  minutes: [75, 120],
  author: 2,
  created: '2025-07-01',
  modified: '2026-01-27',
  cover: 'boot-new-cover',
  tools: [['Torx screwdriver set', 1, 'T20'], ['Screwdriver set'], ['Plastic pry tool'], ['Hose clip pliers']],
  parts: [['Door boot', 1, 'by the number on the rating plate'], ['Washing-up liquid']],
  tags: ['laundry', 'seal'],
  introduction: `The boot joins the moving tub to the fixed front. It is held by two bands: a spring band at the front, easy, and a clamp at the tub, less so. Allow two hours for the first one.

Before ordering, look at why it tore: a hairpin in the drum, worn shock absorbers, or a drum that touches at the bottom.`,
  conclusion: `Run a short wash at 40 °C without laundry and watch the lower edge with a torch. A drop at the front band means a fold; a trickle inside the cabinet means that the mark was not lined up.

Then the [guide|2|appliance safety test].`,
  steps: [
    step(
      'Find the tear',
      'boot-cover',
      `
Plug out, tap closed, door open.
red: Most boots tear at six o’clock, where the sock lies. Fold the lip out to see.
A tear above the water line can be glued for some months. Below it cannot.`,
    ),
    step(
      'Front band off',
      'boot-front-band',
      `
red: Lever under the spring of the band and lift it out of its groove, then unroll it all round.
note: It looks impossible and is not: pull the spring towards you, not down.`,
    ),
    step(
      'Fold the lip in',
      'boot-lip',
      `
red: Free the lip from the front panel, a hand’s breadth at a time, and push it into the drum.`,
    ),
    step(
      'Door lock',
      'boot-lock',
      `
red: Two screws T20. Let the lock hang on its lead behind the panel.`,
    ),
    step(
      'Front panel off',
      'boot-front-off',
      `
Screws under the detergent drawer and behind the plinth, four in all.
orange: Two more at the lower edge.
red: Lift the panel off its hooks, stand it aside.
caution: Edges of sheet metal cut. Gloves.`,
    ),
    step(
      'Tub clamp',
      'boot-inner-clamp',
      `
red: Screw or spring at five o’clock. Loosen until the clamp slides over the edge.
Take a picture of how the clamp lies. Then pull the boot off the tub.`,
    ),
    step(
      'Clean and mark',
      'boot-marks',
      `
Wipe the edge of the tub down to bare plastic. Lime there is the next leak.
red: The arrow on the boot and the arrow on the tub meet at twelve o’clock.
orange: The drain holes are then exactly at the bottom.`,
    ),
    step(
      'New boot on',
      'boot-new',
      `
A little washing-up liquid on the groove, never oil or grease.
green: Press it on at twelve, three, six and nine o’clock, then in between. Feel round behind it with a finger: no fold anywhere.
Clamp on, 3 Nm. Front panel, lock and lip back.`,
    ),
    step(
      'Front band on',
      'boot-band-back',
      `
orange: Spring at the bottom, band in its groove.
red: Work upwards on both sides at the same time, knee against the lowest point. The last hand’s breadth jumps in.
reminder: Turn the drum by hand before you plug in. Nothing may rub.`,
    ),
  ],
};
