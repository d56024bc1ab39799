import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 24,
  type: 'repair',
  category: 'LED floodlight',
  subject: 'Driver',
  title: 'LED Floodlight Driver Replacement',
  summary: 'Dark or flickering floodlight: find out whether driver or LED board has failed, and change the driver.',
  difficulty: 'Moderate',
  minutes: [30, 45],
  author: 2,
  created: '2025-11-18',
  modified: '2026-04-28',
  cover: 'flood-cover',
  prerequisites: [1],
  tools: [['Hex key set', 1, '4 mm'], ['Multimeter', 1, 'with diode range'], ['Plastic pry tool'], ['Screwdriver set'], ['Torque key', 1, 'small']],
  parts: [['LED driver, 900 mA', 1, '24 to 38 V, insulated, 30 W'], ['Neutral-cure silicone']],
  tags: ['lighting', 'mains', 'led'],
  introduction: `LEDs seldom die, drivers do: heat dries out their output capacitor. Flicker first, then a strobe every second, then darkness.

A driver is chosen by its '''current''' (900 mA), then its voltage window must include the LED board (here 32 V). Watts alone say nothing.

Work on a fixed installation is for a qualified electrician. On the bench, with a plug fitted, the usual rules apply.`,
  conclusion: `Water gets in through the cable gland more often than through the seal: tighten it on the ''outer'' sheath. Hang the lamp so that the glass looks slightly down.`,
  steps: [
    step(
      'Isolate and open',
      'flood-screws',
      `
Breaker off, locked, proved dead; then take the lamp down to the bench.
red: Six hex screws, 4 mm, M5 × 20 stainless.`,
    ),
    step(
      'Free the cover',
      'flood-pry',
      `
red: Plastic only, at the notch near the bracket. A scratched sealing face lets water in.`,
    ),
    step(
      'Know the inside',
      'flood-open',
      `
red: Driver.
orange: Terminal block.
yellow: Protective earth. It is measured at the end.
Black spots on the driver’s label or a bulged case speak for themselves.`,
    ),
    step(
      'Prove it dead',
      'flood-voltage',
      `
red: Line terminal,
orange: neutral terminal: 0 V alternating. Then measure the LED side as well, direct voltage: the output capacitor can hold 60 V.
caution: More than 25 V? Discharge it as in the guide on discharging.`,
    ),
    step(
      'Test the LED board',
      'flood-led-test',
      `
red: Plus pad of one string,
orange: minus pad. In the diode range a single LED glows faintly; a string of twelve needs a bench supply at 32 V, 20 mA.
All light up: the driver is at fault. A dark group: the board is.`,
    ),
    step(
      'Driver out',
      'flood-driver-out flood-driver-new',
      `
orange: Loosen line and neutral, then plus and minus on the other side.
red: Two screws, and lift the driver out. The current on the old label decides: 900 mA.
green: The new one: same current, output insulated, same length of case. Wipe off the old heat paste and give the new one a thin film.`,
    ),
    step(
      'Wire it',
      'flood-wire',
      `
red: Plus, red.
violet: Minus, black.
orange: Line, brown.
blue: Neutral, blue.
Pull on every wire. Screws of the terminal block 0.5 Nm.`,
    ),
    step(
      'Seal and close',
      'flood-seal',
      `
red: Lay the seal in dry. Only bridge a damaged place with neutral-cure silicone: the acid kind attacks LEDs.
Screws crosswise, 2.5 Nm, twice round.`,
    ),
    step(
      'Measure the earth',
      'flood-earth-test',
      `
red: Bare metal at a screw,
orange: earth contact of the plug: below 0.3 Ω.
Then one hour of burning in, looking now and then. The housing may reach 60 °C.`,
    ),
  ],
};
