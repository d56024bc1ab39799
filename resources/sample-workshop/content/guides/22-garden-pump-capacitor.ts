import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 22,
  type: 'repair',
  category: 'Garden pump',
  subject: 'Run capacitor',
  title: 'Garden Pump Run Capacitor Replacement',
  summary: 'The motor hums and starts only with a push: measure and change its capacitor.',
  difficulty: 'Moderate',
  minutes: [20, 30],
  author: 2,
  created: '2025-04-29',
  modified: '2026-03-31',
  cover: 'garden-cover',
  prerequisites: [1],
  tools: [['Multimeter', 1, 'with capacitance range'], ['Discharge tool'], ['Screwdriver set', 1, 'PH2'], ['Side cutters']],
  parts: [['Motor run capacitor, 16 µF', 1, '450 V AC, class B (10 000 h), flat terminals']],
  tags: ['pump', 'mains', 'motor'],
  introduction: `A single-phase motor needs a second, shifted current to start. The capacitor makes it. As it dries out over the years, the torque fades: first the pump starts slowly, then only with a push, then not at all.

'''Same capacitance (±5 %), same or higher voltage, same class.''' A bigger capacitor does not make a stronger pump, it makes a hot winding.`,
  conclusion: `Running current should be at or below the value on the rating plate: 3.4 A here. If it is higher with the new capacitor, the winding has suffered.

Finish with the [guide|2|appliance safety test].`,
  steps: [
    step(
      'Know the symptom',
      'garden-symptom',
      `
red: Hums, does not start; give the fan wheel a turn with a stick and it runs: capacitor.
orange: The box on top of the motor holds it.
Hums and cannot be turned by hand: stuck impeller. No sound at all: look at fuse, float and thermal switch first.
caution: Turn it with a wooden stick, not with fingers, and plug out first.`,
    ),
    step(
      'Open the box',
      'garden-lid',
      `
Plug out, in sight.
red: Four cross-head screws PH2. The seal stays in the lid.`,
    ),
    step(
      'Find the terminals',
      'garden-open',
      `
red: Two flat terminals under insulating caps.
orange: Clamp around the can.
A bulged lid or oil in the box? You have found the fault, and the discharge still has to be done.`,
    ),
    step(
      'Discharge it',
      'garden-discharge',
      `
red: Resistor across both terminals for five seconds, as in the guide on discharging.
caution: A pump that has just failed to start leaves a ''full'' capacitor behind. This is the dangerous case.`,
    ),
    step(
      'Prove it',
      'garden-voltage',
      `
red: Probe on one terminal,
orange: and on the other: below 1 V, then go on.
Terminals off, clamp open, can out.`,
    ),
    step(
      'Measure it',
      'garden-measure garden-new',
      `
red: One probe on each terminal,
orange: capacitance range: 9.3 µF where 16 is printed. Scrap.
green: The new one: 16 µF ±5 %, 450 V, class B.
note: Within 5 % of 16 µF? Then it is not the capacitor, look at the start winding.`,
    ),
    step(
      'Fit the new one',
      'garden-fit',
      `
red: Push the flat terminals on until they click, insulating caps over both.
orange: Clamp snug, not tight: the can must be free to expand at its end.
Seal in, four screws, 1.2 Nm.`,
    ),
    step(
      'Prime and run',
      'garden-run',
      `
Fill the housing with water through the filler first.
green: It must be at full speed in under a second.
blue: Water within a minute with a 3 m suction lift.`,
    ),
  ],
};
