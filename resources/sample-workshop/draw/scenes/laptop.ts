import { material as m } from '../kit/colours.ts';
import { board, canTop, chip, fan, part, plug, pouch, socket, wire } from '../kit/electrics.ts';
import { lettering } from '../kit/lettering.ts';
import { arrow, mark, markBox, marks } from '../kit/markers.ts';
import { dirt, holes, screw, screwRow, screws } from '../kit/mechanics.ts';
import { at, circle, close, disc, face, lift, panel, picture, recess, rect, rest, solid, stroke, tint } from '../kit/svg.ts';
import type { Point } from '../kit/svg.ts';
import { bottle, brush, cloth, driver, pryTool, sprayCan, tray, tweezers, wristStrap } from '../kit/tools.ts';

const long: readonly Point[] = [
  [270, 300],
  [800, 300],
  [1330, 300],
  [270, 600],
  [1330, 600],
];
const short: readonly Point[] = [
  [270, 900],
  [640, 900],
  [960, 900],
  [1330, 900],
];

const coverFace = (x = 0, y = 0, fixings = ''): string =>
  at(
    x,
    y,
    0,
    1,
    panel(210, 240, 1180, 720, m.iron, 44),
    stroke('M246 277H300M1300 277H1354M246 923H300M1300 923H1354', m.rubber, 26),
    stroke([0, 1, 2, 3, 4, 5].map((i) => `M560 ${360 + i * 26}H1040`).join(''), tint(m.iron, -0.5), 10),
    rect(640, 640, 320, 120, { rx: 12, fill: tint(m.iron, 0.15) }),
    lettering(670, 675, 'TARN 14', 44, tint(m.iron, -0.4)),
    fixings,
  );
export const closed = (...extra: readonly string[]): string => rest(coverFace(0, 0, screws([...long, ...short], 18, 'star')), ...extra);

const batteryScrews: readonly Point[] = [
  [270, 690],
  [580, 690],
  [1020, 690],
  [1330, 690],
];
export const battery: string = pouch(256, 670, 1088, 250, '53 WH 11.4 V') + stroke('M530 690V900M800 690V900M1070 690V900', '#1b2126', 5);
const heatPipe =
  stroke('M420 420C560 360 700 390 800 470', tint(m.copper, -0.5), 40) +
  stroke('M420 420C560 360 700 390 800 470', m.copper, 30) +
  stroke('M420 412C560 352 700 382 796 462', '#fff', 6, { opacity: 0.35 });
const sinkScrews: readonly Point[] = [
  [730, 410],
  [870, 410],
  [730, 550],
  [870, 550],
];
const heatsink = heatPipe + panel(708, 388, 184, 184, m.copper, 16) + screws(sinkScrews, 16);
const fanUnit = (dusty = false): string =>
  panel(276, 300, 260, 260, m.graphite, 40) +
  fan(406, 430, 116) +
  (dusty ? dirt(406, 430, 110, '#8d8578', 26) : '') +
  panel(276, 276, 260, 40, m.copper, 6) +
  stroke(Array.from({ length: 16 }, (_, i) => `M${290 + i * 16} 282V310`).join(''), tint(m.copper, -0.45), 5);
const drive = (hex: string = m.boardBlue): string =>
  panel(960, 560, 320, 70, hex, 6) + chip(1000, 574, 80, 42) + chip(1110, 574, 80, 42) + rect(1200, 574, 50, 40, { fill: '#f2efe2' });
interface Inside {
  readonly battery?: boolean;
  readonly plugged?: boolean;
  readonly fan?: boolean;
  readonly dusty?: boolean;
  readonly heatsink?: boolean;
  readonly ssd?: string | undefined;
}
export const inside = (state: Inside, ...extra: readonly string[]): string =>
  rest(
    panel(210, 240, 1180, 720, m.alu, 44),
    recess(236, 266, 1128, 668, m.graphite, 30),
    board(560, 280, 790, 370, m.board, 10),
    chip(1000, 330, 120, 70),
    chip(1170, 420, 100, 60),
    canTop(960, 440, 22),
    canTop(1310, 320, 22),
    part(1040, 470, 0),
    part(640, 620, 0),
    state.heatsink === false
      ? panel(720, 400, 160, 160, m.board, 6) +
          rect(756, 436, 88, 88, { rx: 4, fill: face('#77828a') }) +
          rect(764, 444, 72, 72, { rx: 8, fill: '#c9c7c0' })
      : '',
    state.fan === false ? recess(276, 290, 270, 276, m.graphite, 30) : fanUnit(state.dusty),
    state.heatsink === false ? '' : heatsink,
    socket(930, 595, 0, 2, m.ink),
    state.ssd === undefined ? '' : state.ssd + screw(1294, 595, 15),
    socket(620, 600, -90, 5, m.cream, 18),
    state.battery === false ? '' : battery + screws(batteryScrews, 16),
    state.battery === false
      ? ''
      : state.plugged === false
        ? wire('M600 690C600 680 690 670 700 650', m.ink, 22) + at(706, 634, -80, 0.8, plug(0, 0, 0, 5, m.white, 18))
        : wire('M620 690V630', m.ink, 26) + plug(620, 596, 90, 5, m.white, 18),
    ...extra,
  );
const ssd = drive();
const view = (...children: readonly string[]): string => close(800, 600, 1.12, ...children);
const looseDrive = (x: number, y: number, turn: number, hex: string = m.boardBlue): string =>
  lift(at(x, y, turn, 1.3, at(-1120, -595, 0, 1, drive(hex), stroke([0, 1, 2, 3, 4].map((i) => `M962 ${572 + i * 12}h14`).join(''), m.brass, 7))));

export const pictures = [
  picture('laptop-cover', 'Underside of a 14-inch laptop', view(closed())),
  picture(
    'laptop-screws-long',
    'Nine screws of the bottom cover: five long, four short',
    view(closed(marks(long, 'red', 42), marks(short, 'orange', 42))),
  ),
  picture(
    'laptop-tray',
    'Screws sorted by length',
    tray(180, 260, 1240, 680, screwRow(300, 380, 5, 120, 170, 26), screwRow(1000, 380, 4, 100, 90, 26), driver(420, 780, 8)),
    markBox(240, 340, 620, 260, 'red'),
    markBox(950, 330, 380, 260, 'orange'),
  ),
  picture(
    'laptop-pry',
    'Pick run along the front edge of the cover',
    view(rest(coverFace(0, 0, holes([...long, ...short], 14, m.iron)))),
    pryTool(820, 1000, 56),
    mark(810, 1000, 'red', 60),
    arrow(700, 1110, 300, 1110, 'orange'),
  ),
  picture(
    'laptop-lid-off',
    'Cover lifted from its hinge side',
    view(inside({})),
    lift(at(0, 0, -5, 1, coverFace(60, -520))),
    arrow(1460, 760, 1460, 480, 'red'),
  ),
  picture('laptop-opened', 'Laptop with its bottom cover off: battery, fan, heat sink and drive', view(inside({ ssd }))),
  picture('laptop-cooling', 'Fan, heat pipe and heat sink of the laptop', close(600, 450, 2.2, inside({ ssd, battery: false, dusty: true }))),
  picture('laptop-strap', 'Wrist strap on, machine switched off', close(640, 560, 0.86, closed()), wristStrap(190, 180), mark(190, 180, 'red', 140)),
  picture(
    'laptop-battery-plug',
    'Battery plug pulled straight out with a spudger',
    close(640, 610, 2, inside({ ssd })),
    pryTool(780, 600, -30),
    mark(760, 572, 'red', 120),
  ),
  picture('laptop-battery-screws', 'Four screws along the battery', view(inside({ ssd, plugged: false }), marks(batteryScrews, 'red', 42))),
  picture(
    'laptop-battery-out',
    'Battery lifted from its front edge',
    view(inside({ ssd, battery: false })),
    lift(at(60, 220, 4, 1, battery)),
    arrow(200, 760, 200, 960, 'red'),
    mark(598, 600, 'orange', 80),
  ),
  picture(
    'laptop-battery-swollen',
    'Swollen battery beside a flat one',
    rest(at(-60, -420, 0, 1, battery)),
    rest(solid('M260 800Q800 640 1340 800V1000Q800 1140 260 1000Z', m.graphite), stroke('M420 800Q800 700 1180 800', '#fff', 10, { opacity: 0.25 })),
    mark(800, 800, 'red', 150),
  ),
  picture(
    'laptop-battery-new',
    'New battery in place, plug pressed home',
    view(inside({ ssd }), marks(batteryScrews, 'orange', 42)),
    mark(598, 600, 'red', 100),
  ),
  picture(
    'laptop-fan-plug',
    'Fan lead at the board',
    close(
      560,
      560,
      2.2,
      inside({ ssd, battery: false, dusty: true }, wire('M500 540C540 600 560 590 590 560', m.ink, 12), plug(590, 556, 0, 2, m.white, 20)),
    ),
    mark(860, 590, 'red', 110),
  ),
  picture(
    'laptop-sink-screws',
    'Four spring screws of the heat sink, numbered in diagonal order',
    close(
      800,
      480,
      2.4,
      inside(
        { ssd, battery: false },
        lettering(690, 360, '1', 22, '#fff'),
        lettering(900, 580, '2', 22, '#fff'),
        lettering(900, 360, '3', 22, '#fff'),
        lettering(690, 580, '4', 22, '#fff'),
      ),
    ),
    marks(
      [
        [632, 432],
        [968, 768],
      ],
      'red',
      60,
    ),
    marks(
      [
        [968, 432],
        [632, 768],
      ],
      'orange',
      60,
    ),
  ),
  picture(
    'laptop-sink-off',
    'Heat sink with its pipe lifted off the chip',
    view(inside({ ssd, battery: false, heatsink: false, dusty: true })),
    lift(at(160, -150, 8, 1, heatsink)),
    arrow(800, 640, 880, 470, 'red'),
  ),
  picture(
    'laptop-paste-clean',
    'Old paste wiped off the chip with isopropyl alcohol',
    close(800, 480, 3, inside({ ssd, battery: false, heatsink: false })),
    cloth(1040, 760, 20, m.white),
    bottle(200, 1060, -30, m.blue, 'IPA'),
    mark(800, 600, 'red', 180),
  ),
  picture(
    'laptop-fan-brush',
    'Fan held still and brushed out',
    close(420, 430, 2.6, inside({ ssd, battery: false, heatsink: false, dusty: true })),
    brush(820, 560, -24),
    mark(764, 600, 'red', 110),
    mark(760, 250, 'orange', 110),
  ),
  picture(
    'laptop-fins',
    'Fins of the cooler blown through from outside',
    close(420, 430, 2.2, inside({ ssd, battery: false, heatsink: false })),
    sprayCan(1280, 380),
    arrow(780, 60, 780, 210, 'red'),
  ),
  picture(
    'laptop-paste-new',
    'New paste, the size of a grain of rice',
    close(
      800,
      480,
      3,
      inside({ ssd, battery: false, heatsink: false }, rect(756, 436, 88, 88, { rx: 4, fill: face('#77828a') }), disc(800, 480, 14, m.alu)),
    ),
    mark(800, 600, 'red', 90),
  ),
  picture(
    'laptop-ssd-slot',
    'Empty drive slot and its screw post',
    close(1100, 590, 2, inside({ plugged: false }, circle(1294, 595, 20, { fill: face(m.brass) }), screw(1294, 595, 14))),
    mark(470, 610, 'red', 100),
    mark(1188, 610, 'orange', 70),
  ),
  picture(
    'laptop-ssd-insert',
    'Drive entering its slot at an angle',
    close(1100, 590, 1.5, inside({ plugged: false })),
    looseDrive(960, 500, -16),
    arrow(1180, 380, 960, 440, 'red'),
    tweezers(1180, 440, -20),
  ),
  picture(
    'laptop-ssd-screw',
    'Drive held flat and screwed down',
    close(1100, 590, 2, inside({ plugged: false, ssd })),
    driver(1200, 620, 40),
    mark(1188, 610, 'red', 66),
  ),
  picture('laptop-ssd', 'Solid-state drive, 80 mm long', at(800, 600, -8, 2.6, looseDrive(0, 0, 0))),
];
