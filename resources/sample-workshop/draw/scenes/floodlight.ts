import { material as m } from '../kit/colours.ts';
import { led, wire } from '../kit/electrics.ts';
import { lettering } from '../kit/lettering.ts';
import { arrow, mark, markBox, marks } from '../kit/markers.ts';
import { holes, hose, screws } from '../kit/mechanics.ts';
import { at, bar, disc, lift, panel, picture, recess, rect, rest, stroke, tint } from '../kit/svg.ts';
import type { Point } from '../kit/svg.ts';
import { bottle, leads, multimeter, pryTool } from '../kit/tools.ts';

const back: readonly Point[] = [
  [380, 260],
  [1220, 260],
  [380, 860],
  [1220, 860],
  [800, 250],
  [800, 870],
];
const bracket =
  stroke('M260 560V1040H1340V560', tint(m.iron, -0.5), 50) +
  stroke('M260 560V1040H1340V560', m.iron, 38) +
  disc(260, 560, 44, m.graphite) +
  disc(1340, 560, 44, m.graphite);
const leds = Array.from({ length: 24 }, (_, i) => led(530 + (i % 6) * 108, 430 + Math.floor(i / 6) * 92, 52)).join('');
export const front = (...extra: readonly string[]): string =>
  rest(
    bracket,
    panel(320, 210, 960, 700, m.graphite, 40),
    panel(380, 270, 840, 580, m.alu, 24),
    panel(440, 330, 720, 460, m.white, 12),
    leds,
    rect(380, 270, 840, 580, { rx: 24, fill: '#bcd6e2', opacity: 0.22 }),
    stroke('M430 800L760 300M500 810L800 350', '#fff', 20, { opacity: 0.4 }),
    ...extra,
  );
const ribs = stroke([0, 1, 2, 3, 4, 5, 6, 7].map((i) => `M${450 + i * 100} 320V800`).join(''), tint(m.graphite, -0.35), 26);
const rear = (...extra: readonly string[]): string =>
  rest(
    hose('M800 900C800 1000 900 1060 1000 1200', m.ink, 36),
    bracket,
    panel(320, 210, 960, 700, m.graphite, 40),
    ribs,
    panel(600, 420, 400, 280, m.graphite, 24),
    lettering(670, 530, 'IP65', 60, '#c8ced1'),
    bar(770, 880, 60, 70, m.ink, 10),
    ...extra,
  );
export const driverBox = (x: number, y: number, hex: string = m.white): string =>
  at(
    x,
    y,
    0,
    1,
    panel(0, 0, 400, 180, hex, 14),
    rect(24, 30, 352, 120, { rx: 8, fill: '#fff', opacity: 0.5 }),
    lettering(44, 50, '30 W', 36, m.ink),
    lettering(44, 106, '900 MA', 28, m.ink),
    screws(
      [
        [20, 90],
        [380, 90],
      ],
      14,
    ),
  );
const terminals = panel(960, 620, 180, 90, m.white, 8) + [0, 1, 2].map((i) => disc(992 + i * 58, 650, 18, m.brass)).join('');
const outWires = wire('M460 440C380 430 360 330 430 300', m.red, 14) + wire('M460 480C340 480 320 330 400 270', m.graphite, 14);
const inWires = wire('M860 440C940 440 992 520 992 640', m.sand, 16) + wire('M860 480C960 480 1050 540 1050 640', m.blue, 16);
const mains =
  hose('M800 1000V860', m.ink, 44) +
  wire('M790 860C820 760 940 800 992 690', m.sand, 16) +
  wire('M800 860C860 780 1020 800 1050 690', m.blue, 16) +
  wire('M810 860C900 840 1100 820 1108 690', m.green, 16);
const earth = wire('M1108 650C1160 560 1160 400 1120 340', m.green, 16) + disc(1120, 330, 26, m.brass);
const openBack = (...parts: readonly string[]): string =>
  rest(
    bracket,
    panel(320, 210, 960, 700, m.graphite, 40),
    recess(370, 260, 860, 600, m.graphite, 24),
    rect(356, 246, 888, 628, { rx: 30, stroke: '#e8e4d8', 'stroke-width': 10 }),
    terminals,
    mains,
    earth,
    ...parts,
  );

export const pictures = [
  picture('flood-cover', 'LED floodlight of 30 W from the front', front()),
  picture('flood-screws', 'Six screws of the rear cover marked', rear(screws(back, 22, 'hex'), marks(back, 'red', 50))),
  picture(
    'flood-open',
    'Rear cover off: driver, terminal block and earth screw',
    openBack(outWires, inWires, driverBox(460, 370)),
    markBox(440, 350, 440, 220, 'red'),
    markBox(940, 600, 220, 130, 'orange'),
    mark(1120, 330, 'yellow', 56),
  ),
  picture(
    'flood-voltage',
    'Terminals proved dead with the meter',
    openBack(outWires, inWires, driverBox(460, 370)),
    multimeter(60, 560, '0.0', 'V', 1),
    leads(60, 560, [992, 650, 150], [1050, 650, 110]),
    mark(992, 650, 'red', 44),
    mark(1050, 650, 'orange', 44),
  ),
  picture(
    'flood-led-test',
    'LED board tested with the diode range',
    rest(panel(500, 220, 1020, 640, m.white, 20), at(160, -20, 0, 1, leds), disc(560, 300, 26, m.brass), disc(560, 780, 26, m.brass)),
    multimeter(60, 560, '15.8', 'V', 2),
    leads(60, 560, [560, 300, 150], [560, 780, 60]),
    mark(560, 300, 'red', 46),
    mark(560, 780, 'orange', 46),
  ),
  picture(
    'flood-driver-out',
    'Driver lifted out after four wires and two screws',
    openBack(outWires, inWires),
    lift(driverBox(760, 60)),
    arrow(700, 480, 860, 300, 'red'),
    marks(
      [
        [992, 650],
        [1050, 650],
      ],
      'orange',
      40,
    ),
  ),
  picture(
    'flood-driver-new',
    'New driver with the same current',
    rest(at(140, 420, 0, 1.4, driverBox(0, 0, m.sand))),
    rest(at(900, 420, 0, 1.4, driverBox(0, 0))),
    markBox(860, 370, 640, 350, 'green'),
    markBox(184, 550, 300, 80, 'red'),
  ),
  picture(
    'flood-wire',
    'New driver wired: plus, minus, line, neutral',
    openBack(outWires, inWires, driverBox(460, 370)),
    mark(460, 440, 'red', 40),
    mark(460, 490, 'violet', 40),
    mark(860, 440, 'orange', 40),
    mark(860, 490, 'blue', 40),
  ),
  picture(
    'flood-seal',
    'Seal laid in its groove, screws tightened crosswise',
    openBack(
      outWires,
      inWires,
      driverBox(460, 370),
      holes(back, 14, m.graphite),
      rect(356, 246, 888, 628, { rx: 30, stroke: m.green, 'stroke-width': 12 }),
    ),
    bottle(1290, 1040, -20, m.white, 'SIL'),
    mark(1244, 700, 'red', 70),
  ),
  picture(
    'flood-earth-test',
    'Earth continuity from plug pin to housing',
    rear(screws(back, 22, 'hex')),
    multimeter(40, 560, '0.12', 'OHM', 3),
    leads(40, 560, [380, 260, 160], [1000, 1130, 30]),
    mark(380, 260, 'red', 46),
    mark(1000, 1130, 'orange', 46),
  ),
  picture('flood-pry', 'Cover freed from its seal', rear(holes(back, 14, m.graphite)), pryTool(1290, 620, -10), mark(1284, 620, 'red', 70)),
];
