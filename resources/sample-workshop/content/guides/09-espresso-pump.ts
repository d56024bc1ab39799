import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 9,
  type: 'replacement',
  category: 'Espresso machine',
  subject: 'Vibration pump',
  title: 'Espresso Machine Vibration Pump Replacement',
  summary: 'Loud hum, no pressure: measure, take out and replace the 48 W vibration pump.',
  difficulty: 'Moderate',
  minutes: [30, 45],
  author: 3,
  created: '2025-02-18',
  modified: '2026-08-11',
  cover: 'espresso-opened',
  prerequisites: [8],
  tools: [['Hose clip pliers'], ['Combination spanner', 1, '14 and 17 mm'], ['Multimeter'], ['Screwdriver set']],
  parts: [['Vibration pump, 48 W', 1, '230 V, brass outlet'], ['PTFE tape'], ['Hose clip, 10 mm']],
  tags: ['coffee', 'mains', 'pump'],
  introduction: `A vibration pump is a piston in a coil, driven 50 times a second through a diode. It lasts about five years in a household. When it fades, the pressure gauge climbs slowly and stops below 8 bar, however fine the grind.

Before blaming the pump: descale, clean the tank filter, and check that the suction hose does not draw air.`,
  conclusion: `Run half a litre through the group before the first coffee. Then measure with a blind basket: '''9 to 10 bar''' after five seconds. Adjust at the relief valve, a quarter turn at a time.

Finish with the [guide|2|appliance safety test].`,
  steps: [
    step(
      'Find the pump',
      'espresso-inside',
      `
red: Boiler.
orange: Vibration pump in its rubber mounts.
yellow: Pressure switch.
blue: Control board.
caution: The thermostat on the boiler is held by a thin tube. Do not lean on it.`,
    ),
    step(
      'Pull the terminals',
      'espresso-pump-wires',
      `
red: Two flat terminals, 6.3 mm. Hold the pump, pull at the plug housing.
The thermal cut-out is in series with one of them. It stays on the pump body: unclip it.
note: Alternating current: it does not matter which wire goes where.`,
    ),
    step(
      'Suction hose off',
      'espresso-suction',
      `
red: Squeeze the clip and slide it back 20 mm.
orange: Twist the hose before pulling. Old silicone tears at the edge: cut off the last centimetre and use the rest.
Some water runs out. Cloth under it, board covered.`,
    ),
    step(
      'Pressure pipe off',
      'espresso-pressure',
      `
red: Union nut, 14 mm. Hold the brass body with a 17 mm spanner so that the pump does not twist.
orange: Left to loosen.
PTFE tape on the thread is normal. Copper washer? Use a new one.`,
    ),
    step(
      'Pump out',
      'espresso-pump-out',
      `
yellow: Two rubber mounts, pushed into the bracket.
red: Tilt the pump and draw it out sideways.
If the rubber is hard, change it as well: it is what makes the difference between a hum and a rattle.`,
    ),
    step(
      'Measure the coil',
      'espresso-pump-test',
      `
red: One probe on each tab,
orange: after scratching the oxide off.
About 50 Ω on resistance for 230 V, with the built-in diode possibly in only one direction. Open: thermal fuse or coil gone.
note: A good coil does not mean a good pump. The valve and the piston seal wear without a trace on the meter.`,
    ),
    step(
      'New pump in',
      'espresso-pump-new',
      `
orange: The arrow on the body points to the boiler.
green: Both mounts fully seated, nothing touching the housing.
PTFE tape, three turns, clockwise. Union nut hand-tight, then a quarter turn: about 8 Nm into brass.
Hose on, clip 3 mm from the end. Terminals on, cut-out clipped to the body.`,
    ),
    step(
      'Look for leaks',
      'espresso-leak-check',
      `
caution: The roof is off and the mains is on. Nobody reaches in, and the plug goes through a residual-current device.
red: Fill the tank, run the pump for ten seconds, stop. Dry cloth around both joints: it must stay dry.
Pull the plug again before you close the roof.`,
    ),
  ],
};
