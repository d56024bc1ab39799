import { material as m } from '../kit/colours.ts';
import { lettering } from '../kit/lettering.ts';
import { arrow, mark, marks, turn } from '../kit/markers.ts';
import { gear } from '../kit/mechanics.ts';
import { at, bar, close, disc, ellipse, face, lift, panel, picture, rest, ring, solid, stroke, tint } from '../kit/svg.ts';
import { bottle, brush, cloth, pliers } from '../kit/tools.ts';

const run = (d: string): string => stroke(d, '#30373d', 30) + stroke(d, m.steel, 22) + stroke(d, '#4b555c', 12, { 'stroke-dasharray': '2 26' });
export const drive = (...chain: readonly string[]): string =>
  rest(
    stroke('M380 620L1120 560', tint(m.navy, -0.5), 64),
    stroke('M380 620L1120 560', m.navy, 52),
    stroke('M1120 560L1000 60M1120 560L1560 100', tint(m.navy, -0.5), 64),
    stroke('M1120 560L1000 60M1120 560L1560 100', m.navy, 52),
    ...[230, 200, 170, 140, 110].map((r, i) => gear(380, 620, r, 34 - i * 4, i % 2 ? m.alu : m.iron)),
    disc(380, 620, 50, m.graphite),
    gear(1120, 560, 280, 40, m.graphite),
    ring(1120, 560, 200, 30, m.steel),
    disc(1120, 560, 90, m.graphite),
    at(1120, 560, 40, 1, bar(-20, -30, 400, 60, m.ink, 30), disc(350, 0, 26, m.steel)),
    solid('M400 800Q330 880 360 990L420 1040 470 1000 440 900 470 820Z', m.ink),
    gear(420, 860, 60, 11, m.steel),
    gear(410, 1010, 60, 11, m.steel),
    ...chain,
  );
export const upper: string = run('M380 392L1120 284');
export const lower: string = run('M1120 836L520 960Q440 1060 380 1040T380 920Q480 900 470 840T300 800');
export const wrapBack: string = run('M300 800Q150 720 160 600T380 392');
export const wrapFront: string = run('M1120 284Q1400 300 1398 560T1120 836');

const link = (x: number, outer: boolean, hex: string = m.steel): string =>
  solid(
    `M${x - 90} 540Q${x - 170} 600 ${x - 90} 660Q${x - 40} 690 ${x} 640Q${x + 40} 690 ${x + 90} 660Q${x + 170} 600 ${x + 90} 540Q${x + 40} 510 ${x} 560Q${x - 40} 510 ${x - 90} 540Z`,
    outer ? hex : tint(m.iron, -0.1),
  ) +
  disc(x - 96, 600, 30, m.alu) +
  disc(x + 96, 600, 30, m.alu);
const closeChain = (hex: string = m.steel): string =>
  rest(...[-2, 0, 2].map((i) => link(800 + i * 192, false)), ...[-3, -1, 1, 3].map((i) => link(800 + i * 192, true, i === 1 ? hex : m.steel)));
const gauge = rest(
  at(
    0,
    0,
    0,
    1,
    panel(250, 380, 1100, 90, m.blue, 20),
    solid('M300 470H350L340 580H310Z', m.blue),
    solid('M1230 470H1280L1270 560H1240Z', m.blue),
    lettering(700, 405, '0.5', 42, '#fff'),
  ),
);

export const pictures = [
  picture('chain-cover', 'Bicycle drivetrain: chainring, cassette and chain', drive(wrapBack, wrapFront, upper, lower)),
  picture('chain-gauge', 'Wear gauge dropped between two rollers', closeChain(), gauge, mark(325, 560, 'red', 60), mark(1255, 540, 'orange', 60)),
  picture(
    'chain-link-open',
    'Quick link squeezed open with link pliers',
    closeChain(m.brass),
    pliers(896, 620, 62, m.blue),
    marks(
      [
        [896, 600],
        [1088, 600],
      ],
      'red',
      56,
    ),
  ),
  picture(
    'chain-route',
    'Path of the chain through the derailleur',
    close(420, 840, 2, drive(wrapBack, lower)),
    marks(
      [
        [800, 640],
        [780, 940],
      ],
      'red',
      110,
    ),
    arrow(1200, 960, 980, 880, 'orange'),
  ),
  picture(
    'chain-length',
    'New chain laid beside the old one, same number of links',
    rest(run('M140 400H1450'), run('M140 640H1470')),
    lettering(160, 290, '114', 56, m.ink),
    lettering(160, 730, '114', 56, m.ink),
    mark(1450, 400, 'red', 66),
    mark(1470, 640, 'green', 66),
  ),
  picture('chain-clean', 'Sprockets brushed while the chain is off', drive(), brush(560, 560, -20), cloth(1240, 1040, 10), mark(560, 560, 'red', 90)),
  picture(
    'chain-link-close',
    'Quick link placed in the upper run and snapped shut',
    drive(wrapBack, wrapFront, upper, lower),
    mark(740, 338, 'red', 66),
    turn(1120, 560, 330, 60, 120, 'orange'),
  ),
  picture(
    'chain-oil',
    'One drop of oil on every roller',
    closeChain(m.brass),
    bottle(800, 480, -80, m.green, 'OIL'),
    lift(ellipse(800, 530, 14, 22, { fill: face(m.amber) })),
    marks(
      [
        [704, 600],
        [896, 600],
      ],
      'red',
      52,
    ),
  ),
];
