/** The people of the sample workshop and what they said, ran and starred. Names and addresses are invented. */

import type { Run } from './define.ts';

export const people = [
  {
    userid: 1,
    username: 'Maren Holt',
    unique_username: 'maren',
    email: 'maren@example.org',
    password: 'bench-sample-admin',
    privileges: ['Admin'],
    location: 'Bench 1',
    picture: 'item-people-1',
    about_raw: `Runs the workshop and its job cards. Started on radio sets, stayed for the washing machines.

Ask me about: safety tests, spare parts, anything that has to be signed.`,
  },
  {
    userid: 2,
    username: 'Tomasz Brand',
    unique_username: 'tomasz',
    email: 'tomasz@example.org',
    password: 'bench-sample-tech1',
    privileges: ['User'],
    location: 'Bench 2',
    picture: 'item-people-2',
    about_raw: `Motors, pumps, bicycles. Twelve years in tool hire, where everything comes back wet.

'''Rule of the bench:''' measure first, order second.`,
  },
  {
    userid: 3,
    username: 'Ines Duval',
    unique_username: 'ines',
    email: 'ines@example.org',
    password: 'bench-sample-tech2',
    privileges: ['User'],
    location: 'Bench 3',
    picture: 'item-people-3',
    about_raw: `Laptops, coffee machines and everything with a battery. Writes the guides that nobody else wants to photograph.`,
  },
] as const;

export const team = {
  teamid: 1,
  name: 'Bench crew',
  owner: 1,
  members: [1, 2, 3],
  description: 'Everybody who repairs, measures and writes guides in this workshop.',
} as const;

interface Remark {
  /** `12` is a guide, `12.6` its sixth step, a text the title of a category. */
  readonly on: number | string;
  readonly by: number;
  readonly date: string;
  readonly text: string;
  readonly replies?: readonly (readonly [by: number, date: string, text: string])[];
}

export const remarks: readonly Remark[] = [
  {
    on: '1.3',
    by: 3,
    date: '2025-02-06T10:12',
    text: 'Would 4.7 kΩ do? We have a bag of 5 W ones.',
    replies: [
      [
        2,
        '2025-02-06T11:40',
        'It would, at twice the time. At 325 V it takes 22 W for the first moment, so a 5 W part survives once or twice and then opens. Please keep to 10 W wire-wound.',
      ],
      [3, '2025-02-06T11:58', 'Understood. I put two of the right ones into the drawer.'],
    ],
  },
  { on: 2, by: 1, date: '2025-03-12T08:30', text: 'The new limits for long cords are in step 2 now. Old print-outs on the wall can go.' },
  {
    on: '5.4',
    by: 1,
    date: '2025-06-10T15:05',
    text: 'Had one that measured 0.18 Ω cold and jumped to 2 Ω after a minute under load. Worth warming it up before deciding.',
    replies: [[2, '2025-06-11T07:50', 'Good point, thank you. A hair dryer for a minute does it.']],
  },
  {
    on: '6.5',
    by: 2,
    date: '2025-05-02T16:20',
    text: 'Charging such a group by hand to 2.5 V "to wake the charger up" is all over the internet. Do not.',
    replies: [[3, '2025-05-03T09:00', 'Seconded. We have a burn mark on the tile to show for it.']],
  },
  {
    on: '8.5',
    by: 2,
    date: '2025-04-04T13:15',
    text: 'On the older version the earth wire is 4 cm shorter. Pull the flat terminal before tilting, or you pull it off the crimp.',
  },
  {
    on: 9,
    by: 1,
    date: '2025-11-03T10:00',
    text: 'Customer 1187: 6 bar after the new pump. The relief valve was set for the worn one. Half a turn in, 9.5 bar.',
    replies: [[3, '2025-11-03T12:30', 'Added to the conclusion. Quarter turns, though.']],
  },
  {
    on: '12.5',
    by: 3,
    date: '2025-08-21T09:45',
    text: 'One piston came out, the other would not move. Is that a new caliper?',
    replies: [
      [
        2,
        '2025-08-21T10:10',
        'Not yet. Hold the free one back with the lever and work the stiff one in and out five times with a drop of fresh mineral oil on its side. If it still sticks: new caliper.',
      ],
    ],
  },
  { on: 13, by: 3, date: '2026-03-02T17:25', text: 'Works the same with the funnel at the front brake, only hang the caliper lower than the lever.' },
  {
    on: '15.2',
    by: 2,
    date: '2025-03-19T14:00',
    text: 'The four short ones are black on newer machines, the long ones silver. Helps when the tray has been dropped. Ask me how I know.',
  },
  {
    on: '16.4',
    by: 1,
    date: '2026-01-12T11:11',
    text: 'If a pull tab tears: dental floss under the cell, slow sawing, no heat above 50 °C.',
    replies: [[3, '2026-01-12T11:30', 'And two people, one holding the palm rest flat.']],
  },
  { on: '17.5', by: 2, date: '2025-10-01T08:20', text: 'Brown fur all over: a smoker’s machine. Same work, outdoors, with a mask.' },
  {
    on: '19.2',
    by: 3,
    date: '2026-02-17T19:02',
    text: 'Third collar stay this month. I hung a little jar of them beside the machine for the customers to see.',
  },
  {
    on: '20.9',
    by: 1,
    date: '2025-09-30T16:40',
    text: 'Two people make this a matter of one minute. One holds the spring at six o’clock, the other goes up both sides.',
  },
  {
    on: '22.7',
    by: 3,
    date: '2025-07-08T10:55',
    text: 'Does it have to be a 450 V one? The old label says 400.',
    replies: [[2, '2025-07-08T12:05', 'Higher is fine and lasts longer. The voltage across a run capacitor is higher than the mains.']],
  },
  {
    on: '25.8',
    by: 2,
    date: '2025-09-18T09:33',
    text: 'Old wheels have M6 bolts in bare aluminium. Above 8 Nm the threads come out with the bolt.',
    replies: [[3, '2025-09-18T10:02', 'Then a thread insert, and better that than glue.']],
  },
  {
    on: 'Disc brake',
    by: 3,
    date: '2025-12-02T13:37',
    text: 'Could we list the pad shapes we keep in stock here?',
    replies: [[2, '2025-12-02T14:20', 'Done, see the table.']],
  },
];

const tested = (asset: string, earth: string, insulation: string, remarks: string): Run['values'] => ({
  field_asset_number: asset,
  field_protection_class: earth === 'n/a' ? 'II' : 'I',
  field_earth_resistance: earth,
  field_insulation: insulation,
  field_visual_ok: '1',
  field_remarks: remarks,
});

export const runs: readonly Run[] = [
  { guideid: 9, userid: 3, workorderid: 'WO-1187', start: '2025-11-03T09:05', minutes: 41 },
  { guideid: 12, userid: 2, workorderid: 'WO-1203', start: '2026-01-20T13:30', minutes: 26 },
  { guideid: 16, userid: 3, workorderid: 'WO-1254', start: '2026-04-09T10:00', minutes: 19 },
  { guideid: 19, userid: 2, workorderid: 'WO-1310', start: '2026-07-22T08:15', minutes: 63 },
  {
    guideid: 2,
    userid: 3,
    workorderid: 'WO-1254',
    start: '2026-04-09T10:22',
    minutes: [2, 3, 4, 3, 2],
    values: tested('KT-0377', '0.07', 'above 20 MΩ', 'New heating element.'),
  },
  {
    guideid: 2,
    userid: 2,
    workorderid: 'WO-1289',
    start: '2026-06-16T14:05',
    minutes: [3, 4, 3, 4, 2],
    values: tested('KT-0391', '0.11', '2 to 20 MΩ', 'Cord of 4 m.'),
  },
  {
    guideid: 2,
    userid: 2,
    workorderid: 'WO-1310',
    start: '2026-07-22T09:25',
    minutes: [2, 4, 3, 3, 2],
    values: tested('KT-0402', '0.09', 'above 20 MΩ', 'New drain pump.'),
  },
  {
    guideid: 2,
    userid: 3,
    workorderid: 'WO-1338',
    start: '2026-09-08T11:40',
    minutes: [2, 7, 3, 2, 3],
    values: tested('KT-0409', '0.34', '2 to 20 MΩ', 'Red tag: strand broken at the entry. The owner knows.'),
  },
  {
    guideid: 2,
    userid: 3,
    workorderid: 'WO-1338-2',
    start: '2026-09-10T08:30',
    minutes: [2, 3, 3, 3, 2],
    values: tested('KT-0409', '0.08', '2 to 20 MΩ', 'New cord. Passed.'),
  },
  {
    guideid: 2,
    userid: 2,
    workorderid: 'WO-1359',
    start: '2026-10-06T15:15',
    minutes: [3, 1, 3, 4, 2],
    values: tested('KT-0413', 'n/a', 'above 20 MΩ', 'Double insulated.'),
  },
  { guideid: 25, userid: 3, workorderid: 'WO-1366', start: '2026-10-15T14:10', minutes: 0 },
];

export const release = {
  releaseid: 1,
  guideid: 2,
  userid: 1,
  title: 'Test procedure 2026',
  date: '2026-09-02',
  notes: 'Limits for long cords, form with all readings. Replaces the paper form.',
} as const;

export const favorites = [
  { userid: 2, guideid: 1, date: '2025-01-10' },
  { userid: 2, guideid: 12, date: '2025-03-26' },
  { userid: 2, guideid: 19, date: '2025-06-02' },
  { userid: 3, guideid: 2, date: '2025-02-03' },
  { userid: 3, guideid: 9, date: '2025-02-19' },
  { userid: 3, guideid: 16, date: '2025-01-02' },
  { userid: 3, guideid: 25, date: '2025-08-06' },
] as const;
