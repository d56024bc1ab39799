import { material as m } from '../kit/colours.ts';
import { arrow, mark, markBox, marks, turn } from '../kit/markers.ts';
import { dirt, hole, oRing, screw } from '../kit/mechanics.ts';
import { around, at, ball, bar, circle, disc, face, lift, panel, picture, rest, ring, solid, stroke, tint } from '../kit/svg.ts';
import { brush, driver, pryTool } from '../kit/tools.ts';

// Group head from below.
const groupHead = (...parts: readonly string[]): string =>
  rest(
    panel(340, 140, 920, 920, m.graphite, 80),
    disc(800, 600, 400, m.steel, face(m.steel)),
    ring(800, 600, 352, 40, m.iron),
    recessRing,
    bayonet,
    ...parts,
  );
const recessRing = circle(800, 600, 318, { fill: tint(m.iron, -0.45) });
const bayonet = solid('M470 500L560 540V660L470 700Z', m.iron) + solid('M1130 500L1040 540V660L1130 700Z', m.iron);
const showerHoles = [60, 120, 180].flatMap((r) => around(0, 0, r, Math.round(r / 9)).map(([x, y]) => `M${x} ${y}h0`)).join('');
const screen = (x: number, y: number): string =>
  at(x, y, 0, 1, disc(0, 0, 220, m.alu, ball(m.alu)), ring(0, 0, 206, 14, m.steel), stroke(showerHoles, '#49535a', 12));
const dispersion =
  disc(800, 600, 216, m.brass) + [0, 90, 180, 270].map((a) => at(800, 600, a, 1, hole(130, 0, 18, m.brass))).join('') + hole(800, 600, 26, m.brass);
export const gasket = (x: number, y: number, r: number, hex: string = m.rubber): string => ring(x, y, r, 56, hex);

export const pictures = [
  picture(
    'group-cover',
    'Group head from below with shower screen and gasket',
    groupHead(gasket(800, 600, 270), screen(800, 600), screw(800, 600, 30, 'slot')),
  ),
  picture(
    'group-screw',
    'Screw in the middle of the shower screen',
    groupHead(gasket(800, 600, 270), screen(800, 600), screw(800, 600, 30, 'slot')),
    driver(830, 620, 30),
    mark(800, 600, 'red', 66),
  ),
  picture(
    'group-screen-off',
    'Shower screen and brass dispersion plate taken down',
    groupHead(gasket(800, 600, 270, m.rubber), dirt(800, 600, 200, '#5a3f26', 16), hole(800, 600, 30, m.brass)),
    lift(at(1330, 860, 0, 0.9, screen(0, 0))),
    arrow(960, 700, 1150, 800, 'red'),
  ),
  picture(
    'group-gasket-pry',
    'Hardened gasket levered out of its groove',
    groupHead(gasket(800, 600, 270, '#4a3b32'), dispersion),
    pryTool(560, 730, 128, m.rust),
    mark(566, 726, 'red', 70),
    mark(1040, 470, 'orange', 60),
  ),
  picture(
    'group-gasket-old',
    'Cracked gasket beside a new one',
    rest(gasket(420, 600, 270, '#4a3b32'), stroke('M330 330L352 380M150 600L200 610M620 780L590 750M470 870L464 830', '#17110d', 9)),
    rest(gasket(1170, 600, 270)),
    markBox(830, 250, 680, 700, 'green'),
    mark(620, 770, 'red', 70),
  ),
  picture(
    'group-clean',
    'Groove brushed clean',
    groupHead(dispersion, dirt(640, 380, 60, '#5a3f26', 10)),
    brush(620, 360, -30),
    mark(620, 370, 'red', 110),
  ),
  picture(
    'group-gasket-new',
    'New gasket seated with its chamfer upwards',
    groupHead(gasket(800, 600, 270), dispersion),
    marks(
      [
        [800, 330],
        [530, 600],
        [1070, 600],
        [800, 870],
      ],
      'green',
      60,
    ),
    arrow(1380, 600, 1180, 600, 'red'),
  ),
  picture(
    'group-closed',
    'Shower screen screwed back, portafilter locked in',
    groupHead(gasket(800, 600, 270), screen(800, 600), screw(800, 600, 30, 'slot'), oRing(800, 600, 40, m.steel)),
    lift(bar(800, 1010, 120, 60, m.steel, 10), at(860, 1040, 24, 1, bar(0, -40, 560, 80, m.ink, 40))),
    turn(800, 600, 450, 10, 45, 'orange'),
  ),
];
