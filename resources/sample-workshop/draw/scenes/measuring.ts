import { material as m } from '../kit/colours.ts';
import { canSide, part, wire } from '../kit/electrics.ts';
import { lettering, reading } from '../kit/lettering.ts';
import { arrow, mark, markBox, marks } from '../kit/markers.ts';
import { hose, screws } from '../kit/mechanics.ts';
import { at, bar, circle, disc, face, lift, panel, picture, pillar, rect, rest, solid, stroke, tint } from '../kit/svg.ts';
import { leads, mainsOff, multimeter, probe } from '../kit/tools.ts';

export const can = (x: number, y: number): string =>
  at(
    x,
    y,
    0,
    1,
    canSide(-140, 0, 280, 520, m.navy),
    rect(-100, 150, 160, 220, { rx: 10, fill: '#f4f2e8' }),
    lettering(-80, 190, '470', 44, m.ink),
    lettering(-50, 270, 'µF', 44, m.ink),
    bar(-76, -70, 40, 66, m.brass, 4),
    bar(36, -70, 40, 66, m.brass, 4),
  );
export const tool = (x: number, y: number, turn: number): string =>
  lift(
    at(
      x,
      y,
      turn,
      1,
      stroke('M-56 0C-56 -140 -120 -160 -160 -190M56 0C56 -140 120 -160 160 -190', m.ink, 20),
      at(0, -210, 0, 3, part(0, 0, 0, m.white)),
      at(-56, 0, -90, 0.7, probe(0, 0, 0, m.red)),
      at(56, 0, -90, 0.7, probe(0, 0, 0, m.graphite)),
    ),
  );

// A kettle base stands for any appliance of protection class I.
const appliance = (...extra: readonly string[]): string =>
  rest(
    hose('M1180 700C1000 760 900 900 700 880S480 820 420 800', m.ink, 34),
    panel(1000, 260, 420, 560, m.alu, 60),
    solid('M1000 340L900 300 960 460 1000 480Z', m.alu),
    stroke('M1400 340Q1520 360 1510 520T1400 680', tint(m.ink, 0.1), 46),
    bar(960, 790, 500, 70, m.ink, 24),
    pillar(1180, 220, 60, 50, m.ink, 14),
    disc(1210, 720, 26, m.rust),
    ...extra,
  );
const mainsPlug = at(
  420,
  800,
  180,
  1,
  bar(0, -70, 60, 140, m.graphite, 16),
  bar(55, -70, 90, 140, m.graphite, 30),
  bar(140, -44, 80, 18, m.brass, 6),
  bar(140, 26, 80, 18, m.brass, 6),
  rect(70, -84, 50, 14, { fill: face(m.brass) }),
);
export const tester = (value: string, unit: string): string =>
  rest(
    panel(60, 110, 520, 420, m.rust, 40),
    panel(90, 140, 460, 360, m.graphite, 24),
    rect(120, 170, 400, 150, { rx: 14, fill: face('#bccabb') }),
    reading(150, 200, value, 84),
    lettering(410, 270, unit, 34, '#1d2a26'),
    ...[0, 1, 2, 3].map((i) => disc(160 + i * 106, 410, 36, i === 0 ? m.green : m.slate)),
  );

export const pictures = [
  picture(
    'cap-cover',
    'Capacitor, meter and discharge resistor on the bench',
    rest(can(1130, 450)),
    multimeter(120, 330, '325', 'V', 1),
    tool(700, 880, 0),
  ),
  picture('cap-mains', 'Plug pulled and kept in sight', mainsOff(250, 330, 1.4), mark(960, 540, 'red', 190)),
  picture(
    'cap-measure',
    'Meter on the highest direct-voltage range across the terminals',
    rest(can(1130, 500)),
    multimeter(80, 480, '318', 'V', 1),
    leads(80, 480, [1074, 430, 170], [1186, 430, -130]),
    mark(1074, 440, 'red', 48),
    mark(1186, 440, 'orange', 48),
  ),
  picture(
    'cap-tool',
    'Discharge tool: resistor between two insulated probes',
    at(800, 760, 0, 2.2, tool(0, 0, 0)),
    markBox(600, 180, 400, 230, 'red'),
    marks(
      [
        [677, 760],
        [923, 760],
      ],
      'orange',
      70,
    ),
  ),
  picture(
    'cap-discharge',
    'Both probes held on the terminals',
    rest(can(800, 620)),
    tool(800, 552, 0),
    marks(
      [
        [744, 560],
        [856, 560],
      ],
      'red',
      48,
    ),
  ),
  picture(
    'cap-verify',
    'Meter shows less than one volt',
    rest(can(1130, 500)),
    multimeter(80, 480, '0.3', 'V', 1),
    leads(80, 480, [1074, 430, 170], [1186, 430, -130]),
    markBox(120, 520, 240, 160, 'green'),
  ),
  picture(
    'cap-bridge',
    'Bridge wire left on the terminals',
    rest(can(800, 520)),
    wire('M744 470C700 300 900 300 856 470', m.yellow, 26),
    mark(800, 350, 'red', 110),
  ),
  picture('pat-cover', 'Appliance tester with an appliance on the bench', appliance(mainsPlug), tester('0.08', 'OHM')),
  picture(
    'pat-visual',
    'Plug, cord and entry looked over for damage',
    appliance(mainsPlug, stroke('M760 884l40 -14M780 896l40 -20', '#c8a24e', 10)),
    marks([[330, 800]], 'red', 130),
    mark(790, 884, 'orange', 80),
    mark(1180, 720, 'yellow', 90),
  ),
  picture(
    'pat-earth',
    'Resistance of the earth conductor from plug to metal case',
    appliance(mainsPlug, screws([[1050, 320]], 22)),
    tester('0.08', 'OHM'),
    lift(
      stroke('M440 500C440 600 340 640 330 716', m.green, 16),
      at(1050, 320, 200, 1, probe(0, 0, 0, m.green)),
      stroke('M790 226C700 160 620 300 560 420', m.green, 16),
    ),
    mark(325, 716, 'red', 60),
    mark(1050, 320, 'orange', 60),
  ),
  picture(
    'pat-insulation',
    'Insulation resistance with the switch on',
    appliance(mainsPlug),
    tester('299', 'MΩ'),
    mark(1210, 720, 'red', 70),
    markBox(100, 150, 440, 190, 'orange'),
  ),
  picture(
    'pat-function',
    'Function test under supervision',
    appliance(stroke('M900 250Q860 200 900 150T880 60M960 250Q920 200 960 150T940 60', '#8fa3ad', 16, { opacity: 0.7 })),
    rest(panel(160, 640, 320, 320, m.white, 36), disc(320, 800, 110, tint(m.white, -0.1)), bar(330, 740, 130, 120, m.graphite, 30)),
    mark(1210, 720, 'green', 60),
  ),
  picture(
    'pat-label',
    'Label with the date of the next test at the plug',
    rest(at(500, 620, 0, 2.2, at(-420, -800, 0, 1, mainsPlug)), hose('M500 620C900 620 1100 800 1600 700', m.ink, 70)),
    lift(panel(860, 220, 520, 300, m.yellow, 20), lettering(920, 270, 'TESTED', 56, m.ink), lettering(920, 390, '11 2027', 56, m.ink)),
    arrow(960, 540, 800, 620, 'red'),
    circle(902, 370, 10, { fill: '#fff' }),
  ),
];
