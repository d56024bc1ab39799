import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 10,
  type: 'maintenance',
  category: 'Espresso machine',
  subject: 'Group gasket',
  title: 'Espresso Machine Group Gasket Service',
  summary: 'Water runs down outside the portafilter: change the group gasket and clean the shower screen.',
  difficulty: 'Easy',
  minutes: [20, 30],
  author: 3,
  created: '2024-11-19',
  modified: '2025-11-25',
  cover: 'group-cover',
  tools: [['Screwdriver set', 1, 'slotted, short'], ['Plastic pry tool'], ['Stiff brush']],
  parts: [['Group gasket, 8.5 mm', 1, '73 × 57 mm'], ['Food-grade silicone grease']],
  tags: ['coffee', 'wear part'],
  introduction: `The gasket hardens in 12 to 18 months. You notice it when the handle of the portafilter travels past the middle, or when water runs down the outside. Do it once a year and it comes out in one piece; wait two years and you will pick it out in crumbs.

No housing needs opening. The machine must be cold.`,
  conclusion: `With the new gasket the handle stops a little ''before'' the middle. It settles within a week. Rinse the screen every evening, and flush with cleaner once a month.`,
  steps: [
    step(
      'Screen screw',
      'group-screw',
      `
Unplug, let it cool, take the portafilter out. Tilt the machine back against the wall if you can.
red: One slotted screw in the middle, M5 × 12. Use a blade that fills the slot.
note: Stuck? Fill a blind basket with cleaner, lock it in for an hour, then try again.`,
    ),
    step(
      'Screen and plate',
      'group-screen-off',
      `
red: Shower screen and brass plate come down. Lever lightly through two of the holes if scale holds the plate.
Put both into hot water with a spoon of cleaner while you go on.`,
    ),
    step(
      'Old gasket out',
      'group-gasket-pry',
      `
red: Set the tool between gasket and wall and lever inwards.
orange: Work round in four or five places.
caution: No screwdriver against the sealing face above the gasket. A scratch there leaks for ever.
If it crumbles: drive two wood screws into the rubber and pull on them.`,
    ),
    step(
      'Compare',
      'group-gasket-old',
      `
red: Cracks on the outside, a groove from the portafilter rim on the lower face.
green: Same thickness: 8.5 mm. With 8.0 mm the handle goes too far, with 9.0 mm it does not lock.`,
    ),
    step(
      'Clean the groove',
      'group-clean',
      `
red: Every crumb of old rubber and every ring of scale must go: brush, then a wooden stick.
Wipe with a damp cloth and look with a torch.`,
    ),
    step(
      'New gasket in',
      'group-gasket-new',
      `
red: Chamfer upwards, lettering downwards. A thin film of silicone grease on the outer side only.
green: Press in with both thumbs, a quarter at a time, until it lies flat all the way round.
The empty portafilter, locked lightly, pushes it home.`,
    ),
    step(
      'Screen back and test',
      'group-closed',
      `
Plate and screen on, screw hand-tight: 2 Nm. Brass strips easily.
orange: Lock the portafilter with the blind basket and run the pump for five seconds. Not a drop should come past the rim.`,
    ),
  ],
};
