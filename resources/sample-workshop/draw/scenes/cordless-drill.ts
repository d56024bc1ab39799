import { material as m } from '../kit/colours.ts';
import { wire } from '../kit/electrics.ts';
import { lettering } from '../kit/lettering.ts';
import { arrow, mark, markBox, marks } from '../kit/markers.ts';
import { holes, motor, screwRow, screws } from '../kit/mechanics.ts';
import { at, bar, close, face, group, lift, panel, path, picture, rect, rest, solid, stroke, tint } from '../kit/svg.ts';
import type { Point } from '../kit/svg.ts';
import { driver, multimeter, leads, pryTool, tray } from '../kit/tools.ts';

const shell =
  'M540 360Q560 320 620 320H1080Q1190 320 1200 420T1130 560L1085 600 1120 850Q1130 880 1190 884V960H760V884Q850 876 870 840L846 600Q700 590 560 560Q536 540 536 480Z';
const points: readonly Point[] = [
  [620, 364],
  [860, 350],
  [1130, 400],
  [640, 520],
  [1060, 560],
  [930, 760],
  [830, 920],
  [1130, 922],
];

const chuck = [
  bar(500, 352, 52, 196, m.graphite, 14),
  stroke('M512 366V536M526 366V536M540 366V536', '#15191d', 5),
  solid('M500 366L420 380Q370 390 330 420V476Q370 506 420 516L500 530Z', m.ink, 'url(#t3b444c)'),
  stroke('M490 384L400 402M490 416H380M490 450H350M490 482H380M490 514L400 496', '#12161a', 7),
  bar(292, 424, 44, 46, m.steel, 6),
].join('');
const trigger = solid('M868 610Q810 620 806 680T842 770L890 764Q876 690 880 610Z', m.rust);
const battery = (dx = 0): string =>
  at(
    dx,
    0,
    0,
    1,
    panel(716, 950, 520, 130, m.graphite, 30),
    panel(800, 930, 340, 44, m.ink, 10),
    rect(880, 1000, 240, 56, { rx: 10, fill: m.rust }),
    lettering(912, 1012, '18 V', 32, '#fff'),
    bar(730, 976, 54, 40, m.rust, 10),
  );
const foot = solid('M730 884H1210Q1230 884 1230 904V960H716V904Q716 884 730 884Z', m.ink);

export const closed = (batteryShift: number | undefined, ...fixings: readonly string[]): string =>
  rest(
    chuck,
    trigger,
    foot,
    ...(batteryShift === undefined ? [] : [battery(batteryShift)]),
    solid(shell, m.teal),
    solid('M1085 600L1120 850Q1126 872 1150 880H1010Q990 700 930 600Z', m.ink),
    stroke('M1012 650L1060 640M1024 700L1070 690M1034 750L1078 740M1042 800L1086 790', '#0f1317', 9),
    rect(700, 420, 230, 76, { rx: 16, fill: m.ink }),
    lettering(726, 438, 'DX 18', 38, '#e8ece9'),
    stroke('M1000 380V500M1032 380V500M1064 384V496M1096 392V484', '#12292c', 12),
    stroke('M560 350Q590 336 640 336H1080', '#fff', 7, { opacity: 0.4 }),
    ...fixings,
  );

const tub =
  solid(shell, tint(m.teal, -0.15)) +
  path(shell, { fill: tint(m.teal, -0.45), transform: 'translate(56 42) scale(.94)' }) +
  stroke('M716 350V540M990 350V560M900 640L1060 620M900 860H1090', tint(m.teal, -0.2), 12);

interface Inside {
  readonly electronics?: boolean;
  readonly gearbox?: boolean;
  readonly motor?: boolean;
}
export const switchBlock = (hex: string): string =>
  panel(880, 600, 150, 150, hex, 14) +
  trigger +
  rect(910, 640, 90, 60, { rx: 6, fill: face(m.board) }) +
  stroke('M920 660h70M920 680h50', '#9fd3bd', 5) +
  panel(840, 560, 60, 34, m.ink, 8);
const open = (inside: Inside, ...extra: readonly string[]): string =>
  rest(
    tub,
    ...((inside.gearbox ?? true)
      ? [
          chuck,
          bar(548, 352, 190, 196, m.iron, 20),
          bar(580, 338, 50, 224, m.graphite, 8),
          stroke('M650 370V530M680 370V530M710 370V530', tint(m.iron, -0.3), 8),
        ]
      : [stroke('M560 370V540', tint(m.teal, -0.2), 12)]),
    ...((inside.motor ?? true) ? [motor(880, 452, 270, 184)] : []),
    ...((inside.electronics ?? true)
      ? [
          wire('M1016 470C1090 490 1040 560 1010 620', m.red, 12),
          wire('M1016 430C1130 450 1070 570 1018 650', m.graphite, 12),
          switchBlock(m.slate),
          wire('M960 750C980 820 960 850 950 900', m.red, 14),
          wire('M1000 750C1020 820 1010 850 1010 900', m.graphite, 14),
          panel(890, 890, 180, 64, m.white, 8),
          bar(910, 930, 30, 44, m.brass, 4),
          bar(1010, 930, 30, 44, m.brass, 4),
        ]
      : []),
    ...extra,
  );
const bosses = holes(points, 15, m.teal);
const lid = (x: number, y: number, turn: number): string =>
  lift(
    at(
      x,
      y,
      turn,
      1,
      at(
        -870,
        -640,
        0,
        1,
        solid(shell, m.teal),
        holes(points, 13, m.teal),
        rect(700, 420, 230, 76, { rx: 16, fill: m.ink }),
        lettering(726, 438, 'DX 18', 38, '#e8ece9'),
      ),
    ),
  );

const looseSwitch = (x: number, y: number, turn: number, hex: string): string => lift(at(x, y, turn, 1, at(-930, -670, 0, 1, switchBlock(hex))));

const view = (...children: readonly string[]): string => close(790, 690, 1.3, ...children);

export const pictures = [
  picture(
    'drill-cover',
    'Cordless drill lying on the bench mat beside its screwdriver',
    view(closed(0, screws(points, 18, 'star')), driver(330, 760, 42)),
  ),
  picture(
    'drill-battery-off',
    'Battery slid forward out of the foot of the drill',
    view(closed(undefined, screws(points, 18, 'star')), lift(battery(-330)), arrow(1130, 1040, 930, 1040, 'red'), mark(430, 996, 'orange', 50)),
  ),
  picture(
    'drill-trigger-pull',
    'Trigger of the drill, battery removed',
    close(900, 690, 1.9, closed(undefined, screws(points, 18, 'star'))),
    arrow(470, 640, 660, 640, 'red'),
  ),
  picture(
    'drill-screws',
    'Eight screws of the housing marked',
    view(
      closed(undefined, screws(points, 18, 'star')),
      marks(
        points.filter((_, i) => i !== 5),
        'red',
        40,
      ),
      mark(930, 760, 'orange', 40),
    ),
  ),
  picture(
    'drill-screws-tray',
    'Eight screws sorted in a tray, the short one apart',
    close(640, 690, 1.1, closed(undefined, holes(points, 14, m.teal))),
    tray(90, 720, 560, 380, screwRow(170, 800, 7, 62, 100), screwRow(190, 1000, 1, 60, 60)),
    mark(190, 1020, 'orange', 56),
  ),
  picture(
    'drill-split',
    'Pry tool in the seam behind the gearbox',
    view(closed(undefined, holes(points, 14, m.teal)), pryTool(1180, 480, -24), mark(1196, 470, 'red', 54), mark(526, 450, 'yellow', 60)),
  ),
  picture(
    'drill-open',
    'Housing half lifted away, inside of the drill visible',
    group({ transform: 'translate(-150 0)' }, open({}, bosses)),
    lid(1340, 520, 12),
    arrow(1000, 200, 1220, 160, 'red'),
  ),
  picture('drill-opened', 'Open cordless drill', view(open({}, bosses))),
  picture(
    'drill-inside',
    'Inside of the drill: gearbox, motor, switch and terminal block',
    view(
      open({}, bosses),
      markBox(530, 318, 220, 264, 'red'),
      markBox(730, 340, 310, 224, 'orange'),
      markBox(800, 590, 246, 186, 'yellow'),
      markBox(872, 876, 216, 108, 'blue'),
    ),
  ),
  picture(
    'drill-switch-terminals',
    'Two screw terminals at the switch with the motor leads',
    close(
      960,
      640,
      2.2,
      open(
        {},
        bosses,
        screws(
          [
            [1000, 626],
            [1000, 656],
          ],
          9,
          'slot',
        ),
      ),
    ),
    marks([[888, 570]], 'red', 50),
    mark(888, 638, 'orange', 50),
  ),
  picture(
    'drill-switch-out',
    'Switch lifted out with its leads',
    view(
      open(
        { electronics: false },
        bosses,
        wire('M1016 470C1090 490 1060 560 1090 620', m.red, 12),
        wire('M1016 430C1130 450 1120 570 1130 640', m.graphite, 12),
        panel(890, 890, 180, 64, m.white, 8),
      ),
      looseSwitch(560, 840, -14, m.slate),
      arrow(880, 700, 690, 790, 'red'),
    ),
  ),
  picture(
    'drill-switch-test',
    'Multimeter reading continuity through the pulled trigger',
    multimeter(90, 420, '0.04', 'OHM', 3),
    at(1060, 430, 0, 1.9, looseSwitch(0, 0, 0, m.slate)),
    leads(90, 420, [1070, 530, 120], [1170, 530, 80]),
    mark(1070, 530, 'red', 52),
    mark(1170, 530, 'orange', 52),
  ),
  picture(
    'drill-switch-new',
    'New switch beside the old one',
    at(440, 600, -8, 2.4, looseSwitch(0, 0, 0, m.slate)),
    at(1140, 600, 4, 2.4, looseSwitch(0, 0, 0, m.amber)),
    markBox(820, 260, 640, 660, 'green'),
  ),
  picture(
    'drill-wires-in',
    'New switch seated in the handle and its leads dressed',
    close(960, 700, 1.6, open({}, bosses, switchBlock(m.amber))),
    mark(960, 400, 'red', 90),
    mark(885, 940, 'orange', 90),
  ),
];
