import { material as m } from '../kit/colours.ts';
import { spade, wire } from '../kit/electrics.ts';
import { lettering } from '../kit/lettering.ts';
import { arrow, mark, markBox, marks, turn } from '../kit/markers.ts';
import { clip, holes, hose, screw, screws } from '../kit/mechanics.ts';
import { at, ball, bar, circle, close, disc, group, lift, panel, picture, recess, rect, rest, ring, solid, stroke, tint } from '../kit/svg.ts';
import type { Point } from '../kit/svg.ts';
import { cloth, mainsOff, multimeter, leads, pliers } from '../kit/tools.ts';

// Front of the machine.
export const front = (...extra: readonly string[]): string =>
  rest(
    panel(460, 190, 680, 830, m.alu, 40),
    panel(440, 160, 720, 90, m.steel, 20),
    stroke('M470 180H1130M490 200H1110', tint(m.steel, -0.3), 6),
    recess(500, 520, 600, 370, m.graphite, 30),
    panel(500, 290, 600, 200, m.ink, 30),
    disc(630, 390, 70, m.white),
    circle(630, 390, 52, { stroke: m.iron, 'stroke-width': 5, 'stroke-dasharray': '3 20' }),
    stroke('M630 390L666 352', '#c33', 7),
    ...[820, 920, 1020].map((x) => disc(x, 390, 36, m.steel) + circle(x, 390, 12, { fill: x === 820 ? '#f2a13a' : m.slate })),
    bar(690, 500, 220, 64, m.steel, 16),
    bar(720, 560, 160, 40, m.iron, 12),
    bar(690, 590, 220, 46, m.graphite, 12),
    solid('M790 600H820V690H780Q790 640 790 600Z', m.steel),
    bar(560, 596, 140, 34, m.ink, 16),
    hose('M1060 520V680Q1060 730 1030 760', m.steel, 20),
    disc(1140, 420, 50, m.ink),
    panel(480, 880, 640, 130, m.steel, 20),
    stroke('M520 910H1080M520 935H1080M520 960H1080', tint(m.steel, -0.45), 12),
    ...extra,
  );

// The machine from above, cup tray off.
const roof: readonly Point[] = [
  [360, 240],
  [1240, 240],
  [360, 960],
  [1240, 960],
  [800, 972],
];
const boiler = (x: number, y: number): string =>
  disc(x, y, 170, m.copper, ball(m.copper)) +
  ring(x, y, 140, 18, m.brass) +
  [0, 60, 120, 180, 240, 300].map((a) => at(x, y, a, 1, screw(116, 0, 18, 'hex'))).join('') +
  disc(x, y, 50, m.brass) +
  spade(x - 40, y - 66, -90, m.red) +
  spade(x + 40, y - 66, -90, m.graphite);
export const pump = (x: number, y: number, hex: string = m.slate): string =>
  bar(x - 210, y - 24, 90, 48, m.white, 10) +
  bar(x - 130, y - 90, 230, 180, hex, 18) +
  bar(x - 90, y - 100, 24, 200, m.iron, 4) +
  bar(x + 30, y - 100, 24, 200, m.iron, 4) +
  bar(x + 96, y - 40, 90, 80, m.brass, 8) +
  bar(x + 180, y - 20, 40, 40, m.brass, 6) +
  rect(x - 50, y - 44, 72, 88, { rx: 8, fill: '#f2efe2' }) +
  lettering(x - 42, y - 12, '48 W', 18, m.ink) +
  spade(x - 30, y + 124, 90, m.blue) +
  spade(x + 10, y + 124, 90, m.blue);
const tub = panel(300, 180, 1000, 840, m.alu, 50) + recess(340, 220, 920, 760, m.steel, 30);
const bracket = panel(846, 576, 340, 40, m.iron, 6) + panel(846, 804, 340, 40, m.iron, 6);
const suction = hose('M816 710C740 700 700 860 620 870', m.white, 30);
const pressure = hose('M1236 710C1290 600 1200 470 1040 480S840 470 760 420', m.white, 22);
const powerWires = wire('M990 860C990 930 900 940 860 900', m.blue, 12) + wire('M1030 860C1040 960 900 970 840 920', m.graphite, 12);
interface Inside {
  readonly pump?: string;
  readonly suction?: boolean;
  readonly pressure?: boolean;
  readonly wires?: boolean;
}
const inside = (parts: Inside, ...extra: readonly string[]): string =>
  rest(
    tub,
    boiler(560, 440),
    panel(470, 800, 300, 150, m.glass, 20),
    panel(400, 690, 130, 100, m.board, 8),
    parts.wires === false ? '' : powerWires,
    bracket,
    parts.pump ?? '',
    parts.suction === false ? '' : suction + clip(800, 710, 90, 60),
    parts.pressure === false ? '' : pressure,
    panel(1000, 280, 190, 120, m.graphite, 14),
    bar(1040, 400, 110, 30, m.brass, 6),
    wire('M1010 330C900 280 700 300 600 366', m.red, 12),
    ...extra,
  );
const whole = (...extra: readonly string[]): string => inside({ pump: pump(1016, 710) }, ...extra);

export const pictures = [
  picture('espresso-cover', 'Single-boiler espresso machine from the front', front()),
  picture(
    'espresso-mains',
    'Plug pulled, machine left to cool and its tank emptied',
    group({ transform: 'translate(-260 40)' }, front()),
    mainsOff(930, 200, 0.72),
    rest(panel(1020, 640, 420, 320, m.glass, 30), rect(1050, 900, 360, 40, { rx: 12, fill: m.blue, opacity: 0.4 })),
    mark(1230, 920, 'orange', 80),
  ),
  picture(
    'espresso-steam',
    'Steam tap opened to let the pressure out',
    close(1000, 540, 1.8, front()),
    turn(1052, 384, 130, 60, -120, 'red'),
    mark(890, 990, 'orange', 80),
  ),
  picture(
    'espresso-tray',
    'Cup tray lifted off the roof',
    rest(panel(300, 180, 1000, 840, m.alu, 50), panel(520, 860, 560, 110, m.glass, 20), screws(roof, 24)),
    lift(
      panel(420, 60, 840, 560, m.steel, 26),
      stroke([0, 1, 2, 3, 4, 5].map((i) => `M470 ${120 + i * 88}H1210`).join(''), tint(m.steel, -0.35), 18),
    ),
    arrow(1360, 560, 1360, 300, 'red'),
  ),
  picture(
    'espresso-roof-screws',
    'Four roof screws and the rear screw marked',
    rest(panel(300, 180, 1000, 840, m.alu, 50), panel(520, 830, 560, 100, m.glass, 20), screws(roof, 24)),
    marks(roof.slice(0, 4), 'red', 50),
    mark(800, 972, 'orange', 50),
  ),
  picture(
    'espresso-roof',
    'Roof tilted up with the earth wire still attached',
    whole(),
    lift(
      at(
        0,
        -150,
        -6,
        1,
        panel(300, 60, 1000, 500, m.alu, 50),
        holes(
          [
            [360, 110],
            [1240, 110],
            [800, 520],
          ],
          18,
          m.alu,
        ),
      ),
    ),
    wire('M420 400C380 520 400 600 440 700', m.green, 16),
    mark(424, 560, 'red', 66),
  ),
  picture('espresso-opened', 'Espresso machine with its roof off, seen from above', whole()),
  picture(
    'espresso-inside',
    'Boiler, pump, pressure switch and board seen from above',
    whole(),
    marks([[560, 440]], 'red', 200),
    markBox(800, 590, 450, 300, 'orange'),
    markBox(980, 262, 230, 180, 'yellow'),
    markBox(386, 676, 158, 130, 'blue'),
  ),
  picture(
    'espresso-pump-wires',
    'Two flat terminals of the pump marked',
    close(1010, 760, 2, whole()),
    marks(
      [
        [740, 740],
        [840, 740],
      ],
      'red',
      66,
    ),
  ),
  picture(
    'espresso-suction',
    'Clip of the suction hose squeezed with pliers',
    close(880, 720, 2, inside({ pump: pump(1016, 710), wires: false })),
    pliers(650, 560, -130),
    mark(640, 580, 'red', 80),
    mark(420, 780, 'orange', 70),
  ),
  picture(
    'espresso-pressure',
    'Union nut of the pressure pipe at the pump outlet',
    close(1180, 700, 2, inside({ pump: pump(1016, 710), wires: false, suction: false })),
    mark(880, 620, 'red', 90),
    turn(880, 620, 160, 120, 0, 'orange'),
  ),
  picture(
    'espresso-pump-out',
    'Pump lifted out of its rubber mounts',
    inside({ wires: false, suction: false, pressure: false }),
    lift(at(760, 330, -18, 1, pump(0, 0))),
    arrow(960, 650, 850, 470, 'red'),
    marks(
      [
        [890, 596],
        [1140, 596],
      ],
      'yellow',
      40,
    ),
  ),
  picture(
    'espresso-pump-test',
    'Coil of the pump measured',
    rest(at(1100, 430, 0, 1.5, pump(0, 0))),
    multimeter(90, 480, '50.2', 'OHM', 3),
    leads(90, 480, [1055, 690, 120], [1115, 690, 75]),
    mark(1055, 690, 'red', 46),
    mark(1115, 690, 'orange', 46),
  ),
  picture(
    'espresso-pump-new',
    'New pump with the arrow of flow towards the boiler',
    whole(markBox(800, 590, 450, 300, 'green')),
    arrow(860, 540, 1180, 540, 'orange'),
  ),
  picture(
    'espresso-leak-check',
    'Joints of the pump watched while it runs',
    close(1020, 720, 1.5, whole()),
    cloth(500, 1000, 10),
    mark(1130, 580, 'red', 70),
    mark(490, 580, 'red', 70),
  ),
];
