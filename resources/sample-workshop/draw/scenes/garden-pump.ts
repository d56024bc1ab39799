import { material as m } from '../kit/colours.ts';
import { canSide, part, spade, wire } from '../kit/electrics.ts';
import { lettering } from '../kit/lettering.ts';
import { arrow, mark, markBox, marks, turn } from '../kit/markers.ts';
import { clip, hose, nut, screws } from '../kit/mechanics.ts';
import { at, bar, close, disc, lift, panel, picture, pillar, recess, rect, rest, solid, stroke, tint } from '../kit/svg.ts';
import type { Point } from '../kit/svg.ts';
import { leads, multimeter } from '../kit/tools.ts';

const lidScrews: readonly Point[] = [
  [770, 300],
  [1090, 300],
  [770, 430],
  [1090, 430],
];
export const machine = (box: string): string =>
  rest(
    bar(380, 900, 860, 60, m.graphite, 16),
    bar(480, 850, 60, 70, m.graphite),
    bar(1060, 850, 60, 70, m.graphite),
    bar(560, 460, 620, 400, m.green, 30),
    stroke([0, 1, 2, 3, 4, 5, 6].map((i) => `M580 ${500 + i * 54}H1160`).join(''), tint(m.green, -0.35), 16),
    bar(1170, 480, 130, 360, m.ink, 30),
    stroke('M1200 540V780M1235 530V790M1270 560V760', '#0b0e11', 10),
    solid('M300 520Q300 450 380 450H570V870H380Q300 870 300 800Z', m.iron),
    bar(180, 600, 130, 120, m.brass, 10),
    pillar(380, 320, 120, 140, m.brass, 10),
    nut(440, 660, 60),
    box,
  );
export const lid: string = panel(740, 270, 380, 190, m.ink, 24) + lettering(850, 345, '16 µF', 34, '#c9cfca');
export const can = (hex: string = m.alu): string =>
  canSide(0, 0, 200, 420, hex) +
  rect(30, 120, 110, 190, { rx: 10, fill: '#f4f2e8' }) +
  lettering(44, 150, '16', 44, m.ink) +
  lettering(44, 230, 'µF', 34, m.ink) +
  bar(40, -60, 34, 56, m.brass, 4) +
  bar(126, -60, 34, 56, m.brass, 4);
const cavity = (...parts: readonly string[]): string =>
  rest(
    panel(180, 150, 1240, 900, m.ink, 50),
    recess(240, 210, 1120, 780, m.graphite, 30),
    rect(300, 260, 320, 150, { rx: 12, fill: '#e8e6da' }),
    ...[340, 420, 500, 580].map((x) => disc(x, 335, 26, m.brass)),
    wire('M340 335C330 500 280 600 250 700', m.sand, 22),
    wire('M420 335C430 520 340 640 250 780', m.blue, 22),
    wire('M500 335C520 520 400 680 250 860', m.green, 22),
    ...parts,
  );
const canWires = wire('M580 335C640 500 800 380 914 430', m.ink, 18) + wire('M500 335C620 560 760 460 828 430', m.ink, 18);

export const pictures = [
  picture('garden-cover', 'Garden pump with its capacitor box on the motor', machine(lid + screws(lidScrews, 16))),
  picture(
    'garden-symptom',
    'Motor hums and the shaft starts only when turned by hand',
    machine(lid + screws(lidScrews, 16)),
    turn(440, 660, 130, -150, 60, 'red'),
    mark(930, 365, 'orange', 160),
  ),
  picture(
    'garden-lid',
    'Four screws of the capacitor box marked',
    close(930, 480, 1.5, machine(lid + screws(lidScrews, 16))),
    marks(
      lidScrews.map(([x, y]) => [800 + (x - 930) * 1.5, 600 + (y - 480) * 1.5] as const),
      'red',
      46,
    ),
  ),
  picture(
    'garden-open',
    'Capacitor in its box with two flat terminals',
    close(
      820,
      590,
      1.3,
      cavity(canWires, at(770, 490, 0, 1, can()), clip(870, 760, 0, 240)),
      marks(
        [
          [828, 452],
          [914, 452],
        ],
        'red',
        46,
      ),
      markBox(730, 720, 280, 80, 'orange'),
    ),
  ),
  picture(
    'garden-discharge',
    'Discharge resistor held across the two terminals',
    close(
      820,
      590,
      1.3,
      cavity(at(770, 490, 0, 1, can()), clip(870, 760, 0, 240)),
      lift(at(870, 380, 0, 1.8, part(0, 0, 0)), stroke('M790 380V440M950 380V440', m.steel, 8)),
      marks(
        [
          [828, 452],
          [914, 452],
        ],
        'red',
        40,
      ),
    ),
  ),
  picture(
    'garden-voltage',
    'Meter across the terminals shows zero',
    cavity(at(970, 490, 0, 1, can()), clip(1070, 760, 0, 240)),
    multimeter(60, 540, '0.0', 'V', 1),
    leads(60, 540, [1028, 440, 160], [1114, 440, -150]),
    marks([[1028, 452]], 'red', 46),
    mark(1114, 452, 'orange', 46),
  ),
  picture(
    'garden-measure',
    'Removed capacitor measures far below its rating',
    rest(at(1120, 420, 0, 1.2, can())),
    multimeter(80, 480, '9.3', 'µF', 4),
    leads(80, 480, [1190, 350, 160], [1292, 350, -160]),
    mark(1190, 350, 'red', 46),
    mark(1292, 350, 'orange', 46),
  ),
  picture(
    'garden-new',
    'New capacitor of the same rating beside the old one',
    rest(at(360, 380, 0, 1.2, can())),
    rest(at(1010, 380, 0, 1.2, can(m.white))),
    markBox(960, 270, 340, 660, 'green'),
    mark(460, 620, 'red', 110),
  ),
  picture(
    'garden-fit',
    'New capacitor clamped, terminals with insulating boots',
    close(
      820,
      590,
      1.3,
      cavity(canWires, at(770, 490, 0, 1, can(m.white)), clip(870, 760, 0, 240), spade(828, 470, 90, m.red), spade(914, 470, 90, m.red)),
      marks(
        [
          [828, 452],
          [914, 452],
        ],
        'red',
        46,
      ),
      markBox(730, 720, 280, 80, 'orange'),
    ),
  ),
  picture(
    'garden-run',
    'Pump primed and running',
    machine(lid + screws(lidScrews, 16)),
    turn(440, 660, 130, -150, 60, 'green'),
    rest(hose('M440 320C440 180 300 160 180 120', m.teal, 70)),
    arrow(200, 160, 80, 110, 'blue'),
  ),
];
