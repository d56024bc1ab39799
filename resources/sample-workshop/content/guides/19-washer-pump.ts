import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 19,
  type: 'replacement',
  category: 'Front-loading washing machine',
  subject: 'Drain pump',
  title: 'Washing Machine Drain Pump Replacement',
  summary: 'Water stays in the drum, the pump hums: clear the filter, measure the pump and replace it.',
  difficulty: 'Moderate',
  minutes: [35, 60],
  author: 2,
  created: '2025-05-27',
  modified: '2026-09-15',
  cover: 'washer-cover',
  tools: [['Torx screwdriver set', 1, 'T20'], ['Hose clip pliers'], ['Multimeter'], ['Flat dish'], ['Towels']],
  parts: [
    ['Drain pump, 30 W', 1, 'same number of clips and same plug'],
    ['Spring clip, 28 mm', 2],
  ],
  tags: ['laundry', 'mains', 'pump'],
  introduction: `Nine drain faults in ten are a coin, a bra wire or a hairpin in the filter. So the first half of this guide is a cleaning, and with luck you stop there.

The pump is reached from the front, behind the plinth. Tilt the machine back by 10° and put a block under its front edge: much less water on the floor.`,
  conclusion: `Run a rinse, look underneath, then do the [guide|2|appliance safety test]. Measure the earth at the drum edge too.`,
  steps: [
    step(
      'Off and dry',
      'washer-off',
      `
Plug out.
orange: Tap closed.
Anything above 40 °C in the drum? Wait. Hot suds burn.`,
    ),
    step(
      'Drain and clear',
      'washer-drain washer-lint',
      `
orange: Emergency drain hose first, if there is one: pull the stopper over the dish.
red: Turn the filter slowly left. It will run: close and empty as often as needed. Expect 4 to 8 litres.
Coin, wire or wool in the filter? Clear it, turn the impeller with a finger, and try the machine before you go on.`,
    ),
    step(
      'Plinth off',
      'washer-plinth',
      `
red: Three screws Torx T20, 4 × 16 mm, along the lower edge.
Swing the plinth out at the bottom and lift it off its hooks. The filter trim comes with it.`,
    ),
    step(
      'Look at the pump',
      'washer-pump',
      `
red: Drain pump with its housing.
orange: Sump hose.
yellow: Drain hose.
blue: Plug.
A white trail of dried suds leads to every leak. Look for it before you wipe.`,
    ),
    step(
      'Plug and hoses off',
      'washer-pump-clips',
      `
Pull the plug, press its catch with a thumb.
red: Spring clip of the sump hose: squeeze, slide back over the hose.
orange: The same at the drain hose.
Towels under it: another half litre comes.`,
    ),
    step(
      'Pump out',
      'washer-pump-screws washer-pump-out',
      `
red: Three screws T20 hold the pump to its carrier. Draw it out to the left, motor last.
note: Motor only, with a bayonet? Press the catch and turn it 20° left. Then the housing can stay.`,
    ),
    step(
      'Measure and look',
      'washer-pump-test washer-impeller',
      `
red: Winding: one probe on each tab,
orange: 140 to 180 Ω for a synchronous pump. Open: dead.
Hair around the shaft under the impeller stops it just as well: cut it away.
note: The impeller of a synchronous pump has play and a magnetic click. It may start in either direction. Both are normal.`,
    ),
    step(
      'New pump in',
      'washer-pump-new',
      `
green: Hoses fully on, clips 5 mm behind the bead, ears where pliers reach them.
orange: Plug in until it clicks. Cable in its clip, away from the hoses.
Screws 2 Nm: self-tapping in plastic, old thread first.`,
    ),
    step(
      'Look for leaks',
      'washer-leak-check',
      `
Water on, mains on, rinse and drain once with the plinth off.
red: The white cloth under the pump must stay dry.
caution: No hands behind the plinth while the plug is in.`,
    ),
  ],
};
