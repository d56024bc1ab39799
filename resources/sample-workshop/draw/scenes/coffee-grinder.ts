import { material as m } from '../kit/colours.ts';
import { lettering } from '../kit/lettering.ts';
import { arrow, mark, marks, turn } from '../kit/markers.ts';
import { dirt, screw } from '../kit/mechanics.ts';
import { around, at, bar, circle, close, disc, ellipse, lift, panel, picture, recess, rect, rest, ring, solid, stroke, tint } from '../kit/svg.ts';
import { brush, driver, mainsOff } from '../kit/tools.ts';

export const hopper = (beans: boolean): string =>
  solid('M560 120H1040L960 380H640Z', m.glass, 'rgba(169,199,214,.55)') +
  (beans
    ? Array.from({ length: 36 }, (_, i) =>
        ellipse(690 + ((i * 67) % 220), 240 + ((i * 41) % 130), 20, 13, {
          fill: i % 2 ? '#5b3a22' : '#6d472b',
          transform: `rotate(${(i * 37) % 180} ${690 + ((i * 67) % 220)} ${240 + ((i * 41) % 130)})`,
        }),
      ).join('')
    : '') +
  bar(600, 96, 400, 36, m.ink, 16) +
  stroke('M600 150L660 360', '#fff', 8, { opacity: 0.5 });
export const base: string =
  panel(600, 420, 400, 660, m.graphite, 50) +
  bar(620, 376, 360, 54, m.steel, 14) +
  stroke([0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => `M${650 + i * 38} 388V418`).join(''), tint(m.steel, -0.4), 6) +
  panel(660, 520, 280, 100, m.ink, 20) +
  disc(800, 570, 32, m.amber) +
  recess(700, 690, 200, 250, m.ink, 30) +
  bar(740, 670, 120, 60, m.steel, 12) +
  panel(580, 1050, 440, 60, m.ink, 24);
const teeth = (r1: number, r2: number, count: number, skew: number): string => {
  const outer = around(0, 0, r2, count, skew);
  return around(0, 0, r1, count)
    .map(([x, y], i) => `M${x} ${y}L${outer[i]?.join(' ')}`)
    .join('');
};
const burr = (x: number, y: number, r: number): string =>
  at(
    x,
    y,
    0,
    1,
    disc(0, 0, r, m.steel),
    stroke(teeth(r * 0.62, r * 0.97, 40, 13), tint(m.steel, -0.45), 6),
    stroke(teeth(r * 0.44, r * 0.7, 12, 20), tint(m.steel, -0.6), 12),
    disc(0, 0, r * 0.4, m.graphite),
    ...[0, 120, 240].map((a) => at(0, 0, a, 1, screw(r * 0.56, 0, r * 0.075, 'slot'))),
  );
const chamber = (...parts: readonly string[]): string =>
  rest(
    panel(330, 130, 940, 940, m.graphite, 120),
    ring(800, 600, 410, 46, m.steel),
    circle(800, 600, 380, { fill: tint(m.iron, -0.4) }),
    recess(1120, 540, 130, 120, m.iron, 10),
    ...parts,
  );
const powder = dirt(800, 600, 360, '#6a4527', 60);

export const pictures = [
  picture('burr-cover', 'Coffee grinder with a full hopper', rest(hopper(true), base)),
  picture(
    'burr-hopper',
    'Hopper turned and lifted off, plug pulled',
    rest(base),
    lift(at(-440, 330, -6, 1, hopper(false))),
    mainsOff(1060, 620, 0.62),
    turn(800, 400, 260, -50, -140, 'red'),
  ),
  picture(
    'burr-collar',
    'Adjusting collar with the old setting noted',
    rest(
      panel(330, 130, 940, 940, m.graphite, 120),
      ring(800, 600, 390, 90, m.steel),
      at(800, 600, 0, 1, stroke(teeth(352, 384, 36, 0), m.ink, 8)),
      disc(800, 600, 300, m.ink),
      burr(800, 600, 250),
      rect(1180, 590, 80, 20, { rx: 6, fill: '#fff' }),
      lettering(1130, 470, '14', 50, m.ink),
    ),
    mark(1220, 600, 'red', 70),
    turn(800, 600, 480, -60, -150, 'orange'),
  ),
  picture(
    'burr-upper-out',
    'Upper burr carrier lifted out of the chamber',
    chamber(powder, burr(800, 600, 270)),
    lift(at(1280, 300, 0, 0.9, disc(0, 0, 300, m.iron), burr(0, 0, 260))),
    arrow(960, 500, 1080, 420, 'red'),
  ),
  picture(
    'burr-brush',
    'Chamber and chute brushed out',
    chamber(dirt(900, 700, 240, '#6a4527', 22), burr(800, 600, 270)),
    brush(1130, 600, 26),
    mark(1170, 600, 'red', 90),
    mark(800, 600, 'orange', 300),
  ),
  picture(
    'burr-screws',
    'Three screws of the lower burr marked',
    close(800, 600, 1.25, chamber(burr(800, 600, 300))),
    driver(1020, 610, 24),
    marks(around(800, 600, 210, 3), 'red', 50),
  ),
  picture(
    'burr-zero',
    'Collar turned until the burrs just touch, then backed off',
    close(800, 600, 0.9, chamber(burr(800, 600, 300), ring(800, 600, 350, 40, m.steel))),
    turn(800, 600, 440, -140, -60, 'red'),
    turn(800, 600, 440, 80, 40, 'green'),
  ),
];
