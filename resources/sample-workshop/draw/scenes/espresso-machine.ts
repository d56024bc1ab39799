import { material as m } from '../kit/colours.ts';
import { spade, wire } from '../kit/electrics.ts';
import { lettering } from '../kit/lettering.ts';
import { arrow, mark, markBox, marks, turn } from '../kit/markers.ts';
import { clip, dirt, hole, holes, hose, oRing, screw, screws } from '../kit/mechanics.ts';
import { around, at, ball, bar, circle, close, disc, face, group, lift, panel, picture, recess, rect, rest, ring, solid, stroke, tint } from '../kit/svg.ts';
import type { Point } from '../kit/svg.ts';
import { brush, cloth, driver, mainsOff, multimeter, leads, pliers, pryTool } from '../kit/tools.ts';

// Front of the machine.
export const front = (...extra: readonly string[]): string =>
  rest(
    panel(460, 190, 680, 830, m.alu, 40), panel(440, 160, 720, 90, m.steel, 20), stroke('M470 180H1130M490 200H1110', tint(m.steel, -0.3), 6),
    recess(500, 520, 600, 370, m.graphite, 30), panel(500, 290, 600, 200, m.ink, 30),
    disc(630, 390, 70, m.white), circle(630, 390, 52, { fill: 'none', stroke: m.iron, 'stroke-width': 5, 'stroke-dasharray': '3 20' }), stroke('M630 390L666 352', '#c33', 7),
    ...[820, 920, 1020].map((x) => disc(x, 390, 36, m.steel) + circle(x, 390, 12, { fill: x === 820 ? '#f2a13a' : m.slate })),
    bar(690, 500, 220, 64, m.steel, 16), bar(720, 560, 160, 40, m.iron, 12),
    bar(690, 590, 220, 46, m.graphite, 12), solid('M790 600H820V690H780Q790 640 790 600Z', m.steel), bar(560, 596, 140, 34, m.ink, 16),
    hose('M1060 520V680Q1060 730 1030 760', m.steel, 20), disc(1140, 420, 50, m.ink),
    panel(480, 880, 640, 130, m.steel, 20), stroke('M520 910H1080M520 935H1080M520 960H1080', tint(m.steel, -0.45), 12), ...extra,
  );

// The machine from above, cup tray off.
const roof: readonly Point[] = [[360, 240], [1240, 240], [360, 960], [1240, 960], [800, 972]];
const top = (...extra: readonly string[]): string =>
  rest(panel(300, 180, 1000, 840, m.alu, 50), panel(380, 260, 840, 560, m.steel, 26), stroke([0, 1, 2, 3, 4, 5].map((i) => `M430 ${320 + i * 88}H1170`).join(''), tint(m.steel, -0.35), 18), panel(520, 860, 560, 110, m.glass, 20), lettering(690, 892, 'WATER', 44, m.slate), ...extra);

const boiler = (x: number, y: number): string =>
  disc(x, y, 170, m.copper, ball(m.copper)) + ring(x, y, 140, 18, m.brass) + [0, 60, 120, 180, 240, 300].map((a) => at(x, y, a, 1, screw(116, 0, 18, 'hex'))).join('') + disc(x, y, 50, m.brass) + spade(x - 40, y - 66, -90, m.red) + spade(x + 40, y - 66, -90, m.graphite);
export const pump = (x: number, y: number, hex: string = m.slate): string =>
  bar(x - 210, y - 24, 90, 48, m.white, 10) + bar(x - 130, y - 90, 230, 180, hex, 18) + bar(x - 90, y - 100, 24, 200, m.iron, 4) + bar(x + 30, y - 100, 24, 200, m.iron, 4) + bar(x + 96, y - 40, 90, 80, m.brass, 8) + bar(x + 180, y - 20, 40, 40, m.brass, 6) + rect(x - 50, y - 44, 72, 88, { rx: 8, fill: '#f2efe2' }) + lettering(x - 42, y - 12, '48 W', 18, m.ink) + spade(x - 30, y + 124, 90, m.blue) + spade(x + 10, y + 124, 90, m.blue);
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
    tub, boiler(560, 440), panel(470, 800, 300, 150, m.glass, 20), panel(400, 690, 130, 100, m.board, 8),
    parts.wires === false ? '' : powerWires, bracket, parts.pump ?? '',
    parts.suction === false ? '' : suction + clip(800, 710, 90, 60), parts.pressure === false ? '' : pressure,
    panel(1000, 280, 190, 120, m.graphite, 14), bar(1040, 400, 110, 30, m.brass, 6), wire('M1010 330C900 280 700 300 600 366', m.red, 12), ...extra,
  );
const whole = (...extra: readonly string[]): string => inside({ pump: pump(1016, 710) }, ...extra);

// Group head from below.
const groupHead = (...parts: readonly string[]): string =>
  rest(panel(340, 140, 920, 920, m.graphite, 80), disc(800, 600, 400, m.steel, face(m.steel)), ring(800, 600, 352, 40, m.iron), recessRing, bayonet, ...parts);
const recessRing = circle(800, 600, 318, { fill: tint(m.iron, -0.45) });
const bayonet = solid('M470 500L560 540V660L470 700Z', m.iron) + solid('M1130 500L1040 540V660L1130 700Z', m.iron);
const showerHoles = [60, 120, 180].flatMap((r) => around(0, 0, r, Math.round(r / 9)).map(([x, y]) => `M${x} ${y}h0`)).join('');
const screen = (x: number, y: number): string => at(x, y, 0, 1, disc(0, 0, 220, m.alu, ball(m.alu)), ring(0, 0, 206, 14, m.steel), stroke(showerHoles, '#49535a', 12));
const dispersion = disc(800, 600, 216, m.brass) + [0, 90, 180, 270].map((a) => at(800, 600, a, 1, hole(130, 0, 18, m.brass))).join('') + hole(800, 600, 26, m.brass);
export const gasket = (x: number, y: number, r: number, hex: string = m.rubber): string => ring(x, y, r, 56, hex);

export const pictures = [
  picture('espresso-cover', 'Single-boiler espresso machine from the front', front()),
  picture('espresso-mains', 'Plug pulled, machine left to cool and its tank emptied', group({ transform: 'translate(-260 40)' }, front()), mainsOff(930, 200, 0.72), rest(panel(1020, 640, 420, 320, m.glass, 30), rect(1050, 900, 360, 40, { rx: 12, fill: m.blue, opacity: 0.4 })), mark(1230, 920, 'orange', 80)),
  picture('espresso-steam', 'Steam tap opened to let the pressure out', close(1000, 540, 1.8, front()), turn(1052, 384, 130, -120, 60, 'red'), mark(890, 990, 'orange', 80)),
  picture('espresso-tray', 'Cup tray lifted off the roof', rest(panel(300, 180, 1000, 840, m.alu, 50), panel(520, 860, 560, 110, m.glass, 20), screws(roof, 24)), lift(panel(420, 60, 840, 560, m.steel, 26), stroke([0, 1, 2, 3, 4, 5].map((i) => `M470 ${120 + i * 88}H1210`).join(''), tint(m.steel, -0.35), 18)), arrow(1360, 560, 1360, 300, 'red')),
  picture('espresso-roof-screws', 'Four roof screws and the rear screw marked', rest(panel(300, 180, 1000, 840, m.alu, 50), panel(520, 830, 560, 100, m.glass, 20), screws(roof, 24)), marks(roof.slice(0, 4), 'red', 50), mark(800, 972, 'orange', 50)),
  picture('espresso-roof', 'Roof tilted up with the earth wire still attached', whole(), lift(at(0, -150, -6, 1, panel(300, 60, 1000, 500, m.alu, 50), holes([[360, 110], [1240, 110], [800, 520]], 18, m.alu))), wire('M420 400C380 520 400 600 440 700', m.green, 16), mark(424, 560, 'red', 66)),
  picture('espresso-opened', 'Espresso machine with its roof off, seen from above', whole()),
  picture('espresso-inside', 'Boiler, pump, pressure switch and board seen from above', whole(), marks([[560, 440]], 'red', 200), markBox(800, 590, 450, 300, 'orange'), markBox(980, 262, 230, 180, 'yellow'), markBox(386, 676, 158, 130, 'blue')),
  picture('espresso-pump-wires', 'Two flat terminals of the pump marked', close(1010, 760, 2, whole()), marks([[740, 740], [840, 740]], 'red', 66)),
  picture('espresso-suction', 'Clip of the suction hose squeezed with pliers', close(880, 720, 2, inside({ pump: pump(1016, 710), wires: false })), pliers(650, 560, -130), mark(640, 580, 'red', 80), mark(420, 780, 'orange', 70)),
  picture('espresso-pressure', 'Union nut of the pressure pipe at the pump outlet', close(1180, 700, 2, inside({ pump: pump(1016, 710), wires: false, suction: false })), mark(880, 620, 'red', 90), turn(880, 620, 160, 120, 0, 'orange')),
  picture('espresso-pump-out', 'Pump lifted out of its rubber mounts', inside({ wires: false, suction: false, pressure: false }), lift(at(760, 330, -18, 1, pump(0, 0))), arrow(960, 650, 850, 470, 'red'), marks([[890, 596], [1140, 596]], 'yellow', 40)),
  picture('espresso-pump-test', 'Coil of the pump measured', rest(at(1100, 430, 0, 1.5, pump(0, 0))), multimeter(90, 480, '50.2', 'OHM', 3), leads(90, 480, [1055, 690, 120], [1115, 690, 75]), mark(1055, 690, 'red', 46), mark(1115, 690, 'orange', 46)),
  picture('espresso-pump-new', 'New pump with the arrow of flow towards the boiler', whole(markBox(800, 590, 450, 300, 'green')), arrow(860, 540, 1180, 540, 'orange')),
  picture('espresso-leak-check', 'Joints of the pump watched while it runs', close(1020, 720, 1.5, whole()), cloth(500, 1000, 10), mark(1130, 580, 'red', 70), mark(490, 580, 'red', 70)),
  picture('group-cover', 'Group head from below with shower screen and gasket', groupHead(gasket(800, 600, 270), screen(800, 600), screw(800, 600, 30, 'slot'))),
  picture('group-screw', 'Screw in the middle of the shower screen', groupHead(gasket(800, 600, 270), screen(800, 600), screw(800, 600, 30, 'slot')), driver(830, 620, 30), mark(800, 600, 'red', 66)),
  picture('group-screen-off', 'Shower screen and brass dispersion plate taken down', groupHead(gasket(800, 600, 270, m.rubber), dirt(800, 600, 200, '#5a3f26', 16), hole(800, 600, 30, m.brass)), lift(at(1330, 860, 0, 0.9, screen(0, 0))), arrow(960, 700, 1150, 800, 'red')),
  picture('group-gasket-pry', 'Hardened gasket levered out of its groove', groupHead(gasket(800, 600, 270, '#4a3b32'), dispersion), pryTool(560, 730, 128, m.rust), mark(566, 726, 'red', 70), mark(1040, 470, 'orange', 60)),
  picture('group-gasket-old', 'Cracked gasket beside a new one', rest(gasket(420, 600, 270, '#4a3b32'), stroke('M330 330L352 380M150 600L200 610M620 780L590 750M470 870L464 830', '#17110d', 9)), rest(gasket(1170, 600, 270)), markBox(830, 250, 680, 700, 'green'), mark(620, 770, 'red', 70)),
  picture('group-clean', 'Groove brushed clean', groupHead(dispersion, dirt(640, 380, 60, '#5a3f26', 10)), brush(620, 360, -30), mark(620, 370, 'red', 110)),
  picture('group-gasket-new', 'New gasket seated with its chamfer upwards', groupHead(gasket(800, 600, 270), dispersion), marks([[800, 330], [530, 600], [1070, 600], [800, 870]], 'green', 60), arrow(1380, 600, 1180, 600, 'red')),
  picture('group-closed', 'Shower screen screwed back, portafilter locked in', groupHead(gasket(800, 600, 270), screen(800, 600), screw(800, 600, 30, 'slot'), oRing(800, 600, 40, m.steel)), lift(bar(800, 1010, 120, 60, m.steel, 10), at(860, 1040, 24, 1, bar(0, -40, 560, 80, m.ink, 40))), turn(800, 600, 450, 70, 30, 'orange')),
];
