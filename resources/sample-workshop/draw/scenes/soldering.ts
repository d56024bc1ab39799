import { material as m } from '../kit/colours.ts';
import { board, chip, part } from '../kit/electrics.ts';
import { arrow, mark, markBox } from '../kit/markers.ts';
import { hose } from '../kit/mechanics.ts';
import { at, ball, bar, close, disc, panel, picture, rect, rest, ring, solid, stroke, tint } from '../kit/svg.ts';
import { brush, iron, pliers, tweezers } from '../kit/tools.ts';

const strands = (x: number, y: number, length: number, tinned = false): string =>
  tinned
    ? bar(x, y - 15, length, 30, m.alu, 14)
    : stroke([-10, -3, 4, 11].map((d) => `M${x} ${y + d}L${x + length} ${y + d * 1.6}`).join(''), m.copper, 7) +
      stroke(`M${x} ${y}H${x + length}`, m.copper, 14);
const lead = (x: number, y: number, tinned = false): string =>
  strands(x, y, 170, tinned) + hose(`M-60 ${y + 120}C200 ${y + 140} 300 ${y} ${x} ${y}`, m.red, 54);
const tab = panel(900, 470, 420, 160, m.alu, 20) + disc(1240, 550, 40, m.graphite);
export const station: string = rest(
  panel(120, 180, 420, 360, m.slate, 36),
  rect(160, 220, 220, 110, { rx: 12, fill: '#bccabb' }),
  disc(450, 280, 46, m.ink),
  disc(450, 420, 60, m.graphite),
  disc(250, 430, 34, m.rust),
);
export const reel = (x: number, y: number): string =>
  rest(
    disc(x, y, 130, m.white),
    ring(x, y, 90, 60, m.alu),
    disc(x, y, 36, m.graphite),
    stroke(`M${x + 110} ${y + 40}C${x + 200} ${y + 120} ${x + 160} ${y + 200} ${x + 260} ${y + 220}`, m.alu, 10),
  );
const joint = (x: number, y: number, hex: string, shape: string): string =>
  at(x, y, 0, 1, disc(0, 60, 190, m.brass), solid(shape, hex, ball(hex)), bar(-14, -200, 28, 200, m.steel, 8));

export const pictures = [
  picture(
    'solder-cover',
    'Soldering station, iron, solder and a wire',
    station,
    reel(400, 840),
    iron(820, 560, 24),
    rest(hose('M760 960C1000 860 1100 1040 1500 940', m.red, 40)),
  ),
  picture(
    'solder-strip',
    'Wire stripped four millimetres without a nicked strand',
    close(780, 620, 1.5, rest(lead(760, 600)), pliers(760, 600, 62), markBox(766, 564, 180, 72, 'red')),
  ),
  picture(
    'solder-tip',
    'Tip wiped and tinned',
    rest(disc(420, 700, 260, m.brass), stroke('M300 620q80 60 160 0t120 80M260 760q100 -40 180 40t140 -60', tint(m.brass, -0.3), 16)),
    iron(560, 620, -16),
    reel(1280, 900),
    mark(560, 620, 'red', 80),
  ),
  picture(
    'solder-tin',
    'Strands tinned until the solder flows between them',
    close(800, 620, 1.5, rest(lead(760, 600, true)), iron(900, 630, 40), mark(860, 600, 'red', 80), arrow(620, 820, 700, 700, 'orange')),
  ),
  picture(
    'solder-heat',
    'Iron on the tab and the wire at once',
    close(
      920,
      560,
      1.4,
      rest(tab, lead(840, 560, true)),
      iron(1000, 540, -60),
      tweezers(850, 600, 120),
      mark(990, 550, 'red', 60),
      mark(1120, 550, 'orange', 60),
    ),
  ),
  picture(
    'solder-joint',
    'Three joints: good, cold, too much solder',
    rest(joint(360, 600, m.alu, 'M-110 20Q-30 -10 -14 -110H14Q30 -10 110 20Q0 60 -110 20Z')),
    rest(joint(800, 600, m.iron, 'M-80 20Q-110 -60 -20 -60H20Q110 -60 80 20Q0 60 -80 20Z')),
    rest(joint(1240, 600, m.alu, 'M-150 20Q-190 -130 0 -140T150 20Q0 70 -150 20Z')),
    markBox(180, 330, 360, 540, 'green'),
    markBox(620, 330, 360, 540, 'red'),
    markBox(1060, 330, 360, 540, 'orange'),
  ),
  picture(
    'solder-clean',
    'Flux residue brushed away',
    close(
      800,
      600,
      1.2,
      rest(
        board(360, 260, 880, 640),
        chip(480, 360, 180, 90),
        part(900, 420, 0),
        disc(800, 640, 60, m.alu),
        stroke('M730 700q60 40 140 0', '#b98d3e', 18),
      ),
    ),
    brush(900, 660, 20),
    mark(800, 660, 'red', 110),
  ),
  picture(
    'solder-pull',
    'Joint tried with a light pull',
    close(860, 560, 1.4, rest(tab, lead(840, 560, true), disc(960, 556, 44, m.alu, ball(m.alu))), arrow(700, 440, 480, 450, 'green')),
  ),
];
