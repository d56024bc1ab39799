import { material as m } from '../kit/colours.ts';
import { board, cell, chip, part, wire } from '../kit/electrics.ts';
import { lettering } from '../kit/lettering.ts';
import { arrow, mark, markBox, marks } from '../kit/markers.ts';
import { screwRow, screws } from '../kit/mechanics.ts';
import { bar, circle, face, lift, panel, picture, recess, rect, rest, stroke, tint } from '../kit/svg.ts';
import type { Point } from '../kit/svg.ts';
import { driver, leads, multimeter, pliers, pryTool, tray } from '../kit/tools.ts';

const corners: readonly Point[] = [
  [380, 330],
  [1220, 330],
  [380, 870],
  [1220, 870],
];

export const lid = (...extra: readonly string[]): string =>
  panel(320, 270, 960, 660, m.graphite, 60) +
  panel(430, 380, 740, 300, m.ink, 24) +
  [0, 1, 2, 3].map((i) => recess(520 + i * 150, 400, 110, 190, m.slate, 10) + bar(560 + i * 150, 420, 30, 150, m.brass, 4)).join('') +
  rect(510, 730, 580, 110, { rx: 20, fill: m.rust }) +
  lettering(560, 760, '18 V', 50, '#fff') +
  lettering(800, 760, '4.0 AH', 50, '#fff') +
  extra.join('');

const tub = panel(320, 270, 960, 660, m.graphite, 60) + recess(362, 312, 876, 576, m.graphite, 40);
const rows = [0, 1, 2, 3, 4];
const cells = rows.map((i) => cell(410, 344 + i * 104, 370, 96, m.teal) + cell(806, 344 + i * 104, 370, 96, m.teal)).join('');
const strip = (x: number, y: number, w: number, h: number): string =>
  rect(x, y, w, h, { rx: 8, fill: face(m.alu), stroke: '#5d676e', 'stroke-width': 4 }) +
  Array.from(
    { length: Math.max(1, Math.round(h / 104)) },
    (_, i) => circle(x + w / 2 - 10, y + 40 + i * 104, 5, { fill: '#59646b' }) + circle(x + w / 2 + 10, y + 56 + i * 104, 5, { fill: '#59646b' }),
  ).join('');
const strips =
  strip(392, 348, 44, 192) +
  strip(392, 556, 44, 296) +
  strip(1160, 348, 44, 88) +
  strip(1160, 452, 44, 192) +
  strip(1160, 660, 44, 192) +
  strip(770, 348, 44, 504);
const boardTop = (x: number, y: number): string =>
  board(x, y, 560, 300, m.board) +
  chip(x + 80, y + 70, 150, 80) +
  chip(x + 320, y + 60, 100, 60) +
  part(x + 120, y + 230, 0) +
  part(x + 250, y + 220, 0, m.rust) +
  part(x + 470, y + 190, 90) +
  [0, 1, 2, 3].map((i) => bar(x + 330 + i * 46, y + 230, 26, 60, m.brass, 3)).join('');
const taps =
  wire('M470 400C440 500 430 560 500 600', m.red, 12) +
  wire('M1130 400C1180 470 1160 560 1100 600', m.graphite, 12) +
  wire('M1170 500C1190 560 1170 620 1110 630', m.yellow, 8) +
  wire('M430 700C430 760 470 700 510 680', m.blue, 8);

export const pictures = [
  picture('pack-cover', 'Slide-on 18 V battery pack from above', rest(lid(screws(corners, 24, 'star'))), driver(1180, 1010, -150)),
  picture('pack-screws', 'Four security screws of the battery pack marked', rest(lid(screws(corners, 24, 'star'))), marks(corners, 'red', 50)),
  picture('pack-screws-out', 'The four screws sorted in a tray', rest(lid()), tray(1000, 760, 500, 340, screwRow(1090, 860, 4, 100, 120, 22))),
  picture(
    'pack-lid',
    'Lid of the pack raised at its edge',
    rest(tub, cells, strips),
    lift(lid().replaceAll('<rect', '<rect opacity=".97"')),
    pryTool(1290, 620, -10),
    mark(1290, 610, 'red', 60),
    arrow(800, 250, 800, 120, 'orange'),
  ),
  picture(
    'pack-open',
    'Ten cells in two columns under the protection board',
    rest(tub, cells, strips, taps, boardTop(520, 450)),
    markBox(505, 435, 590, 330, 'red'),
    markBox(376, 330, 76, 540, 'orange'),
    markBox(800, 790, 400, 80, 'yellow'),
  ),
  picture(
    'pack-measure',
    'Multimeter measuring one cell group at the nickel strips',
    rest(tub, cells, strips),
    multimeter(40, 560, '3.72', 'V', 1),
    leads(40, 560, [420, 440, 100], [790, 440, 70]),
    mark(420, 440, 'red', 44),
    mark(790, 440, 'orange', 44),
  ),
  picture(
    'pack-tap-wires',
    'Sense wires being cut one at a time',
    rest(tub, cells, strips, taps, boardTop(520, 450)),
    pliers(452, 540, 120),
    marks([[452, 540]], 'red', 52),
    mark(1160, 560, 'orange', 52),
  ),
  picture(
    'pack-board',
    'Protection board lifted off the cells',
    rest(tub, cells, strips),
    lift(boardTop(840, 80)),
    arrow(760, 600, 960, 440, 'red'),
    mark(997, 191, 'orange', 90),
  ),
  picture(
    'pack-strip',
    'Nickel strip insulated with tape',
    rest(
      tub,
      cells,
      strips,
      rect(384, 340, 60, 520, { rx: 8, fill: m.yellow, opacity: 0.85 }),
      rect(1152, 340, 60, 520, { rx: 8, fill: m.yellow, opacity: 0.85 }),
    ),
    markBox(366, 324, 96, 552, 'red'),
    markBox(1134, 324, 96, 552, 'red'),
  ),
  picture(
    'pack-layout',
    'All parts of the pack laid out',
    rest(panel(110, 130, 460, 330, m.graphite, 40), rect(250, 260, 180, 70, { rx: 12, fill: m.rust })),
    rest(panel(110, 560, 460, 330, m.graphite, 40), recess(140, 590, 400, 270, m.graphite, 26)),
    rest(boardTop(880, 110)),
    rest(...[0, 1].flatMap((c) => rows.map((r) => cell(700 + c * 410, 500 + r * 116, 340, 92, r === 3 && c === 1 ? m.red : m.teal)))),
    screwRow(180, 960, 4, 90, 110, 20),
    rest(stroke('M640 160V420M690 160V420', tint(m.alu, -0.1), 26)),
    mark(1290, 894, 'red', 70),
  ),
];
