import { material as m } from '../kit/colours.ts';
import { plug, wire } from '../kit/electrics.ts';
import { lettering } from '../kit/lettering.ts';
import { arrow, mark, markBox, marks, turn } from '../kit/markers.ts';
import { clip, dirt, fanBlades, hose, screw, screws, spring } from '../kit/mechanics.ts';
import { at, ball, bar, circle, close, disc, group, lift, panel, path, picture, recess, rect, rest, ring, stroke, tint } from '../kit/svg.ts';
import type { Point } from '../kit/svg.ts';
import { bowl, cloth, driver, mainsOff, multimeter, leads, pliers, pryTool } from '../kit/tools.ts';

export const cabinet = (...extra: readonly string[]): string =>
  rest(
    panel(430, 110, 740, 980, m.white, 30),
    rect(430, 110, 740, 150, { rx: 30, fill: tint(m.white, -0.08) }),
    panel(470, 140, 210, 90, m.white, 12),
    disc(800, 186, 50, m.alu),
    stroke('M800 186V150', m.slate, 8),
    rect(890, 150, 240, 70, { rx: 10, fill: m.ink }),
    lettering(916, 166, '60 C', 38, '#8fd0c4'),
    ...extra,
  );
export const door: string =
  disc(800, 560, 270, m.alu) +
  disc(800, 560, 224, m.graphite) +
  disc(800, 560, 190, m.glass, ball(m.glass)) +
  path('M690 470Q740 400 820 400', { stroke: '#fff', 'stroke-width': 20, opacity: 0.6 }) +
  bar(1030, 510, 46, 100, m.alu, 20);
export const plinth = (open: boolean): string =>
  open ? recess(470, 900, 660, 160, m.graphite, 10) : panel(470, 910, 660, 150, m.white, 12) + panel(960, 930, 130, 110, m.white, 10);
const plinthScrews: readonly Point[] = [
  [500, 1040],
  [800, 1040],
  [1100, 1040],
];
const filter = disc(960, 980, 50, m.white) + stroke('M930 980H990', tint(m.white, -0.3), 18);

export const drainPump = (hex: string = m.slate): string =>
  bar(-330, -110, 200, 220, hex, 16) +
  stroke('M-310 -80V80M-280 -80V80M-250 -80V80', m.copper, 14) +
  panel(-150, -140, 70, 280, m.white, 12) +
  disc(60, 0, 170, m.white, ball(m.white)) +
  bar(40, -300, 84, 160, m.white, 14) +
  bar(190, -46, 150, 92, m.white, 14) +
  screws(
    [
      [-60, -118],
      [-60, 118],
      [40, -150],
    ],
    20,
  ) +
  disc(60, 0, 90, tint(m.white, -0.1)) +
  bar(-390, -60, 60, 40, m.ink, 6) +
  bar(-390, 20, 60, 40, m.ink, 6);
const bay = (...parts: readonly string[]): string => rest(panel(120, 160, 1360, 900, m.white, 30), recess(170, 210, 1260, 800, m.iron, 20), ...parts);
const sumpHose = hose('M1080 620C1200 620 1260 480 1240 200', m.rubber, 96);
const drainHose = hose('M826 320C830 240 700 260 620 210', m.graphite, 60);
const pumpAt = (hex?: string): string => at(740, 620, 0, 1, drainPump(hex));
const pumpPlug = wire('M350 640C260 700 250 850 180 860', m.ink, 24) + plug(330, 620, 180, 3, m.white, 26);
const impeller = fanBlades(0, 0, 130, 5, m.graphite);

const boot = (worn: boolean): string =>
  ring(800, 560, 262, 64, m.slate) + ring(800, 560, 206, 30, tint(m.slate, 0.1)) + (worn ? stroke('M700 796Q760 822 812 818', '#0e1114', 18) : '');
const drum =
  disc(800, 560, 196, m.iron, ball(m.iron)) +
  stroke(Array.from({ length: 48 }, (_, i) => `M${680 + (i % 8) * 34} ${450 + Math.floor(i / 8) * 44}h0`).join(''), '#4c565d', 12);
const frontOpen = (...parts: readonly string[]): string =>
  close(800, 560, 1.35, cabinet(plinth(false), circle(800, 560, 300, { fill: tint(m.white, -0.12), stroke: '#98a0a3' }), drum, ...parts));
const springBand =
  circle(800, 560, 296, { stroke: '#59636a', 'stroke-width': 18 }) +
  circle(800, 560, 296, { stroke: m.steel, 'stroke-width': 10 }) +
  spring(740, 855, 8, 130, 30, 8);
const lockScrews: readonly Point[] = [
  [1112, 530],
  [1112, 600],
];

export const pictures = [
  picture('washer-cover', 'Front-loading washing machine', cabinet(door, plinth(false))),
  picture(
    'washer-off',
    'Plug pulled and water tap closed',
    group({ transform: 'translate(-280 0)' }, cabinet(door, plinth(false))),
    mainsOff(960, 200, 0.7),
    rest(
      bar(1000, 760, 420, 60, m.brass, 12),
      bar(1170, 690, 60, 80, m.brass, 8),
      bar(1060, 650, 280, 46, m.red, 20),
      hose('M1400 790C1500 790 1500 900 1480 1060', m.white, 50),
    ),
    mark(1200, 672, 'orange', 110),
  ),
  picture(
    'washer-drain',
    'Filter opened over a flat dish, water running out',
    close(900, 900, 1.7, cabinet(door, plinth(true), filter, hose('M900 980C860 1000 850 1050 850 1080', m.rubber, 22))),
    bowl(660, 1060, 150, '#8fb7cc'),
    turn(902, 736, 140, 30, -120, 'red'),
    mark(800, 850, 'orange', 60),
  ),
  picture(
    'washer-plinth',
    'Three screws of the plinth marked',
    close(800, 860, 1.5, cabinet(door, plinth(false), screws(plinthScrews, 16, 'star'), marks(plinthScrews, 'red', 40))),
    driver(1250, 866, -62),
  ),
  picture(
    'washer-pump',
    'Drain pump behind the plinth',
    bay(sumpHose, drainHose, pumpPlug, pumpAt()),
    markBox(360, 470, 750, 330, 'red'),
    mark(1090, 620, 'orange', 76),
    mark(826, 330, 'yellow', 70),
    mark(330, 620, 'blue', 76),
  ),
  picture(
    'washer-pump-clips',
    'Spring clips moved back along the hoses',
    bay(sumpHose, drainHose, pumpAt(), pumpPlug, clip(1080, 620, 90, 120), clip(826, 330, 0, 90)),
    pliers(1100, 690, 60),
    mark(1080, 620, 'red', 80),
    mark(826, 330, 'orange', 70),
  ),
  picture(
    'washer-pump-screws',
    'Three screws hold the pump to its carrier',
    bay(pumpAt(), pumpPlug),
    marks(
      [
        [680, 502],
        [680, 738],
        [780, 470],
      ],
      'red',
      46,
    ),
  ),
  picture(
    'washer-pump-out',
    'Pump drawn out of the opening, hoses left behind',
    bay(sumpHose, hose('M826 300C830 240 700 260 620 210', m.graphite, 60)),
    lift(at(560, 830, -8, 1, drainPump())),
    arrow(900, 560, 780, 700, 'red'),
    cloth(1250, 900, 0),
  ),
  picture(
    'washer-pump-test',
    'Winding of the pump measured',
    rest(at(1120, 460, 0, 1, drainPump())),
    multimeter(80, 500, '158', 'OHM', 3),
    leads(80, 500, [730, 420, 140], [730, 500, 100]),
    mark(730, 420, 'red', 44),
    mark(730, 500, 'orange', 44),
  ),
  picture(
    'washer-impeller',
    'Impeller with hair around its shaft',
    rest(at(800, 600, 0, 1, disc(0, 0, 380, m.white), disc(0, 0, 330, tint(m.white, -0.14)), at(0, 0, 0, 1.9, impeller))),
    stroke('M700 520q90 140 200 90t20 -120M690 640q120 60 220 -30M740 470q40 160 120 230', '#5b4634', 8),
    mark(800, 600, 'red', 150),
  ),
  picture(
    'washer-pump-new',
    'New pump fitted with both hoses clamped',
    bay(sumpHose, drainHose, pumpPlug, pumpAt(m.teal), clip(1090, 620, 90, 120), clip(826, 330, 0, 90)),
    marks(
      [
        [1090, 620],
        [826, 330],
      ],
      'green',
      80,
    ),
    mark(330, 620, 'orange', 76),
  ),
  picture(
    'washer-leak-check',
    'Dry cloth under the pump during a rinse',
    bay(sumpHose, drainHose, pumpPlug, pumpAt(m.teal), clip(1090, 620, 90, 120)),
    cloth(820, 930, 0, m.white),
    mark(820, 930, 'red', 150),
  ),
  picture('boot-cover', 'Door opened, rubber boot with a tear at six o’clock', frontOpen(boot(true)), mark(740, 930, 'red', 90)),
  picture('boot-new-cover', 'Door opening of a washing machine with its rubber boot', frontOpen(boot(false))),
  picture(
    'boot-front-band',
    'Front spring band of the boot levered off',
    frontOpen(boot(true), springBand),
    pryTool(850, 990, 60),
    mark(820, 965, 'red', 110),
  ),
  picture(
    'boot-lip',
    'Boot lip folded back into the drum',
    frontOpen(ring(800, 560, 226, 90, tint(m.slate, -0.1))),
    arrow(800, 160, 800, 300, 'red'),
    arrow(400, 600, 540, 600, 'red'),
    arrow(1200, 600, 1060, 600, 'red'),
  ),
  picture(
    'boot-lock',
    'Two screws of the door lock marked',
    frontOpen(boot(true), screws(lockScrews, 18, 'star')),
    marks(
      [
        [1221, 560],
        [1221, 654],
      ],
      'red',
      46,
    ),
  ),
  picture(
    'boot-front-off',
    'Front panel hung off its hooks',
    rest(
      panel(200, 140, 660, 920, m.white, 30),
      recess(240, 180, 580, 840, m.iron, 20),
      disc(530, 560, 220, m.graphite),
      disc(530, 560, 150, m.iron),
    ),
    lift(panel(860, 220, 600, 900, m.white, 30), circle(1160, 620, 210, { fill: tint(m.white, -0.35), stroke: '#8a9296' })),
    arrow(1160, 330, 1160, 150, 'red'),
    markBox(220, 900, 620, 120, 'orange'),
  ),
  picture(
    'boot-inner-clamp',
    'Inner clamp with its screw at five o’clock',
    rest(
      panel(200, 60, 1200, 1080, m.iron, 40),
      circle(800, 600, 430, { fill: m.graphite }),
      ring(800, 600, 360, 60, m.slate),
      circle(800, 600, 404, { stroke: m.steel, 'stroke-width': 22 }),
      at(990, 956, -28, 1, bar(-80, -26, 160, 52, m.steel, 8), screw(70, 0, 24, 'hex')),
    ),
    mark(990, 956, 'red', 110),
    driver(1060, 930, 10),
  ),
  picture(
    'boot-marks',
    'Mark of the boot lined up with the mark of the tub',
    rest(
      panel(200, 60, 1200, 1080, m.iron, 40),
      ring(800, 600, 400, 90, m.slate),
      path('M770 216L830 216 800 268Z', { fill: '#f4f4f0' }),
      path('M770 150L830 150 800 200Z', { fill: '#f4f4f0' }),
      ...[-60, 0, 60].map((dx) => circle(800 + dx, 960, 14, { fill: '#11161a' })),
    ),
    mark(800, 206, 'red', 90),
    markBox(710, 920, 180, 80, 'orange'),
  ),
  picture(
    'boot-new',
    'New boot seated in its groove all the way round',
    frontOpen(boot(false)),
    marks(
      [
        [800, 190],
        [430, 600],
        [1170, 600],
        [800, 960],
      ],
      'green',
      66,
    ),
  ),
  picture(
    'boot-band-back',
    'Spring band drawn over the boot from the bottom up',
    frontOpen(boot(false), springBand),
    turn(800, 546, 470, 110, 200, 'red'),
    turn(800, 546, 470, 70, -20, 'red'),
    mark(820, 965, 'orange', 90),
  ),
  picture(
    'washer-lint',
    'Hair and a coin found in the filter',
    rest(disc(560, 600, 260, m.white), stroke('M440 600H680', tint(m.white, -0.3), 60)),
    rest(bar(820, 500, 400, 200, m.white, 20), ...[0, 1, 2, 3, 4].map((i) => recess(860 + i * 72, 530, 40, 140, m.white, 10))),
    dirt(1000, 860, 160, '#6d6257', 24),
    disc(1250, 880, 54, m.brass),
  ),
];
