import type { WikiSource } from '../define.ts';
import { people, team } from '../people.ts';

export const pages: readonly WikiSource[] = [
  {
    namespace: 'INFO',
    title: 'About',
    description: 'What this sample workshop is.',
    picture: 'item-workshop',
    contents: `This is a '''sample workshop''': invented people, unbranded devices, real work. Look around, change anything, delete it all when you start your own.

== What to try ==
# Open [guide|9|a guide with a prerequisite] and see the steps of both.
# Start work with [guide|2|the safety test] and fill in its form.
# Edit a step. It is saved at once, also without a network.

== Who ==
{|
! Name !! Bench !! Signs in as
|-
| Maren Holt || 1, admin || maren@example.org
|-
| Tomasz Brand || 2 || tomasz@example.org
|-
| Ines Duval || 3 || ines@example.org
|}

All pictures were drawn for this workshop. Torques and limits are typical values: the maker’s own come first.

Write to [mailto|workshop@example.org|the workshop].`,
  },
  {
    namespace: 'INFO',
    title: 'Safety',
    description: 'House rules for every bench.',
    picture: 'cap-mains',
    contents: `== Always ==
* Plug out, and in sight.
* Measure dead, then touch.
* Safety glasses for springs, batteries and compressed air.
* Nobody works on mains alone in the building.

== Stop signs ==
{|
! Bullet !! Means
|-
| Caution || someone gets hurt, or the part is lost
|-
| Note || worth knowing, saves time
|-
| Reminder || do not forget this later
|}

== If it happens ==
# Switch off at the red button beside the door.
# Shock: '''always''' to a doctor, even when it was "nothing".
# Burning lithium: out with it if it can be carried, water in plenty if not, everybody out.

First-aid box: left of the door. Checked by Maren on the first of every month.`,
  },
  {
    namespace: 'WIKI',
    title: 'How to read a torque table',
    description: 'Newton metres, threads, and what the small print assumes.',
    picture: 'item-torque',
    tags: ['basics', 'torque'],
    contents: `A torque does not hold a screw. The stretch of the screw does, and torque is only our way of guessing it. Nine tenths of it are lost in friction, so the state of the thread matters more than the last tenth of a newton metre.

== The table ==
{|
! Thread !! Steel 8.8, dry !! Into aluminium !! Into plastic
|-
| M2 || 0.35 Nm || 0.25 Nm || 0.15 Nm
|-
| M3 || 1.2 Nm || 0.8 Nm || 0.5 Nm
|-
| M4 || 2.8 Nm || 2.0 Nm || 1.0 Nm
|-
| M5 || 5.5 Nm || 4.0 Nm || 2.0 Nm
|-
| M6 || 9.5 Nm || 7.0 Nm || –
|-
| M8 || 23 Nm || 16 Nm || –
|}

== What it assumes ==
* '''Dry''' thread. Oiled: 15 % less. With thread lock: as dry.
* At least one and a half diameters of thread in engagement.
* A flat, clean seat under the head.

== Sequence ==
# All screws in by hand.
# Half the torque, crosswise.
# Full torque, crosswise.
# Once round again: the first ones have settled.

[quote|Tomasz]A screw you can feel stretching has already stretched.[/quote]`,
  },
  {
    namespace: 'WIKI',
    title: 'Battery handling',
    description: 'Storing, carrying, opening and giving away lithium batteries.',
    picture: 'laptop-battery-swollen',
    tags: ['battery', 'lithium', 'safety'],
    contents: `== Look, smell, feel ==
{|
! Sign !! Do
|-
| Flat, cold, dry || work as usual
|-
| Slightly swollen || no pressure, no charge, out today
|-
| Sweet smell, wet || outdoors, gloves, metal tin with sand
|-
| Warm without load || everybody stands back; tin, outdoors, wait an hour
|}

== On the shelf ==
* 40 to 60 % charge, 10 to 20 °C, in the metal cabinet.
* Terminals taped. A coin between two contacts is enough.
* Checked every three months. The list hangs inside the door.

== On the bench ==
# Plug out before any metal tool comes near.
# One tool at a time. Rings and watch off.
# New cells are never mixed with old ones.

== When it is worn out ==
Tape over the contacts, bag, collection point. Never into the bin, never into the post.

See also: [guide|16|laptop battery], [guide|6|what is inside a pack].`,
  },
  {
    namespace: 'TEAM',
    title: String(team.teamid),
    display_title: team.name,
    description: team.description,
    contents: `Meets on Mondays at half past seven, with coffee from whichever machine is on the test bench.

* Maren signs.
* Tomasz turns.
* Ines writes.`,
  },
  ...people.map((person): WikiSource => ({
    namespace: 'USER',
    title: String(person.userid),
    display_title: person.username,
    picture: person.picture,
    contents: person.about_raw,
  })),
];
