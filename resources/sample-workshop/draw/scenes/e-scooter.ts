import { material as m } from '../kit/colours.ts';
import { plug, wire } from '../kit/electrics.ts';
import { lettering } from '../kit/lettering.ts';
import { arrow, mark, marks, turn } from '../kit/markers.ts';
import { hole, hose, nut, screws } from '../kit/mechanics.ts';
import { around, at, bar, circle, close, disc, lift, path, picture, pillar, rest, ring, solid, stroke, tint } from '../kit/svg.ts';
import { bottle, cloth, hexKey, spanner, torqueKey, tyreLever } from '../kit/tools.ts';

const tyre = (x: number, y: number, r: number): string =>
  ring(x, y, r, r * 0.22, m.rubber) +
  stroke(
    around(x, y, r * 1.06, 40)
      .map(([a, b], i) => {
        const [c, d] = around(x, y, r * 0.98, 40, 4)[i] ?? [a, b];
        return `M${a} ${b}L${c} ${d}`;
      })
      .join(''),
    '#0d0f11',
    r * 0.02,
  );
const hub = (x: number, y: number, r: number): string =>
  disc(x, y, r, m.alu) +
  disc(x, y, r * 0.78, m.iron) +
  around(x, y, r * 0.6, 6)
    .map(([a, b]) => hole(a, b, r * 0.09, m.iron))
    .join('') +
  disc(x, y, r * 0.34, m.graphite);
const wheel = (x: number, y: number, r: number): string => tyre(x, y, r) + hub(x, y, r * 0.88);
export const scooter = (...extra: readonly string[]): string =>
  rest(
    stroke('M300 900L480 160', tint(m.graphite, -0.5), 74),
    stroke('M300 900L480 160', m.graphite, 60),
    bar(360, 120, 260, 50, m.ink, 24),
    disc(500, 180, 34, m.rust),
    wheel(290, 930, 130),
    wheel(1270, 930, 130),
    solid('M330 850H460Q500 850 520 900H1140Q1180 900 1200 850L1300 790 1330 820 1230 960H480Q420 960 400 920Z', m.graphite),
    bar(500, 880, 640, 30, m.rust, 10),
    lettering(740, 918, 'MILE 350', 26, '#dfe3e1'),
    stroke('M1200 780Q1290 730 1390 800', m.ink, 26),
    ...extra,
  );

const rear = (...parts: readonly string[]): string =>
  rest(solid('M0 520H420Q500 520 560 600L760 610V690H540Q470 690 400 690H0Z', m.graphite), ...parts);
const nuts = nut(800, 650, 62) + hole(800, 650, 16, m.iron);
const bolts = around(800, 600, 150, 6, 30);
const rimHalf = (x: number, y: number): string =>
  at(
    x,
    y,
    0,
    1,
    disc(0, 0, 300, m.alu),
    disc(0, 0, 240, m.iron),
    ...around(0, 0, 150, 6, 30).map(([a, b]) => hole(a, b, 20, m.iron)),
    disc(0, 0, 80, m.graphite),
    hole(0, 0, 34, m.graphite),
  );
export const tube = (x: number, y: number, r: number): string => ring(x, y, r, 84, m.slate) + at(x, y, 40, 1, bar(r - 150, -14, 110, 28, m.brass, 6));
const splitWheel = (...parts: readonly string[]): string => rest(tyre(800, 600, 390), rimHalf(800, 600), ...parts);

export const pictures = [
  picture('scooter-cover', 'Commuter e-scooter with 8.5-inch wheels', scooter()),
  picture(
    'scooter-off',
    'Scooter folded on its side, battery isolated',
    close(700, 560, 1.1, scooter(plug(760, 830, 0, 3, m.yellow), wire('M820 830C900 800 940 850 1000 870', m.red, 20))),
    mark(866, 897, 'red', 90),
  ),
  picture(
    'scooter-deflate',
    'Valve core pressed to let the air out',
    close(1240, 880, 2.3, scooter(at(1190, 990, 130, 0.5, bar(0, -14, 110, 28, m.brass, 6)))),
    mark(640, 890, 'red', 80),
  ),
  picture(
    'scooter-axle-nuts',
    'Axle nut at the rear fork',
    rear(wheel(800, 650, 380), bar(520, 610, 280, 80, m.graphite, 30), nuts),
    spanner(800, 650, -40),
    mark(800, 650, 'red', 100),
    turn(800, 650, 190, 20, -70, 'orange'),
  ),
  picture(
    'scooter-motor-plug',
    'Plug of the motor lead and its colour marks',
    close(
      560,
      600,
      1.6,
      rear(
        wheel(800, 650, 380),
        bar(520, 610, 280, 80, m.graphite, 30),
        hose('M800 650C700 560 640 560 560 560', m.ink, 30),
        plug(500, 560, 180, 3, m.ink, 26),
        wire('M540 560H400', m.yellow, 16),
      ),
    ),
    mark(710, 540, 'red', 100),
  ),
  picture(
    'scooter-wheel-out',
    'Wheel dropped out of the fork with its washers',
    rear(),
    lift(wheel(1080, 640, 340), nut(1080, 640, 46)),
    rest(at(420, 950, 0, 1, nut(0, 0, 60), ring(170, 0, 44, 22, m.steel), pillar(290, -40, 40, 80, m.steel))),
    arrow(620, 640, 760, 640, 'red'),
    mark(590, 950, 'orange', 80),
  ),
  picture(
    'scooter-rim-bolts',
    'Six bolts of the split rim marked',
    splitWheel(screws(bolts, 24, 'hex')),
    hexKey(930, 675, 20),
    marks(bolts, 'red', 48),
  ),
  picture(
    'scooter-split',
    'Upper rim half lifted out of the tyre',
    rest(tyre(640, 640, 360), circle(640, 640, 320, { fill: '#1a1d20' }), tube(640, 640, 270), rimHalfSmall(640, 640)),
    lift(at(1240, 400, 0, 0.9, rimHalf(0, 0))),
    arrow(860, 560, 1010, 480, 'red'),
  ),
  picture('scooter-lever', 'Bead freed with a plastic lever where it sticks', splitWheel(), tyreLever(1070, 420, -34), mark(1080, 420, 'red', 80)),
  picture(
    'scooter-find',
    'Inside of the tyre felt for glass and wire',
    rest(tyre(800, 600, 420), circle(800, 600, 374, { fill: '#e6e9e6' }), ring(800, 600, 350, 40, '#3a3e42')),
    cloth(560, 400, -20),
    path('M1100 360L1180 330 1150 400Z', { fill: '#8fb6b0', stroke: '#3e5c58' }),
    mark(1136, 364, 'red', 80),
  ),
  picture(
    'scooter-tube-new',
    'New tube, slightly inflated, valve in its notch',
    rest(tyre(800, 600, 420), circle(800, 600, 374, { fill: '#1a1d20' }), tube(800, 600, 300)),
    mark(940, 717, 'red', 90),
    bottle(1180, 1030, -16, m.white, 'TALC'),
  ),
  picture(
    'scooter-rim-torque',
    'Rim bolts tightened crosswise with a torque key',
    splitWheel(screws(bolts, 24, 'hex')),
    torqueKey(930, 675, 15, '8.0'),
    marks(
      [
        [930, 675],
        [670, 525],
      ],
      'red',
      48,
    ),
    marks(
      [
        [800, 750],
        [800, 450],
      ],
      'orange',
      48,
    ),
    marks(
      [
        [670, 675],
        [930, 525],
      ],
      'yellow',
      48,
    ),
  ),
  picture(
    'scooter-pump',
    'Tyre inflated and its line checked against the rim',
    rest(wheel(600, 600, 400)),
    rest(
      disc(1260, 500, 170, m.ink),
      disc(1260, 500, 140, m.white),
      stroke('M1260 500L1340 420', m.red, 14),
      lettering(1180, 540, '3.5', 50, m.ink),
      hose('M1260 670C1260 900 980 1000 880 900', m.ink, 30),
    ),
    mark(870, 890, 'red', 80),
  ),
  picture(
    'scooter-axle-torque',
    'Axle nut tightened, washers outside the fork',
    rear(wheel(800, 650, 380), bar(520, 610, 280, 80, m.graphite, 30), nuts),
    torqueKey(800, 650, 20, '35'),
    mark(800, 650, 'red', 100),
  ),
];

function rimHalfSmall(x: number, y: number): string {
  return (
    disc(x, y, 200, m.iron) +
    disc(x, y, 80, m.graphite) +
    around(x, y, 150, 6, 30)
      .map(([a, b]) => hole(a, b, 20, m.iron))
      .join('')
  );
}
