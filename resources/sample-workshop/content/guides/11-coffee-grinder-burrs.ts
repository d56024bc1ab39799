import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 11,
  type: 'maintenance',
  category: 'Coffee grinder',
  subject: 'Burrs',
  title: 'Coffee Grinder Burr Cleaning and Zero Setting',
  summary: 'Old grounds taste rancid and shift the setting. Brush out the burrs and find the zero point again.',
  difficulty: 'Very easy',
  minutes: [20, 30],
  author: 3,
  created: '2025-05-13',
  modified: '2025-12-16',
  cover: 'burr-cover',
  tools: [['Stiff brush'], ['Screwdriver set', 1, 'slotted 4 mm'], ['Vacuum cleaner']],
  tags: ['coffee', 'cleaning'],
  introduction: `Coffee oil goes rancid within days, and the fines cake behind the burrs until the motor labours. Every 20 kg in a café, twice a year at home.

No water anywhere: steel burrs rust overnight and wet grounds set like mortar.`,
  conclusion: `Grind and throw away the first 20 g. Then go back to the old number plus or minus one: with the burrs clean the grind is a little finer than before.

Sharp burrs feel rough to a fingernail. If yours are smooth, a new pair (64 mm, about 600 kg life) is due.`,
  steps: [
    step(
      'Empty the hopper',
      'burr-hopper',
      `
Close the slide, run the grinder until it is empty, then pull the plug.
red: Turn the hopper left and lift it off. There is a switch under it on most makes, so the motor cannot start without it; the plug stays out all the same.`,
    ),
    step(
      'Note the setting',
      'burr-collar',
      `
red: Write the number down, here 14.
orange: Unscrew the collar anticlockwise on most makes. Count the turns: you will want to know where the thread starts.`,
    ),
    step(
      'Lift the upper burr',
      'burr-upper-out',
      `
red: The carrier comes off with the collar. Three springs may lie under it.
Look at the edges: an even grey line all round is good. A bright notch is a stone.`,
    ),
    step(
      'Brush it out',
      'burr-brush',
      `
red: Chute first: that is where it cakes. Push a wooden stick through to the spout.
orange: Then the burr and the ring around it, and last the thread of the collar with a dry brush.
Vacuum cleaner beside the brush: fines get into every bearing.`,
    ),
    step(
      'Check the lower burr',
      'burr-screws',
      `
red: Three slotted screws, M4, 1.5 Nm. Only take the burr off if there is play or cake behind it.
note: The lower burr often has a left-hand bolt in the middle. Leave it alone.`,
    ),
    step(
      'Find zero',
      'burr-zero',
      `
Screw the collar in with the hopper off. Plug in and run the motor for a second at a time.
red: Turn finer until you just hear the burrs sing, then stop at once.
green: Turn back by two marks: that is the new zero. Espresso lies six to ten marks above it.
caution: Never turn finer with beans between the burrs and the motor off.`,
    ),
  ],
};
