import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 3,
  type: 'technique',
  category: 'Soldering',
  subject: 'Wire joint',
  title: 'How to Solder a Wire to a Tab',
  summary: 'Strip, tin, heat, feed, wait: a joint that is strong and bright the first time.',
  difficulty: 'Easy',
  minutes: [5, 15],
  author: 2,
  created: '2024-12-03',
  modified: '2025-10-09',
  cover: 'solder-cover',
  tools: [['Soldering iron', 1, 'chisel tip 2.4 mm'], ['Side cutters'], ['Tweezers'], ['Stiff brush'], ['Isopropyl alcohol']],
  parts: [['Solder, 0.8 mm', 1, 'tin-copper with flux core'], ['Heat-shrink tube']],
  tags: ['soldering', 'basics'],
  introduction: `Most bad joints come from one habit: carrying solder to the joint on the tip. The flux has burnt off by then. Heat the ''work'', feed the solder into the ''work'', and let it flow to where the heat is.

{|
! Solder !! Tip temperature
|-
| Tin-lead 60/40 || 320 °C
|-
| Tin-copper, lead-free || 350 °C
|-
| Large tabs, lead-free || 380 °C, and a bigger tip rather than a hotter one
|}`,
  conclusion: `A joint that has to be touched up twice is better sucked off and made again. Fresh flux costs nothing; a lifted pad costs an evening.`,
  steps: [
    step(
      'Strip the wire',
      'solder-strip',
      `
red: Strip 4 mm, no more. Bare wire outside the joint is a short circuit waiting to happen.
Twist the strands once between dry fingers, in the direction they already lie.
Nicked strands? Cut and strip again. Three broken strands of twelve are a quarter of the current.
reminder: Slide the heat-shrink tube on now, well away from the heat.`,
    ),
    step(
      'Clean and tin the tip',
      'solder-tip',
      `
Let the iron reach temperature: ten seconds at a modern station, three minutes for a plain iron.
red: Wipe in brass wool until the tip is silver. Touch solder to it: it must wet at once and all round.
note: A black tip does not transfer heat. If brass wool does not help, use tip tinner; a file ruins the iron plating.`,
    ),
    step(
      'Tin the strands',
      'solder-tin',
      `
red: Tip under the strands, solder from above.
orange: Heat rises into the wire from below. The solder is drawn in when the copper is hot, within two seconds.
The single strands should still be visible under the solder. A fat lump will not bend and will not fit.
Tin the tab in the same way.`,
    ),
    step(
      'Join',
      'solder-heat',
      `
Hold the wire flat on the tab with tweezers.
red: Lay the flat of the tip against wire and tab at the same time, count to two,
orange: then feed a little solder into the tab from the other side.
Take the solder away first, the iron second, the tweezers last. Keep still until the surface sets.
caution: Flux fumes irritate the lungs. Use an extractor or a fan that blows away from you.`,
    ),
    step(
      'Judge the joint',
      'solder-joint solder-pull',
      `
green: Good: concave, smooth, the outline of the wire visible. A light pull moves the wire, not the joint.
red: Cold: round shoulders, grey, a gap around the wire. Heat it again with fresh flux.
orange: Too much: a ball that hides what is underneath. Take some off with braid.`,
    ),
    step(
      'Clean and insulate',
      'solder-clean',
      `
red: Brush the flux off with isopropyl alcohol while it is still warm.
Shrink the tube over the joint so that it covers 5 mm of insulation.
note: No-clean flux may stay, except near mains or in damp places.`,
    ),
  ],
};
