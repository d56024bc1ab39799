import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 13,
  type: 'maintenance',
  category: 'Disc brake',
  subject: 'Brake fluid',
  title: 'Hydraulic Disc Brake Bleed',
  summary: 'Lever comes to the bar or pumps up: push fresh mineral oil through and get the air out.',
  difficulty: 'Moderate',
  minutes: [35, 60],
  author: 2,
  created: '2025-04-15',
  modified: '2026-04-14',
  cover: 'bleed-cover',
  prerequisites: [12],
  tools: [['Bleed kit', 1, 'funnel, syringe, hose'], ['Combination spanner', 1, '7 mm'], ['Hex key set', 1, '2.5 mm'], ['Isopropyl alcohol']],
  parts: [['Mineral brake oil', 1, '100 ml'], ['Bleed block, 10 mm'], ['O-ring for the bleed screw']],
  tags: ['bicycle', 'brake', 'hydraulics'],
  introduction: `Air compresses, oil does not. If the lever moves towards the bar, or gets firmer when pumped, there is air in the line.

'''Mineral oil or DOT?''' It is printed on the lever. The wrong fluid swells the seals within a day, and there is no way back. This guide is for mineral oil.

Do one side at a time. New pads and clean pistons first: steps 1 to 6 of the pad guide are part of the job.`,
  conclusion: `The lever must stop with at least two fingers’ width to the bar and stay there for a minute under full hand force. Wipe everything with isopropyl alcohol before the wheel goes in.

Change the oil every two years, even in a brake that feels good.`,
  steps: [
    step(
      'Lever level',
      'bleed-lever-level',
      `
Turn the lever on the bar until the reservoir is level in both directions.
red: Bleed screw at the top, 2.5 mm hex key. Loosen, do not take out yet.`,
    ),
    step(
      'Block the pistons',
      'bleed-pads-block',
      `
orange: Pads out and away, wrapped up: one drop of oil and they are scrap.
red: Bleed block between the pistons. It must not move.`,
    ),
    step(
      'Funnel on',
      'bleed-funnel',
      `
red: Bleed screw out, funnel in, finger-tight. Look for its O-ring.
Fill to a third.`,
    ),
    step(
      'Syringe on',
      'bleed-syringe',
      `
Fill the syringe, hold it upright, press the air out of the hose.
red: Hose over the nipple, ring spanner already on it. Nipple open: a quarter turn.
caution: Secure the hose with a clip. One that jumps off sprays oil over the rotor.`,
    ),
    step(
      'Push',
      'bleed-push',
      `
red: Push slowly from below: 20 ml in half a minute.
orange: Bubbles come up in the funnel. Go on until none follow, and until the oil is clear.
Draw back a little at the end: it pulls the bubbles out of the caliper. Then close the nipple, 4 Nm.`,
    ),
    step(
      'Flick the lever',
      'bleed-flick',
      `
red: Twenty short strokes, letting the lever snap back. Tap the hose and the caliper with a plastic handle meanwhile.
Tilt the lever 30° up, then 30° down, ten strokes each. Small bubbles hide at the ends of the reservoir.`,
    ),
    step(
      'Close',
      'bleed-close',
      `
Stopper into the funnel, then unscrew it with the oil in it.
red: Oil must stand to the brim. Screw in with a new O-ring: it squeezes a drop out, and that is right. 0.5 Nm.`,
    ),
    step(
      'Clean up',
      'bleed-waste',
      `
red: Old oil goes to the collection point, not back into the bottle.
reminder: An open bottle of DOT draws water and is waste after a year. Mineral oil keeps, if the cap is on.`,
    ),
  ],
};
