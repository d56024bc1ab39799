import { material as m } from '../kit/colours.ts';
import { board, wire } from '../kit/electrics.ts';
import { arrow, mark, marks, turn } from '../kit/markers.ts';
import { holes, hose, screws } from '../kit/mechanics.ts';
import { around, at, ball, bar, circle, close, disc, ellipse, lift, picture, rect, rest, ring, solid, stroke, tint } from '../kit/svg.ts';
import type { Point } from '../kit/svg.ts';
import { driver, iron, leads, multimeter, pryTool, tweezers } from '../kit/tools.ts';

const band =
  stroke('M440 640C400 60 1200 60 1160 640', tint(m.ink, -0.4), 70) +
  stroke('M440 640C400 60 1200 60 1160 640', m.ink, 58) +
  stroke('M520 330C600 150 1000 150 1080 330', m.rust, 44) +
  stroke('M450 470C450 420 456 380 470 340M1150 470C1150 420 1144 380 1130 340', m.steel, 20);
const cup = (x: number): string =>
  ellipse(x, 720, 130, 190, { fill: `url(#f${m.graphite.slice(1)})`, stroke: '#14181c' }) +
  ellipse(x, 720, 100, 158, { fill: `url(#f${m.ink.slice(1)})` }) +
  ellipse(x, 720, 60, 100, { stroke: m.rust, 'stroke-width': 8 });
const cord = 'M440 900C440 1060 700 1000 800 1080S1100 1120 1240 1040';
const jack = (x: number, y: number, turn: number, scale = 1): string =>
  at(
    x,
    y,
    turn,
    scale,
    bar(0, -30, 190, 60, m.ink, 16),
    stroke('M30 -24V24M56 -24V24M82 -24V24', '#0c0f12', 8),
    bar(190, -16, 100, 32, m.brass, 4),
    rect(216, -16, 8, 32, { fill: m.ink }),
    rect(248, -16, 8, 32, { fill: m.ink }),
    solid('M290 -14L320 -6Q330 0 320 6L290 14Z', m.brass),
  );
export const set = (...extra: readonly string[]): string =>
  rest(hose(cord, m.ink, 20), jack(1230, 1044, -34, 0.9), band, cup(440), cup(1160), ...extra);

const padScrews = around(800, 600, 300, 4, 45);
const cupOpen = (...parts: readonly string[]): string => rest(disc(800, 600, 430, m.graphite), disc(800, 600, 380, m.ink), ...parts);
const driverFront =
  disc(800, 600, 220, m.iron) +
  disc(800, 600, 180, m.cream, ball(m.cream)) +
  stroke(
    around(800, 600, 120, 20)
      .map(([x, y]) => `M${x} ${y}h0`)
      .join(''),
    '#7b715c',
    14,
  );
const pads: readonly Point[] = [
  [740, 560],
  [800, 560],
  [860, 560],
];
const driverBack =
  disc(800, 600, 220, m.iron) +
  disc(800, 600, 120, m.steel) +
  board(690, 500, 220, 120, m.board, 8) +
  pads.map(([x, y]) => disc(x, y, 22, m.alu)).join('');
const leadsIn = (broken: boolean): string =>
  hose('M800 1030C800 960 790 900 780 860', m.ink, 40) +
  wire(broken ? 'M776 860C740 800 730 720 700 680' : 'M776 860C740 800 730 640 740 566', m.red, 12) +
  wire('M790 860C790 760 800 640 800 566', m.copper, 12) +
  wire('M804 860C850 800 870 640 860 566', m.green, 12);

export const pictures = [
  picture('phones-cover', 'Over-ear headphones with a fixed cable', set()),
  picture(
    'phones-find',
    'Cable flexed at the strain relief while measuring',
    close(620, 900, 1.5, set()),
    marks([[530, 600]], 'red', 90),
    turn(530, 600, 170, 40, 140, 'orange'),
  ),
  picture(
    'phones-measure',
    'Continuity from plug to driver interrupted on one channel',
    multimeter(80, 300, 'OL', 'OHM', 3),
    rest(jack(900, 420, 0, 1.6)),
    leads(80, 300, [1240, 430, 100], [1410, 430, 70]),
    mark(1240, 420, 'red', 50),
    mark(1410, 420, 'orange', 50),
  ),
  picture(
    'phones-pad',
    'Ear pad turned off its bayonet',
    cupOpen(driverFront, holes(padScrews, 18)),
    lift(at(1250, 300, 0, 0.8, ring(0, 0, 300, 150, m.ink))),
    turn(800, 600, 450, 120, 60, 'red'),
  ),
  picture(
    'phones-baffle',
    'Four screws of the baffle marked',
    cupOpen(driverFront, screws(padScrews, 20)),
    driver(1012, 812, 30),
    marks(padScrews, 'red', 46),
  ),
  picture(
    'phones-inside',
    'Back of the driver with three solder pads',
    close(
      800,
      680,
      1.5,
      cupOpen(driverBack, leadsIn(true)),
      mark(704, 690, 'red', 50),
      marks(pads.slice(1), 'orange', 34),
      mark(790, 890, 'yellow', 60),
    ),
  ),
  picture(
    'phones-desolder',
    'Three leads unsoldered and drawn out',
    close(800, 620, 1.6, cupOpen(driverBack, leadsIn(true))),
    iron(810, 540, -40),
    marks(
      pads.map(([x, y]) => [800 + (x - 800) * 1.6, 600 + (y - 620) * 1.6] as const),
      'red',
      44,
    ),
  ),
  picture(
    'phones-strip',
    'New cable stripped, knot as strain relief',
    rest(
      hose('M60 600C300 560 420 700 560 600S640 460 560 440 440 560 560 620 760 600 860 600', m.ink, 40),
      wire('M860 590C1000 560 1100 480 1240 470', m.red, 20),
      wire('M866 600H1260', m.copper, 20),
      wire('M860 612C1000 640 1100 720 1240 730', m.green, 20),
      stroke('M1240 470h90M1260 600h90M1240 730h90', m.alu, 16),
    ),
    mark(560, 560, 'red', 160),
    marks(
      [
        [1290, 470],
        [1310, 600],
        [1290, 730],
      ],
      'orange',
      56,
    ),
  ),
  picture(
    'phones-solder',
    'Leads soldered in the order red, copper, green',
    close(800, 620, 1.6, cupOpen(driverBack, leadsIn(false))),
    iron(900, 504, -50),
    tweezers(560, 640, 160),
    mark(704, 504, 'red', 44),
    mark(800, 504, 'orange', 44),
    mark(896, 504, 'green', 44),
  ),
  picture(
    'phones-close',
    'Baffle and pad back in place',
    cupOpen(driverFront, screws(padScrews, 20), ring(800, 600, 330, 130, m.ink)),
    turn(800, 600, 450, 60, 120, 'red'),
  ),
  picture(
    'phones-pick',
    'Flat tool under the rim of a pad',
    cupOpen(ring(800, 600, 330, 130, m.ink), circle(800, 600, 260, { fill: '#20262b' })),
    pryTool(1180, 740, 30),
    mark(1180, 740, 'red', 70),
    arrow(1300, 560, 1400, 460, 'orange'),
  ),
];
