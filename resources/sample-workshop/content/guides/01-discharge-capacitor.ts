import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 1,
  type: 'technique',
  category: 'Electrical measuring',
  subject: 'Capacitor',
  title: 'How to Discharge a Capacitor',
  summary: 'Take the charge out of a mains or motor capacitor before you work near it, and prove that it is gone.',
  difficulty: 'Moderate',
  minutes: [5, 10],
  author: 2,
  created: '2024-11-12',
  modified: '2026-03-18',
  cover: 'cap-cover',
  flags: ['GUIDE_STARRED'],
  tools: [
    ['Multimeter', 1, 'CAT III, 600 V or better'],
    ['Discharge tool', 1, '2.2 kΩ, 10 W'],
  ],
  tags: ['safety', 'measuring', 'mains'],
  introduction: `A capacitor keeps its charge after the plug has been pulled, sometimes for days. A motor capacitor or the primary side of a switching supply can hold '''325 V''', enough to stop a heart and to weld a screwdriver to a terminal.

The method is always the same: measure, discharge through a resistor, measure again, bridge.

* A '''2.2 kΩ, 10 W''' resistor takes 470 µF from 325 V to below 5 V in about five seconds.
* Never short a charged capacitor with a screwdriver. The arc throws molten metal, and the shock current damages the capacitor.`,
  conclusion: `Take the bridge wire out as the last thing before you close the housing. Write "bridge fitted" on the job card as soon as you put it in: a forgotten bridge blows the fuse at best.`,
  steps: [
    step(
      'Take the mains away',
      'cap-mains',
      `
red: Pull the plug and lay it where you can see it. A switch, even a two-pole one, is not enough.
For fixed wiring, switch off at the breaker, lock it, and prove the circuit dead at the terminals.
Wait one minute: many supplies have bleeder resistors that do most of the work.
caution: Bleeder resistors fail open without a trace. Waiting never replaces measuring.`,
    ),
    step(
      'Measure what is there',
      'cap-measure',
      `
Set the meter to direct voltage, highest range, and prove it on a known source first.
red: Red probe to one terminal,
orange: black probe to the other. One hand in your pocket if the terminals allow it.
  Below 10 V you may go on straight to the bridge.
  Above 10 V, write the reading down and fetch the discharge tool.
note: On a motor run capacitor polarity does not matter. A negative reading only means the probes are swapped.`,
    ),
    step(
      'Check the discharge tool',
      'cap-tool',
      `
red: The resistor must be whole: measure it between the tips, 2.1 to 2.3 kΩ.
orange: Tips bare for 4 mm at most, everything behind them insulated for 1000 V.
reminder: Above 450 V, or above 1000 µF, use a larger resistor. Energy is ½ · C · U²: 470 µF at 325 V is 25 joules.`,
    ),
    step(
      'Discharge',
      'cap-discharge',
      `
caution: Wear safety glasses. Keep your fingers behind the guards of the probes.
red: Hold both tips on the terminals for five seconds per 500 µF.
The resistor gets warm. If it gets too hot to touch, something is still feeding the capacitor: stop and look for it.`,
    ),
    step(
      'Prove that it is empty',
      'cap-verify',
      `
Measure again on the direct-voltage range.
green: Below 1 V: safe to touch.
note: Large electrolytic capacitors recover some volts by themselves within minutes. That is dielectric absorption, not a fault, and it is the reason for the next step.`,
    ),
    step(
      'Bridge the terminals',
      'cap-bridge',
      `
red: Clip an insulated wire across the terminals and leave it there while you work.
Use a bright colour and let it stick out of the housing.
reminder: Bridge out before power goes in.`,
    ),
  ],
};
