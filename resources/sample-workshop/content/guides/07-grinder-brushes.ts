import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 7,
  type: 'maintenance',
  category: 'Angle grinder',
  subject: 'Carbon brushes',
  title: 'Angle Grinder Carbon Brush Service',
  summary: 'Sparks behind the vents and a motor that stops when tilted: new brushes in a quarter of an hour.',
  difficulty: 'Very easy',
  minutes: [10, 20],
  author: 2,
  created: '2025-03-04',
  modified: '2025-08-12',
  cover: 'grinder-cover',
  tools: [['Screwdriver set', 1, 'slotted 8 mm'], ['Stiff brush'], ['Caliper']],
  parts: [['Carbon brush pair', 1, '5 × 8 × 13 mm, with cut-off pin']],
  tags: ['power tools', 'motor', 'wear part'],
  introduction: `Brushes are the only wear part of a universal motor that you can change from outside. A pair lasts 80 to 120 hours in a 125 mm grinder. Change both, even if one looks good: they share the current, and the worn one wears faster.`,
  conclusion: `If the sparking has not settled after the run-in, the commutator is out of round or a winding is open. That is a job for the lathe or for a new armature.`,
  steps: [
    step(
      'Unplug',
      'grinder-unplug',
      `
orange: Pull the plug and keep it in sight.
Take the disc off. A grinder that starts by mistake without a disc is a fright; with one it is an accident.`,
    ),
    step(
      'Find the signs',
      'grinder-vents',
      `
orange: Look at where the sparks were: a blue-white ring all round the commutator means worn brushes or a dirty commutator.
A few small sparks at the trailing edge of each brush are normal.`,
    ),
    step(
      'Open the cap',
      'grinder-cap',
      `
red: One cap on each side of the motor housing. Use a blade as wide as the slot, or the edge breaks out.
orange: Turn it left, thumb on the cap. The spring behind pushes with 5 N.`,
    ),
    step(
      'Draw the brush',
      'grinder-brush-out',
      `
red: Pull on the brass foot, not on the pigtail.
Note which way the curve of the face lay: a used brush must go back the same way round.`,
    ),
    step(
      'Measure the wear',
      'grinder-brush-wear',
      `
red: 5 mm or less: change. The cut-off pin shows at 4.5 mm and stops the motor.
green: New: 13 mm.
Chipped edges or a pigtail gone blue mean overheating. Look for the reason: pressed too hard, vents blocked.`,
    ),
    step(
      'Clean the holder',
      'grinder-holder',
      `
red: Brush the carbon dust out. It conducts, and it creeps to the housing.
Blow from the front towards the rear vents, outdoors, with a mask.
reminder: The brush must fall in by its own weight. If it sticks, the holder is bent or dirty.`,
    ),
    step(
      'Fit and run in',
      'grinder-brush-in grinder-run',
      `
red: Slide the new brush in, curve to the commutator.
orange: Foot straight under the cap, spring not tilted. Cap flush, hand-tight.
green: Run without load for ten minutes so that the faces bed in. Then let it cool for ten.`,
    ),
  ],
};
