import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 12,
  type: 'replacement',
  category: 'Disc brake',
  subject: 'Brake pads',
  title: 'Disc Brake Pad Replacement',
  summary: 'Change the pads of a two-piston hydraulic brake, push the pistons back and bed the new pads in.',
  difficulty: 'Easy',
  minutes: [20, 30],
  author: 2,
  created: '2025-03-25',
  modified: '2026-04-14',
  cover: 'brake-cover',
  flags: ['GUIDE_STARRED'],
  tools: [['Hex key set', 1, '3, 5 and 6 mm'], ['Torque key', 1, '2 to 20 Nm'], ['Plastic pry tool'], ['Isopropyl alcohol']],
  parts: [
    ['Disc brake pads', 1, 'pair with spring; check the shape of the back plate'],
    ['Lint-free cloth', 2],
  ],
  tags: ['bicycle', 'brake', 'wear part'],
  introduction: `Pads are finished at '''0.5 mm''' of lining, or 1.5 mm measured with the back plate. Below that the spring touches the rotor, and you hear it.

One fingerprint of chain oil spoils a pair of pads. Wash your hands first, and spray nothing near the wheel.`,
  conclusion: `'''Bedding in:''' twenty firm stops from 20 km/h to walking pace, without locking the wheel, then ten from 30 km/h. The bite arrives somewhere around the tenth stop. Before that the brake is weak: tell the owner.

Spongy lever even so? Go on with the [guide|13|bleed].`,
  steps: [
    step(
      'Wheel out',
      'brake-wheel-out',
      `
Hang the bike up or turn it over, gear in the smallest sprocket.
red: Open the axle and let the wheel drop out.
orange: From now on do not touch the lever: nothing stops the pistons.
caution: A rotor you have just braked with burns skin. Give it five minutes.`,
    ),
    step(
      'Retaining pin',
      'brake-pin',
      `
orange: Take the small clip off one end.
red: Unscrew the pin with a 3 mm hex key. Split pin instead? Straighten it and draw it out, and use a new one.`,
    ),
    step(
      'Pads out',
      'brake-pads-out',
      `
red: Push pads and spring out together, towards the open side.
note: Mark them left and right if you only want to look. Worn in pairs, they go back in pairs.`,
    ),
    step(
      'Read the wear',
      'brake-wear',
      `
red: Worn: 0.5 mm of lining left.
green: New: 3.5 mm.
Worn at an angle means a caliper out of line. Shiny and hard as glass means overheated or oily: change, do not sand.`,
    ),
    step(
      'Pistons back',
      'brake-pistons',
      `
Clean around the pistons with a cotton bud and isopropyl alcohol first.
red: Press each piston back squarely with a plastic lever, both flush with the housing.
caution: No screwdriver. Ceramic pistons chip, and the chip cuts the seal.
reminder: A reservoir that was topped up on worn pads now overflows. Open the bleed screw at the lever if you feel resistance.`,
    ),
    step(
      'Clean the rotor',
      'brake-rotor-clean',
      `
red: Wipe both sides with isopropyl alcohol on a clean cloth until the cloth stays white.
Thickness below 1.5 mm, or a ridge you can feel with a nail: new rotor, M5 Torx T25 at 6 Nm.`,
    ),
    step(
      'New pads in',
      'brake-pads-in',
      `
red: Lay the spring between the pads, squeeze, and push the packet in until the holes line up.
Pin 1 Nm, then the clip. Wheel in, axle as stamped: usually 12 Nm.
Pump the lever until it stands firm.`,
    ),
    step(
      'Centre the caliper',
      'brake-torque',
      `
Loosen both bolts half a turn, hold the lever pulled, tighten again.
red: 6 Nm each, alternating, in three rounds.
Turn the wheel: it must run free. A faint brush once per turn is the rotor: true it with a fork, do not shift the caliper.`,
    ),
  ],
};
