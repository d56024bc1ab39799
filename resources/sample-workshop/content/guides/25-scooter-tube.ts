import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 25,
  type: 'replacement',
  category: 'Commuter e-scooter',
  subject: 'Rear inner tube',
  title: 'E-Scooter Rear Inner Tube Replacement',
  summary: 'Flat rear tyre on a hub-motor wheel with a split rim: out, open, new tube, and torqued back.',
  difficulty: 'Difficult',
  minutes: [50, 90],
  author: 3,
  created: '2025-08-05',
  modified: '2026-10-20',
  cover: 'scooter-cover',
  tools: [
    ['Combination spanner', 1, '18 mm'],
    ['Hex key set', 1, '4 and 5 mm'],
    ['Torque key', 2, '2 to 20 Nm, and up to 40 Nm'],
    ['Tyre lever', 2, 'plastic'],
    ['Tyre inflator'],
  ],
  parts: [['Inner tube, 8.5 inch', 1, 'angled valve'], ['Talcum powder'], ['Thread lock, medium']],
  tags: ['scooter', 'tyre', 'lithium'],
  introduction: `With a one-piece rim this job is a wrestling match; with a split rim it is clean work, if the air is out. '''Never open the rim bolts of an inflated tyre:''' 3.5 bar throws a rim half across the room.

Change the tyre too if the cords show. Front and rear tubes are the same.`,
  conclusion: `Ride slowly round the yard, brake hard twice, then check nut and pressure again. And again after 20 km.

'''3.5 bar''' behind, 3.0 in front. A pressure too low is what pinched the last tube.`,
  steps: [
    step(
      'Isolate, and let the air out',
      'scooter-off scooter-deflate',
      `
Switch off, fold, lay it on its side on a blanket.
red: Unplug the battery under the deck cover: a hub motor that gets current while your fingers are in the wheel does not stop.
red: Press the valve core until nothing comes, then unscrew it.
caution: Do not skip this. The next steps open the rim.
note: Turning the wheel by hand generates voltage. Turn it slowly.`,
    ),
    step(
      'Axle nuts',
      'scooter-axle-nuts',
      `
red: 18 mm nut under a plastic cap, one on each side.
orange: Left to loosen. Thread lock: warm it with a hair dryer if it does not move.`,
    ),
    step(
      'Motor plug',
      'scooter-motor-plug',
      `
red: Follow the lead into the deck, mark both halves of the plug, pull it apart.
Photograph how the lead is routed. It must not touch the brake.`,
    ),
    step(
      'Wheel out',
      'scooter-wheel-out',
      `
red: Push the wheel back out of the drop-outs.
orange: Keep nut, tab washer and spacer in order. The tab washer takes the motor’s torque; without it the axle turns and shears its own lead off.`,
    ),
    step(
      'Open the rim',
      'scooter-rim-bolts scooter-lever scooter-split',
      `
red: Six hex bolts, 5 mm, M6 × 20. Loosen all by half a turn first, then take them out, and lift off the upper half.
Bead stuck? Plastic lever, all round, never steel on this soft alloy.`,
    ),
    step(
      'Find the cause',
      'scooter-find',
      `
red: Feel the inside of the tyre with a cloth, not with a finger. Glass.
Two small cuts side by side in the tube are a pinch: too little pressure. A hole at the valve: wrong tube or a valve at an angle.`,
    ),
    step(
      'New tube',
      'scooter-tube-new',
      `
Talc on the tube, two strokes of air so that it keeps its shape.
red: Valve through its notch, pointing to the brake side.
Rim half on, and look all round: no rubber between the halves.`,
    ),
    step(
      'Torque',
      'scooter-rim-torque scooter-axle-torque',
      `
red: Rim bolts crosswise: first pair, with a drop of thread lock,
orange: second pair,
yellow: third pair. First round 4 Nm, second round 8 Nm.
Wheel in, tab washer inside its slot. The axle nut is marked red in the second picture: 35 Nm.`,
    ),
    step(
      'Inflate',
      'scooter-pump',
      `
Motor plug together, cable tied. Half a bar first.
red: The line on the tyre’s flank must run at the same distance from the rim all round. Then go on to 3.5 bar.
Battery plug in, cover on, function test.`,
    ),
  ],
};
