import type { WikiSource } from '../define.ts';

const category = (
  title: string,
  parent: string | undefined,
  picture: string,
  description: string,
  contents: string,
  rest: Partial<WikiSource> = {},
): WikiSource => ({
  namespace: 'CATEGORY',
  title,
  ...(parent !== undefined && { parent }),
  picture,
  description,
  contents,
  ...rest,
});

export const categories: readonly WikiSource[] = [
  category(
    'Bench power tools',
    undefined,
    'category-power-tools',
    'Drills, grinders and the batteries that drive them.',
    `== Before you open anything ==
* Battery off or plug out, then pull the trigger once.
* Blow the dust out ''before'' the screws come out, not after: it falls into the gearbox.
* Carbon dust conducts. A tool full of it can put mains on its gear case.

== Which fault, which part ==
{|
! What it does !! Look first at
|-
| Sparks, stops when tilted || Carbon brushes
|-
| Full speed only || Trigger switch
|-
| Runs, chuck does not turn || Clutch and gears
|-
| Cuts out under load || Battery pack, contacts
|}`,
  ),
  category(
    'Cordless drill',
    'Bench power tools',
    'drill-cover',
    'Pistol-grip drill drivers, 12 to 18 V.',
    `Two shells, eight screws, a gearbox that stays in one piece if you let it.

== Start here ==
# [guide|4|Disassembly]
# [guide|5|Trigger switch]

== Torques ==
{|
! Screw !! Torque
|-
| Housing, 4 × 20 in plastic || 1.2 Nm
|-
| Gearbox flange, M3 || 0.8 Nm
|-
| Chuck screw, M5 '''left-hand''' || 4 Nm
|}`,
    {
      info: [
        ['Voltage', '10.8 to 18 V'],
        ['Screws', 'Torx T10'],
      ],
      tags: ['power tools'],
    },
  ),
  category(
    'Angle grinder',
    'Bench power tools',
    'grinder-cover',
    'Grinders of 115 and 125 mm with universal motor.',
    `== Wear parts ==
* Carbon brushes, every 80 to 120 hours: [guide|7|how to change them]
* Spindle bearing, when the disc flutters
* Cord at its entry, when the grinder works in one position only

== Never ==
* without its guard,
* with a disc past the date stamped on its ring.`,
    {
      info: [
        ['Disc', '125 mm'],
        ['Thread', 'M14'],
      ],
      tags: ['power tools'],
    },
  ),
  category(
    '18 V battery pack',
    'Bench power tools',
    'pack-cover',
    'Slide-on packs with ten cylindrical cells.',
    `We test these packs and we do not rebuild them. [guide|6|The teardown] shows why.

== Quick test ==
# Measure at the outer contacts after an hour of rest.
# Load with a drill under a stall of one second.
# Measure again.

{|
! Rest !! Under load !! Verdict
|-
| above 18 V || above 16 V || good
|-
| above 18 V || below 14 V || worn
|-
| below 15 V || does not matter || one group failed
|}`,
    {
      info: [
        ['Cells', '10, wired 5S2P'],
        ['Energy', '72 Wh'],
      ],
      tags: ['battery'],
    },
  ),

  category(
    'Coffee machines',
    undefined,
    'category-coffee',
    'Espresso machines and grinders.',
    `Nine visits in ten are scale or old coffee. Descale and clean first: it costs an hour and often saves the repair.

* Above 14 °dH: descale every two months.
* Citric acid makes gypsum above 60 °C. Use lactic or amidosulfonic acid in hot boilers.

'''Wait for it to cool.''' A boiler at 120 °C does not look any different from a cold one.`,
  ),
  category(
    'Espresso machine',
    'Coffee machines',
    'espresso-cover',
    'Single-boiler machines with vibration pump.',
    `== Which fault, which part ==
{|
! What it does !! Look first at
|-
| Hums, no pressure || Pump, suction hose, scale in the valve
|-
| Water outside the portafilter || [guide|10|Group gasket]
|-
| Trips the breaker || Heating element, damp plug
|-
| Too cold || Thermostat, scale
|}

== Guides in order ==
# [guide|8|Roof off]
# [guide|9|Vibration pump]
# [guide|10|Group gasket], without opening the housing`,
    {
      info: [
        ['Pump', '48 W, 15 bar'],
        ['Brew pressure', '9 to 10 bar'],
        ['Gasket', '73 × 57 × 8.5 mm'],
      ],
      tags: ['coffee'],
    },
  ),
  category(
    'Coffee grinder',
    'Coffee machines',
    'burr-cover',
    'Grinders with flat steel burrs.',
    `No water, no dishwasher, no rice. Brush, vacuum cleaner, and new burrs when the old ones are blunt.

* 64 mm steel burrs last about 600 kg.
* A grinder that gets slower is dirty, not weak: [guide|11|clean it].`,
    { info: [['Burrs', '64 mm, flat']], tags: ['coffee'] },
  ),

  category(
    'Bicycles',
    undefined,
    'category-bicycles',
    'Brakes and drivetrain.',
    `== Rules of this bench ==
* Torque key for everything on a stem, a bar or a brake.
* Oil and brakes never on the same bench mat.
* Test ride by the mechanic, helmet on, before the customer gets the bike.

Washers, caps and quick links are for one use. They cost less than a fall.`,
  ),
  category(
    'Disc brake',
    'Bicycles',
    'brake-cover',
    'Hydraulic brakes with two pistons.',
    `== Pads in our drawer ==
{|
! Drawer !! Shape !! Lining
|-
| B1 || round shoulder, pin through one ear || organic
|-
| B2 || square, two ears || sintered
|-
| B3 || small, spring with long legs || organic
|}

== Work ==
* [guide|12|New pads]: 0.5 mm of lining is the end
* [guide|13|Bleed]: every two years, or when the lever goes soft

== Torques ==
* Caliper bolts M6: '''6 Nm'''
* Rotor T25: '''6 Nm'''
* Bleed nipple: '''4 Nm'''`,
    {
      info: [
        ['Fluid', 'mineral oil'],
        ['Rotor, least thickness', '1.5 mm'],
      ],
      tags: ['bicycle', 'brake'],
    },
  ),
  category(
    'Chain drivetrain',
    'Bicycles',
    'chain-cover',
    'Derailleur drivetrains with 8 to 12 speeds.',
    `Measure first: [guide|14|chain replacement] begins with the gauge.

* Chain at 0.5 %: chain only.
* Chain at 1 %: chain and cassette.
* Teeth like shark fins: chainring too.`,
    { info: [['Links', '110 to 118']], tags: ['bicycle'] },
  ),

  category(
    'Laptops',
    undefined,
    'category-laptops',
    'Slim laptops with glued-in habits and screwed-in batteries.',
    `== Three habits ==
# Earth yourself before the cover moves.
# The battery plug comes out first and goes in last.
# Screws lie on the mat the way they sat in the machine.

A screw that is 3 mm too long goes through a palm rest without any feeling in the hand.`,
  ),
  category(
    '14-inch laptop',
    'Laptops',
    'laptop-cover',
    'Tarn 14 and its relatives.',
    `== The way in ==
[guide|15|Bottom cover] first, then either

* [guide|16|battery] and on to [guide|17|fan and thermal paste], or
* [guide|18|a second drive].

== Torques ==
{|
! Screw !! Size !! Torque
|-
| Cover || M2, T5 || 0.25 Nm
|-
| Battery || M2, PH0 || 0.2 Nm
|-
| Heat sink || M2.5, spring || 0.3 Nm
|-
| Drive || M2, PH1 || 0.15 Nm
|}`,
    {
      info: [
        ['Battery', '53 Wh, 11.4 V'],
        ['Drive', 'M.2 2280, single-sided'],
        ['Cover screws', '5 × M2 × 6, 4 × M2 × 3'],
      ],
      tags: ['laptop'],
    },
  ),

  category(
    'Washing machines',
    undefined,
    'category-washing',
    'Front loaders, with water where it should be and where it should not.',
    `== First questions ==
* Since when, and what was in it?
* Does water stay in the drum? Drain side.
* Does the breaker trip only when it heats? Heating element.

Transport locks go in before it goes into the van. A tub that swings on the motorway costs two shock absorbers.`,
  ),
  category(
    'Front-loading washing machine',
    'Washing machines',
    'washer-cover',
    'Machines of 5 to 8 kg with synchronous drain pump.',
    `== Where is the water? ==
{|
! Puddle !! Look first at
|-
| At the front, middle || Door boot: [guide|20|replacement]
|-
| At the front, right || Filter, drain pump: [guide|19|replacement]
|-
| At the back || Inlet hose, drain hose
|-
| Only when spinning || Tub seam, sump hose
|}

Tilt it back on a block before you open anything below.`,
    {
      info: [
        ['Drain pump', '30 W, 140 to 180 Ω'],
        ['Screws', 'Torx T20'],
      ],
      tags: ['laundry'],
    },
  ),

  category(
    'Pumps',
    undefined,
    'category-pumps',
    'Pumps for cellars and gardens.',
    `A pump is a motor with a wet end. Hums and stands: capacitor or stuck impeller. Runs and gives nothing: air or dirt.

* Never lift by the cable.
* Never dry for more than seconds.
* In a pool, pond or pit: residual-current device, always.`,
  ),
  category(
    'Submersible pump',
    'Pumps',
    'sump-cover',
    'Dirty-water pumps with float switch.',
    `Yearly: [guide|21|clean the impeller], check the float, write the date on it.

* O-ring 170 × 4 mm
* Strainer screws Torx T25, 3 Nm, crosswise`,
    {
      info: [
        ['Power', '400 W'],
        ['Solids', 'up to 25 mm'],
      ],
      tags: ['pump'],
    },
  ),
  category(
    'Garden pump',
    'Pumps',
    'garden-cover',
    'Self-priming surface pumps with single-phase motor.',
    `Hums, does not start? [guide|22|Run capacitor].

{|
! Motor !! Capacitor
|-
| 600 W || 12 µF
|-
| 800 W || 16 µF
|-
| 1100 W || 20 to 25 µF
|}

The value on the old part counts, the table is for parts that cannot be read any more.`,
    {
      info: [
        ['Voltage', '230 V'],
        ['Current', '3.4 A'],
      ],
      tags: ['pump'],
    },
  ),

  category(
    'Audio',
    undefined,
    'category-audio',
    'What people wear on their ears.',
    `Cables break, pads crumble, drivers almost never die. Ask which side, and whether moving the cable changes it: the answer is the diagnosis.`,
  ),
  category(
    'Headphones',
    'Audio',
    'phones-cover',
    'Closed over-ear headphones with fixed cable.',
    `== Colours of the strands ==
* Red: right
* Green or blue: left
* Copper: common

[guide|23|Cable repair] needs the [guide|3|soldering guide] first, unless you solder every day.`,
    {
      info: [
        ['Impedance', '32 Ω'],
        ['Plug', '3.5 mm'],
      ],
      tags: ['audio'],
    },
  ),

  category(
    'Lighting',
    undefined,
    'category-lighting',
    'LED lamps and floodlights.',
    `Driver or LEDs? Flicker and strobe: driver. Single dark dots: LEDs. Dark all over: measure.

A driver is bought by its current, see [guide|24|the floodlight guide].`,
  ),
  category(
    'LED floodlight',
    'Lighting',
    'flood-cover',
    'Floodlights of 20 to 50 W, IP65.',
    `== Data ==
* LED board: 12 in series, 2 strings, 32 V, 900 mA
* Cover screws M5 × 20, '''2.5 Nm''', crosswise
* Gland: tighten on the outer sheath, and leave a drip loop

[guide|24|Driver replacement]`,
    {
      info: [
        ['Power', '30 W'],
        ['Protection', 'IP65, class I'],
      ],
      tags: ['lighting'],
    },
  ),

  category(
    'E-scooters',
    undefined,
    'category-scooters',
    'Scooters with hub motor.',
    `Brakes, tyres, stem lock: in this order, on every scooter, whatever it came in for.

Battery work only with the article ''Battery handling'' read and signed.`,
  ),
  category(
    'Commuter e-scooter',
    'E-scooters',
    'scooter-cover',
    'Scooters with 8.5-inch tubes and split rims.',
    `{|
! What !! How much
|-
| Tyre, front and rear || 3.0 and 3.5 bar
|-
| Rim bolts M6 || 8 Nm
|-
| Axle nut || 35 Nm
|-
| Stem clamp || 10 Nm
|}

[guide|25|Rear inner tube]: never open the rim with air in it.`,
    {
      info: [
        ['Tyre', '8.5 × 2 inch'],
        ['Battery', '36 V'],
      ],
      tags: ['scooter'],
    },
  ),

  category(
    'Workshop skills',
    undefined,
    'category-skills',
    'Techniques that other guides build on.',
    `Learn these three once and half of the other guides get shorter:

# [guide|1|Discharge a capacitor]
# [guide|3|Solder a wire]
# [guide|2|Test an appliance]`,
  ),
  category(
    'Electrical measuring',
    'Workshop skills',
    'cap-cover',
    'Meters, testers and the habits that keep you well.',
    `== Before every measurement ==
# Leads whole? Tips covered to 4 mm?
# Range and socket right? The 10 A socket is a short circuit.
# Meter proved on something known, before ''and after''.

Dead is only what has been measured dead.`,
    { tags: ['measuring', 'safety'] },
  ),
  category(
    'Soldering',
    'Workshop skills',
    'solder-cover',
    'Irons, solder and clean joints.',
    `[guide|3|How to solder a wire to a tab] is the lesson; the rest is practice.

* Lead-free for new work, and never mixed with tin-lead.
* Wash your hands after work, before the sandwich.`,
    { tags: ['soldering'] },
  ),
];
