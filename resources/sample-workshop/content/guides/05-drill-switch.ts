import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 5,
  type: 'replacement',
  category: 'Cordless drill',
  subject: 'Trigger switch',
  title: 'Cordless Drill Trigger Switch Replacement',
  summary: 'The drill runs at full speed only, or not at all: measure the trigger switch and change it.',
  difficulty: 'Moderate',
  minutes: [25, 40],
  author: 2,
  created: '2025-02-11',
  modified: '2026-05-20',
  cover: 'drill-opened',
  prerequisites: [4],
  tools: [['Torx screwdriver set', 1, 'T10'], ['Precision screwdriver set', 1, 'slotted 2.5 mm'], ['Multimeter']],
  parts: [['Trigger switch, 18 V', 1, 'same current rating, same stem']],
  tags: ['power tools', '18 V', 'switch'],
  introduction: `Three faults point to the switch:

* full speed from the first millimetre of travel: the transistor is shorted;
* works only with the trigger pressed right through: the regulator is dead, the bypass contact still works;
* nothing at all, battery good: open contact or burnt terminal.

Check the brushes of the motor before you order. A motor that starts when you tap it does not need a switch.`,
  conclusion: `Test with the housing closed and the bit out. Speed must rise smoothly, the brake must stop the chuck within a second, and the lamp must go out after ten.`,
  steps: [
    step(
      'Know what is where',
      'drill-inside',
      `
red: Gearbox and clutch.
orange: Motor.
yellow: Trigger switch with the transistor on its back.
blue: Terminal block for the battery.
Take a picture of the leads now. Plus and minus are not always red and black.`,
    ),
    step(
      'Loosen the motor leads',
      'drill-switch-terminals',
      `
Two slotted terminal screws at the back of the switch, 0.4 Nm.
red: Upper lead to the rear motor tab,
orange: lower lead to the front motor tab. Swapped leads turn the drill backwards.
note: Leads moulded into the switch? Cut them in the middle, and join them later with crimp splices.`,
    ),
    step(
      'Lift the switch out',
      'drill-switch-out',
      `
red: Pull the terminal block out of the foot, then lift switch and block together.
Free the lamp lead from its clips. The lamp belongs to the switch and comes along.
caution: The heat sink of the transistor is sharp-edged and live with the battery fitted.`,
    ),
    step(
      'Measure the old switch',
      'drill-switch-test',
      `
Meter on resistance.
red: One probe on the upper motor output,
orange: the other on the lower one.
  Trigger released: the brake contact is closed, less than 0.1 Ω.
  Trigger pressed right through: open.
If it passes both, measure battery plus to output with the trigger pressed. More than 0.2 Ω means burnt contacts.`,
    ),
    step(
      'Compare old and new',
      'drill-switch-new',
      `
green: Same height of the stem, same tab width, at least the same current: 20 A for an 18 V drill.
Different lamp position is fine, a different direction lever is not.
reminder: Keep the old lamp. They are the same for all sizes.`,
    ),
    step(
      'Fit the new switch',
      'drill-wires-in',
      `
Press the terminal block into the foot until it clicks.
red: Motor leads under their screws, 0.4 Nm. Pull each one.
orange: Dress the battery leads along the shell, none of them over a screw boss. A pinched lead is the usual reason for a second repair.
Set the direction lever on its peg in the middle position before closing.`,
    ),
  ],
};
