import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 16,
  type: 'replacement',
  category: '14-inch laptop',
  subject: 'Battery',
  title: '14-inch Laptop Battery Replacement',
  summary: 'Replace a worn or swollen pouch battery, with what to do and not to do when it has bulged.',
  difficulty: 'Moderate',
  minutes: [15, 25],
  author: 3,
  created: '2024-12-17',
  modified: '2026-10-06',
  cover: 'laptop-opened',
  flags: ['GUIDE_STARRED'],
  prerequisites: [15],
  tools: [['ESD wrist strap'], ['Precision screwdriver set', 1, 'PH0'], ['Plastic pry tool']],
  parts: [['Laptop battery, 53 Wh', 1, '11.4 V, three cells, five-pin plug']],
  tags: ['laptop', 'battery', 'lithium', 'esd'],
  introduction: `A battery below 60 % of its design capacity, one that drops from 30 % to nothing, or a touchpad that no longer clicks: time for a new one. The touchpad is the giveaway, as the swelling cell presses on it from below.

See also the article ''Battery handling'' in this workshop.`,
  conclusion: `Charge to 100 % without interruption, run down to 10 %, charge again: the gauge then knows the new cells.

Old battery: tape over the plug, into a bag, to the collection point. A swollen one goes outdoors into a metal tin with sand until then.`,
  steps: [
    step(
      'Look before you touch',
      'laptop-battery-swollen',
      `
red: Swollen? Do not press, do not bend, do not puncture. Safety glasses on, door open.
A sweet smell of solvent means that a pouch has opened: leave it outside for an hour.
caution: If it hisses or gets warm, carry the whole laptop out and leave it there.`,
    ),
    step(
      'Pull the plug',
      'laptop-battery-plug',
      `
red: Lift the plug straight up at both ears with the flat of the pry tool. Never pull the leads.
Press the power button for ten seconds. That empties the board.`,
    ),
    step(
      'Four screws',
      'laptop-battery-screws',
      `
red: Four cross-head screws PH0, M2 × 4 mm.
They hold more than the battery: the speaker bracket comes loose on the left.`,
    ),
    step(
      'Lift out',
      'laptop-battery-out',
      `
red: Front edge first, flat, with both hands.
orange: The socket stays clear: look that no screw has rolled into it.
note: Stuck with tape? Pull the tabs out flat and slowly. Torn? Warm the palm rest from outside to 50 °C; no blades.`,
    ),
    step(
      'New battery in',
      'laptop-battery-new',
      `
Compare plug, voltage and screw holes with the old one before peeling anything.
orange: Screws 0.2 Nm.
red: Plug pressed home until it is flush. A plug half in works for a week.`,
    ),
  ],
};
