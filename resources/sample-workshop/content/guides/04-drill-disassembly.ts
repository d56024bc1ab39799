import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 4,
  type: 'disassembly',
  category: 'Cordless drill',
  subject: 'Housing',
  title: 'Cordless Drill Disassembly',
  summary: 'Open the housing of an 18 V drill driver without losing the direction lever or a spring.',
  difficulty: 'Easy',
  minutes: [10, 15],
  author: 2,
  created: '2024-11-27',
  modified: '2026-01-15',
  cover: 'drill-cover',
  flags: ['GUIDE_PREREQ_ONLY'],
  tools: [['Torx screwdriver set', 1, 'T10, 80 mm blade'], ['Plastic pry tool']],
  tags: ['power tools', '18 V'],
  introduction: `Nearly all pistol-grip drills are built alike: two shells, eight screws from one side, everything resting in the left shell. Work with the screws facing you, and the inside stays in place when the right shell comes off.`,
  conclusion: `Close in the reverse order. Screws into plastic: turn each one ''backwards'' until it drops into its old thread, then tighten to '''1.2 Nm''', hand-tight with two fingers.`,
  steps: [
    step(
      'Take the battery off',
      'drill-battery-off',
      `
orange: Press the release
red: and slide the pack forwards out of the foot.
caution: Never open a drill with its battery fitted. A slipped blade across the terminals draws more than 100 A.`,
    ),
    step(
      'Empty the electronics',
      'drill-trigger-pull',
      `
red: Pull the trigger for three seconds without the battery. The lamp flashes once as the capacitor on the switch board empties.
Set the direction lever to the middle position. It comes out easily there and you will remember where it was.`,
    ),
    step(
      'Take out eight screws',
      'drill-screws drill-screws-tray',
      `
red: Seven Torx T10 screws, 4 × 20 mm.
orange: One short screw, 4 × 14 mm, in the middle of the handle.
  A long screw in this hole presses on the switch and jams the trigger.
reminder: Put them in the tray in the order they came out, the short one apart.`,
    ),
    step(
      'Open the seam',
      'drill-split',
      `
Unscrew the chuck collar ring by a quarter turn if it overlaps the shells.
red: Set the pry tool in the seam at the back and twist. Two hooks let go with a click.
yellow: Hold the clutch ring with the other hand. It stays with the left shell.
note: If it does not open, there is a screw left: look under the rating plate.`,
    ),
    step(
      'Lift the shell',
      'drill-open',
      `
red: Lift the right shell straight up.
The direction lever lies loose above the switch: take a picture, then put it in the tray.
The trigger has a return spring of its own and stays. The leads stay in their clips until you need them out.`,
    ),
  ],
};
