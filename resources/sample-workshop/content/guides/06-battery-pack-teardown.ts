import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 6,
  type: 'teardown',
  category: '18 V battery pack',
  subject: '',
  title: '18 V Battery Pack Teardown',
  summary: 'Ten cells, one board and a lot of energy: a look inside a slide-on power tool battery.',
  difficulty: 'Very difficult',
  minutes: [60, 120],
  author: 3,
  created: '2025-04-08',
  modified: '2026-07-30',
  cover: 'pack-cover',
  flags: ['DANGER'],
  tools: [['Torx screwdriver set', 1, 'T10 security'], ['Multimeter'], ['Plastic pry tool'], ['Side cutters', 1, 'insulated'], ['Safety glasses']],
  parts: [['Kapton tape, 12 mm']],
  tags: ['18 V', 'battery', 'lithium', 'teardown'],
  introduction: `'''This is a teardown, not a repair.''' A pack of ten 2 Ah cells stores 72 Wh. Shorted, it delivers several hundred amperes. We open one that the charger has rejected, to see what fails.

Work on a ceramic tile, near a door, with a metal bucket of dry sand at hand. One tool at a time in the pack, rings and watch off.

The five groups are wired in series, two cells in each: '''5S2P''', 3.6 V × 5 = 18 V.`,
  conclusion: `Our pack failed because one cell leaked at its seal and pulled its partner down. The board saw 1.1 V on that group and refused to charge, quite rightly.

Bring opened cells to a collection point with the ends taped. They do not go back into a tool.`,
  steps: [
    step(
      'Outside',
      'pack-screws',
      `
red: Four security Torx T10 screws, 3 × 16 mm, one of them under the rating label.
Before opening: 14.9 V at the outer contacts. Healthy and half charged would be 18 V.
caution: A pack that is warm, swollen or smells sweet stays closed. Take it outside.`,
    ),
    step(
      'Screws away',
      'pack-screws-out',
      `
All four are the same length.
The threads are in plastic. They hold about three openings, not thirty.`,
    ),
    step(
      'Lift the lid',
      'pack-lid',
      `
red: The pry tool only goes 3 mm deep here: sense wires run right behind the wall.
orange: The lid comes straight up. Nothing is attached to it: the contacts belong to the board.`,
    ),
    step(
      'What is inside',
      'pack-open',
      `
red: Protection board with balancing resistors, fuse and temperature sensor.
orange: Nickel strips, 0.15 mm, spot-welded with four points each.
yellow: The first cell of the lowest group has a white bloom at its seal. That is our culprit.`,
    ),
    step(
      'Measure the groups',
      'pack-measure',
      `
red: Probe on the strip,
orange: and on the next strip along.
Four groups at 3.72 V, one at 0.94 V.
  A difference of 0.05 V is balanced. More than 0.3 V and the charger gives up.
note: 0.94 V for weeks dissolves copper inside the cell. Charging it now would grow a short circuit.`,
    ),
    step(
      'Cut the sense wires',
      'pack-tap-wires',
      `
red: One wire at a time, most negative first.
orange: Tape each end before you cut the next. All sense wires are fused on the board only, not at the cells.
caution: Cut two at once and the cutter bridges a group.`,
    ),
    step(
      'Board off',
      'pack-board',
      `
red: After the main tabs are unsoldered, the board lifts out of its frame.
orange: The controller counts charge cycles: ours had 412.
The lower side is coated with varnish against damp and metal dust.`,
    ),
    step(
      'Make it safe',
      'pack-strip',
      `
red: Kapton tape over every strip and every end before the holder leaves the tub.
reminder: A taped pack is still charged. Mark it, and store it in metal with the lid loose.`,
    ),
    step(
      'Everything laid out',
      'pack-layout',
      `
red: The leaking cell, 41 mΩ. Its nine colleagues measure between 14 and 17 mΩ.
Lid, tub, board, ten cells, eleven strips, four screws: 643 g.
note: Two of the strips were loose at one weld. Dropping a pack matters more than people think.`,
    ),
  ],
};
