import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 21,
  type: 'maintenance',
  category: 'Submersible pump',
  subject: 'Impeller',
  title: 'Submersible Pump Impeller Cleaning',
  summary: 'The pump runs but moves little water: clear the strainer and impeller before the next cloudburst.',
  difficulty: 'Easy',
  minutes: [20, 35],
  author: 2,
  created: '2025-10-14',
  modified: '2026-05-05',
  cover: 'sump-cover',
  tools: [['Torx screwdriver set', 1, 'T25'], ['Stiff brush'], ['Rubber gloves']],
  parts: [['O-ring, 170 × 4 mm'], ['Silicone grease']],
  tags: ['pump', 'cleaning', 'cellar'],
  introduction: `Once a year, in spring. A pump that has stood dry in its pit all winter often has a stuck impeller: it hums, trips the breaker, and the cellar fills.

Pit water is sewage. Gloves, and a shower for the pump before it comes to the bench.`,
  conclusion: `Write the date on the float. If it still hums with a free impeller, look at its capacitor: the method is the same as in [guide|22|Garden Pump Run Capacitor Replacement].`,
  steps: [
    step(
      'Out of the pit',
      'sump-unplug',
      `
Plug out before you lift. Lift at the handle or rope, never at the cable: the entry gland leaks afterwards.
orange: Check the float: it must swing freely and click once up, once down.
Hose it down until the water runs clear.`,
    ),
    step(
      'Strainer screws',
      'sump-strainer-screws',
      `
Lay the pump on its side on a cloth.
red: Six Torx T25, 5 × 25 mm, stainless. Rusted? Warm them with a soldering iron, do not drill.`,
    ),
    step(
      'Strainer off',
      'sump-strainer-off',
      `
red: Lift it off. The O-ring likes to stick to one side.
Stones rattle in the volute: shake them out through the opening, not through the outlet.`,
    ),
    step(
      'Free the impeller',
      'sump-impeller',
      `
red: Cut fibres with a hooked blade and pull them out against the direction of the vanes.
orange: Look into the outlet as well. A sock holds back as much as a valve.
caution: The edges of worn vanes are knives.`,
    ),
    step(
      'Turn it by hand',
      'sump-impeller-turn',
      `
green: It must turn with one finger, without scraping. A slight even drag is the shaft seal.
Grinding or play sideways: bearing. Not worth it under 400 W.`,
    ),
    step(
      'Brush and rinse',
      'sump-clean',
      `
red: Sand in the corner of the volute wears the wear ring. Brush it out.
Rinse. No pressure washer at the shaft: it drives water past the seal.`,
    ),
    step(
      'Close',
      'sump-seal sump-close',
      `
red: New O-ring, a film of silicone grease; then the first pair of screws.
orange: Second pair,
yellow: third pair, crosswise, 3 Nm.`,
    ),
    step(
      'Test in a bucket',
      'sump-test',
      `
green: Twenty litres should be gone in ten seconds through a short hose.
Do not run it dry for longer than three seconds: the seal is cooled by water.`,
    ),
  ],
};
