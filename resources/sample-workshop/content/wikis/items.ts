import type { WikiSource } from '../define.ts';

const item = (title: string, picture: string, description: string, contents: string, tags: readonly string[] = ['tool']): WikiSource => ({
  namespace: 'ITEM',
  title,
  picture,
  description,
  contents,
  tags,
});
const part = (title: string, picture: string, description: string, contents: string): WikiSource =>
  item(title, picture, description, contents, ['part']);

export const items: readonly WikiSource[] = [
  item(
    'Screwdriver set',
    'item-drivers',
    'Slotted and cross-head, six pieces, insulated to 1000 V.',
    `* Slotted 3, 5 and 8 mm; cross-head PH1, PH2 and PZ2.
* The blade must fill the slot: half of all ruined screws met a blade one size too small.
* Chipped tip? Grind square, dip in water often.`,
  ),
  item(
    'Precision screwdriver set',
    'item-precision',
    'PH00 to PH1 and slotted 1.5 to 3 mm.',
    `Turn with two fingers and press with the palm on the cap. Screws of M2 want '''0.15 to 0.3 Nm''': less than opening a bottle of water.`,
  ),
  item(
    'Torx screwdriver set',
    'item-star',
    'T5 to T25, two of them with a bore for security screws.',
    `{|
! Size !! Usual screw
|-
| T5 || M2
|-
| T10 || M3, 4 mm in plastic
|-
| T20 || M4
|-
| T25 || M5, brake rotors
|}`,
  ),
  item(
    'Hex key set',
    'item-hex',
    'Straight keys from 1.5 to 8 mm.',
    `Long end into the screw, short end to turn: then the key bends before the screw rounds. Ball ends are for finding screws, not for tightening them.`,
  ),
  item(
    'Torque key',
    'item-torque',
    '2 to 20 Nm, with display.',
    `* Set, tighten slowly, stop at the tone. A second click is already too much.
* Back to the lowest value for storing.
* Calibrated every March. The label on the handle says until when.`,
  ),
  item(
    'Combination spanner',
    'item-spanner',
    'Ring and open end, 7 to 19 mm.',
    `Ring for the last turn, open end for the way. On brass unions always with a second one to hold against.`,
  ),
  item(
    'Plastic pry tool',
    'item-pry',
    'For seams, clips and gaskets.',
    `Blue is hard, for seams. Brown is soft, for sealing faces and batteries. Sanded to a fine edge they last for years.`,
  ),
  item(
    'Hose clip pliers',
    'item-pliers',
    'For spring clips from 10 to 30 mm.',
    `Squeeze, slide the clip back, let go. Put it back on the mark it left, not beside it.`,
  ),
  item(
    'Tweezers',
    'item-tweezers',
    'Straight, fine, non-magnetic.',
    `For plugs, leads and the screw that fell in. Not for lifting a battery plug: its leads are live.`,
  ),
  item(
    'Stiff brush',
    'item-brush',
    'Natural bristle, 12 mm. Antistatic version with the black handle.',
    `One for carbon dust, one for coffee, one for electronics. They are labelled, please keep it so.`,
  ),
  item(
    'Multimeter',
    'item-multimeter',
    'CAT III 600 V, with capacitance and diode range.',
    `== Before use ==
# Leads whole, tips covered.
# Prove it on a known source.
# Highest range first.

== Sockets ==
* Black: common. Red: volts, ohms, farads.
* The 10 A socket has tape over it for a reason.`,
  ),
  item(
    'Appliance tester',
    'item-tester',
    'Earth resistance, insulation, leakage current.',
    `Used in [guide|2|the safety test]. Keeps 200 results; read them out on Fridays.`,
  ),
  item(
    'Discharge tool',
    'item-discharge',
    '2.2 kΩ, 10 W between two probes for 1000 V.',
    `Made in house. Measure it before every use: '''2.1 to 2.3 kΩ'''. How to use it: [guide|1|discharge a capacitor].`,
  ),
  item(
    'Soldering iron',
    'item-iron',
    'Station of 80 W with chisel tips 1.6 and 2.4 mm.',
    `* 320 °C tin-lead, 350 °C lead-free.
* Tin the tip before switching off.
* Brass wool, not a wet sponge: the shock cracks the plating.`,
  ),
  item(
    'ESD wrist strap',
    'item-strap',
    'With 1 MΩ in its lead, earth stud at every bench.',
    `Snug on bare skin. Tested every morning at the door: green or a new one. Never while working on live parts.`,
  ),
  item(
    'Isopropyl alcohol',
    'item-alcohol',
    '99 %, in dispenser bottles.',
    `For flux, paste, brake rotors and glue. Flammable: no iron switched on within arm’s length, window open.`,
    ['tool', 'consumable'],
  ),
  item(
    'Bleed kit',
    'item-bleed',
    'Funnel, syringe, hose and blocks for mineral oil.',
    `Mineral oil '''only'''. The kit for DOT fluid is in the red box, and the two never meet.`,
  ),
  part(
    'Trigger switch, 18 V',
    'item-switch',
    'With speed control and brake, 20 A.',
    `Compare stem, tabs and lamp with the old one. [guide|5|Fitting]`,
  ),
  part('Carbon brush pair', 'item-carbon', '5 × 8 × 13 mm, with cut-off pin.', `Always in pairs. [guide|7|Fitting and running in]`),
  part(
    'Vibration pump, 48 W',
    'item-vibration-pump',
    '230 V, 15 bar, brass outlet 1/8 inch.',
    `Two minutes on, one minute off: more and the thermal cut-out opens. [guide|9|Fitting]`,
  ),
  part(
    'Group gasket, 8.5 mm',
    'item-gasket',
    '73 × 57 mm, food-grade rubber with chamfer.',
    `Chamfer up. Keep them in the dark: light hardens them. [guide|10|Fitting]`,
  ),
  part('Disc brake pads', 'item-pads', 'Organic, pair with spring.', `Shapes and drawers: see the category Disc brake. [guide|12|Fitting]`),
  part(
    'Laptop battery, 53 Wh',
    'item-battery',
    'Three pouch cells, 11.4 V, five-pin plug.',
    `Stored at 50 %, checked every three months. Nothing under 3.5 V a cell leaves the shelf. [guide|16|Fitting]`,
  ),
  part(
    'Drain pump, 30 W',
    'item-drain-pump',
    'Synchronous, 230 V, bayonet or three screws.',
    `140 to 180 Ω. The noise at the start is the magnet finding its direction. [guide|19|Fitting]`,
  ),
  part(
    'Motor run capacitor, 16 µF',
    'item-capacitor',
    '450 V AC, class B, flat terminals.',
    `Charged when the motor has failed: [guide|1|discharge first]. [guide|22|Fitting]`,
  ),
  part('LED driver, 900 mA', 'item-led-driver', '24 to 38 V, 30 W, insulated.', `Choose by current. [guide|24|Fitting]`),
  part('Inner tube, 8.5 inch', 'item-tube', 'Butyl, valve at 90°.', `Talc before fitting, 3.5 bar after. [guide|25|Fitting]`),
];
