import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 17,
  type: 'maintenance',
  category: '14-inch laptop',
  subject: 'Cooling',
  title: '14-inch Laptop Fan Cleaning and Thermal Paste',
  summary: 'Loud, hot and slow: clean fan and fins, and renew the thermal paste.',
  difficulty: 'Moderate',
  minutes: [30, 50],
  author: 3,
  created: '2025-01-28',
  modified: '2026-06-23',
  cover: 'laptop-cooling',
  prerequisites: [16],
  tools: [
    ['ESD wrist strap'],
    ['Precision screwdriver set', 1, 'PH0'],
    ['Tweezers'],
    ['Stiff brush', 1, 'antistatic'],
    ['Isopropyl alcohol'],
    ['Compressed air'],
  ],
  parts: [
    ['Thermal paste', 1, '1 g'],
    ['Lint-free cloth', 2],
  ],
  tags: ['laptop', 'cooling', 'cleaning', 'esd'],
  introduction: `The felt of dust does not sit in the fan, it sits between the fan and the fins, where no air gun from outside reaches it. That is why this guide takes the heat sink off.

The battery comes out first (steps inlined from the two guides before this one), as you will be working with metal next to the board.`,
  conclusion: `Under full load the processor should now stay '''15 to 25 °C''' cooler. If nothing changed, the heat pipe has lost its filling: one end hot, the other cold.`,
  steps: [
    step(
      'Fan plug',
      'laptop-fan-plug',
      `
red: Lift the two-pin plug with tweezers at its ears, alternating.
The lead is held with a strip of tape along the board. Peel it, it is used again.`,
    ),
    step(
      'Heat sink screws',
      'laptop-sink-screws',
      `
red: Captive spring screws 1 and 2, one turn each,
orange: then 3 and 4. Go round three times, so that the plate stays level.
caution: The chip has no lid. A plate tilted by 1 mm chips its corner.`,
    ),
    step(
      'Heat sink off',
      'laptop-sink-off',
      `
red: Twist by a hair to break the paste, then lift straight up.
note: Does not move? Run the laptop for five minutes next time, and take it off warm.`,
    ),
    step(
      'Old paste off',
      'laptop-paste-clean',
      `
red: Isopropyl alcohol on the cloth, not on the chip. Wipe inwards from the edge, until metal and chip are bare.
The small parts around the chip may keep their grey film. Scratching it off does more harm.`,
    ),
    step(
      'Fan and fins',
      'laptop-fan-brush laptop-fins',
      `
red: Hold the rotor with a finger and brush. A fan driven by compressed air works as a generator and kills its chip.
orange: Draw the felt off the fins in one piece with tweezers. Then blow through from the outside inwards.`,
    ),
    step(
      'New paste',
      'laptop-paste-new',
      `
red: One grain of rice in the middle. The plate spreads it.
Too much is a mess, too little is a hot spot. A grain of rice is right for a chip of 10 × 15 mm.`,
    ),
    step(
      'Heat sink on',
      'laptop-sink-screws',
      `
Lower it straight, do not slide it.
red: Screws 1 and 2, two turns each,
orange: then 3 and 4; on in rounds until they stop, 0.3 Nm. Springs set the force, not you.
reminder: Fan plug! A laptop without a fan signal switches off after three seconds.`,
    ),
  ],
};
