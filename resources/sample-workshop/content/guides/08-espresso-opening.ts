import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 8,
  type: 'disassembly',
  category: 'Espresso machine',
  subject: 'Roof',
  title: 'Espresso Machine Roof Removal',
  summary: 'Cool down, let the pressure out, and take the roof off a single-boiler machine with its earth wire intact.',
  difficulty: 'Easy',
  minutes: [15, 50],
  author: 3,
  created: '2025-01-07',
  modified: '2026-02-24',
  cover: 'espresso-cover',
  flags: ['GUIDE_PREREQ_ONLY'],
  tools: [
    ['Screwdriver set', 1, 'cross PH2, slotted 5 mm'],
    ['Side cutters', 1, 'for the cable tie'],
  ],
  tags: ['coffee', 'mains', 'pressure'],
  introduction: `Water, mains and steam in one box. Two things hurt people here: the boiler, at 120 °C and over 1 bar for half an hour after switching off, and the terminals of the heating element, which are live on one side even with the switch off.`,
  conclusion: `After closing, do the [guide|2|appliance safety test]. The earth wire of the roof must be back on its tab, with its toothed washer under the nut.`,
  steps: [
    step(
      'Unplug and cool',
      'espresso-mains',
      `
Pull the plug.
orange: Take the tank out and empty it.
Wait until the cup tray is hand-warm: 45 minutes, or draw half a litre of water through the group first and wait 15.
caution: Never open a hot boiler circuit. Water at 120 °C turns to steam in your face.`,
    ),
    step(
      'Let the pressure out',
      'espresso-steam',
      `
red: Open the steam tap slowly, with the wand in a jug.
orange: It hisses first, then drips, then is quiet. Leave the tap open.`,
    ),
    step(
      'Lift the cup tray',
      'espresso-tray',
      `
red: The tray sits in four rubber bushes. Lift the front edge first.
The bushes like to stay in the roof. Count four.`,
    ),
    step(
      'Take out the roof screws',
      'espresso-roof-screws',
      `
red: Four screws PH2, 4 × 10 mm, with toothed washers.
orange: One longer screw, 4 × 16 mm, at the back, with a plastic washer.
note: The toothed washers bite through the paint: they are part of the protective earth. All of them go back.`,
    ),
    step(
      'Tilt the roof',
      'espresso-roof',
      `
Lift at the front and tilt it back.
red: The yellow-green wire stays on the roof. Pull the flat terminal straight off by its housing if you need the room, never by the wire.
Stand the roof behind the machine.`,
    ),
  ],
};
