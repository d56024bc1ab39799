import { material as m } from '../kit/colours.ts';
import { lettering } from '../kit/lettering.ts';
import { arrow, mark, marks, turn } from '../kit/markers.ts';
import { dirt, fanBlades, holes, hose, screws, screwRow } from '../kit/mechanics.ts';
import { around, at, bar, circle, close, disc, lift, panel, picture, pillar, recess, rect, rest, ring, solid, stroke, tint } from '../kit/svg.ts';
import { bottle, bowl, brush, driver, mainsOff, tray } from '../kit/tools.ts';

export const pump = (...extra: readonly string[]): string =>
  rest(
    hose('M800 230C800 120 900 110 1020 60', m.ink, 34),
    solid('M700 240Q700 180 800 180T900 240V290H700Z', m.ink),
    pillar(600, 280, 400, 420, m.blue, 40),
    stroke('M660 300V690M720 300V690M880 300V690M940 300V690', tint(m.blue, -0.25), 10),
    rect(740, 430, 120, 130, { rx: 14, fill: '#f1efe6' }),
    lettering(758, 474, '400 W', 24, m.ink),
    pillar(570, 690, 460, 120, m.graphite, 20),
    pillar(540, 800, 520, 200, m.ink, 24),
    ...Array.from({ length: 9 }, (_, i) => rect(574 + i * 52, 850, 22, 120, { rx: 10, fill: '#0a0d10' })),
    bar(1020, 700, 170, 90, m.graphite, 16),
    pillar(1130, 560, 90, 230, m.graphite, 16),
    stroke('M1136 580h78M1136 610h78M1136 640h78', '#15191d', 8),
    hose('M640 330C480 360 440 480 440 560', m.ink, 20),
    pillar(390, 540, 100, 230, m.rust, 44),
    ...extra,
  );
const rim = around(800, 600, 350, 6, 30);
const bottom = (...parts: readonly string[]): string => rest(disc(800, 600, 440, m.ink), ring(800, 600, 400, 30, m.graphite), ...parts);
const strainer = (x: number, y: number): string =>
  at(
    x,
    y,
    0,
    1,
    disc(0, 0, 400, m.graphite),
    stroke([140, 220, 300].flatMap((r) => around(0, 0, r, Math.round(r / 13)).map(([a, b]) => `M${a} ${b}h0`)).join(''), '#0b0e11', 26),
    disc(0, 0, 70, m.ink),
  );
const volute =
  circle(800, 600, 330, { fill: tint(m.iron, -0.35) }) +
  solid('M800 270A330 330 0 0 1 1130 600L1240 600 1240 480Z', m.iron) +
  disc(800, 600, 280, m.iron);

export const pictures = [
  picture('sump-cover', 'Submersible dirty-water pump with float switch', pump()),
  picture(
    'sump-unplug',
    'Plug pulled, pump hosed down, float switch hanging free',
    close(640, 560, 0.9, pump()),
    mainsOff(1090, 300, 0.55),
    mark(620, 700, 'orange', 130),
  ),
  picture('sump-strainer-screws', 'Six screws of the strainer marked', bottom(strainer(800, 600), screws(rim, 24, 'star')), marks(rim, 'red', 50)),
  picture(
    'sump-strainer-off',
    'Strainer lifted off, screws kept together',
    bottom(volute, dirt(800, 600, 200, '#5c5140', 30), holes(rim, 18, m.ink)),
    lift(at(1330, 800, 0, 0.62, strainer(0, 0))),
    tray(90, 860, 480, 260, screwRow(160, 920, 6, 66, 110)),
    arrow(980, 680, 1130, 740, 'red'),
  ),
  picture(
    'sump-impeller',
    'Fibres wound around the impeller',
    bottom(
      volute,
      fanBlades(800, 600, 240, 6, m.brass),
      stroke('M620 520q160 180 360 40M640 700q120 -160 330 -120M700 470q20 200 200 270', '#4c4033', 14),
    ),
    mark(800, 600, 'red', 270),
    mark(1150, 540, 'orange', 60),
  ),
  picture(
    'sump-impeller-turn',
    'Impeller turned by hand with a finger’s force',
    bottom(volute, fanBlades(800, 600, 240, 6, m.brass)),
    turn(800, 600, 310, -150, -30, 'green'),
    bowl(1380, 1000, 150, '#a9b8a8'),
  ),
  picture(
    'sump-clean',
    'Volute brushed and rinsed',
    bottom(volute, fanBlades(800, 600, 240, 6, m.brass), dirt(1060, 700, 80, '#5c5140', 12)),
    brush(1080, 660, 34),
    mark(1080, 680, 'red', 120),
  ),
  picture(
    'sump-seal',
    'New O-ring in its groove, greased',
    bottom(
      volute,
      fanBlades(800, 600, 240, 6, m.brass),
      circle(800, 600, 372, { stroke: '#0d1013', 'stroke-width': 24 }),
      circle(800, 600, 368, { stroke: m.green, 'stroke-width': 12 }),
    ),
    bottle(1230, 980, -24, m.white, 'GREASE'),
    mark(1064, 864, 'red', 70),
  ),
  picture(
    'sump-close',
    'Screws of the strainer tightened crosswise',
    bottom(strainer(800, 600), screws(rim, 24, 'star')),
    driver(820, 950, 40),
    marks(
      [
        [800, 250],
        [800, 950],
      ],
      'red',
      54,
    ),
    marks(
      [
        [497, 425],
        [1103, 775],
      ],
      'orange',
      54,
    ),
    marks(
      [
        [1103, 425],
        [497, 775],
      ],
      'yellow',
      54,
    ),
  ),
  picture(
    'sump-test',
    'Pump run in a bucket of clean water',
    rest(
      pillar(360, 420, 880, 660, m.iron, 60),
      recess(400, 460, 800, 120, m.iron, 30),
      rect(404, 500, 792, 90, { rx: 20, fill: '#7fb0c9' }),
      panel(680, 200, 240, 330, m.blue, 30),
      hose('M880 330C1060 330 1140 200 1200 160', m.graphite, 50),
    ),
    arrow(1230, 140, 1400, 60, 'green'),
  ),
];
