import { material as m } from '../kit/colours.ts';
import { lettering } from '../kit/lettering.ts';
import { arrow, mark, markBox, turn } from '../kit/markers.ts';
import { hole, hose, spring } from '../kit/mechanics.ts';
import { at, bar, circle, close, disc, lift, panel, path, picture, recess, rect, rest, ring, solid, stroke, tint, tube } from '../kit/svg.ts';
import { brush as dustBrush, driver, mainsOff } from '../kit/tools.ts';

export const machine = (cap: string): string =>
  rest(
    hose('M1330 610C1450 610 1480 700 1600 720', m.ink, 34),
    bar(1250, 560, 90, 96, m.ink, 20),
    solid('M560 500H820Q860 480 900 500L1230 520Q1270 524 1270 560V650Q1270 690 1230 694L900 716Q860 736 820 716H560Z', m.amber, tube(m.amber)),
    solid('M880 508L1225 528Q1260 530 1260 562V650Q1260 684 1225 688L880 708Z', m.ink, tube(m.ink)),
    stroke('M940 530V690M980 532V688M1020 534V686', '#0d1114', 10),
    bar(1080, 520, 110, 36, m.rust, 16),
    panel(420, 460, 190, 300, m.iron, 40),
    stroke('M460 480V740M500 476V744M540 476V744', tint(m.iron, -0.25), 8),
    ring(380, 610, 210, 40, m.iron),
    circle(380, 610, 190, { fill: '#d7d2c6', stroke: '#8a8477', 'stroke-width': 4 }),
    circle(380, 610, 150, { stroke: '#b9b2a2', 'stroke-width': 10, 'stroke-dasharray': '6 12' }),
    disc(380, 610, 56, m.graphite),
    disc(380, 610, 30, m.steel),
    path('M170 610A210 210 0 0 1 380 400H440V820H380A210 210 0 0 1 170 610Z', { fill: tint(m.slate, -0.1), opacity: 0.5 }),
    rect(624, 566, 156, 70, { rx: 12, fill: m.ink }),
    lettering(642, 588, 'AG 125', 22, '#f0efe9'),
    cap,
  );
export const cap = (x: number, y: number, r = 40): string =>
  disc(x, y, r, m.graphite) + disc(x, y, r * 0.8, m.ink) + stroke(`M${x - r * 0.5} ${y}H${x + r * 0.5}`, '#000', r * 0.22);
export const carbon = (length: number, worn = false): string =>
  panel(0, -46, length, 92, '#3a3d41', 6) +
  path(`M0 -46Q14 0 0 46H-14Q-2 0 -14 -46Z`, { fill: worn ? '#6f5d3b' : '#23262a' }) +
  stroke(`M${length} 20C${length + 60} 60 ${length + 120} 40 ${length + 190} 4`, m.copper, 12) +
  spring(length, 0, 0, 180, 56) +
  bar(length + 180, -40, 16, 80, m.brass, 4);
const holder = recess(700, 420, 240, 200, m.amber, 20) + panel(740, 470, 160, 100, m.brass, 8) + rect(756, 486, 128, 68, { fill: '#241d12' });

export const pictures = [
  picture('grinder-cover', 'Angle grinder of 125 mm with its guard fitted', close(800, 610, 1.1, machine(cap(830, 610)))),
  picture(
    'grinder-unplug',
    'Mains plug pulled, grinder on the mat',
    close(800, 430, 1, machine(cap(830, 610))),
    mainsOff(440, 120, 0.85),
    mark(820, 250, 'orange', 90),
  ),
  picture(
    'grinder-cap',
    'Brush cap on the motor housing with a wide slot driver',
    close(830, 610, 2, machine(cap(830, 610))),
    driver(800, 600, -52, m.blue),
    mark(800, 600, 'red', 110),
    turn(800, 600, 190, 60, -50, 'orange'),
  ),
  picture(
    'grinder-brush-out',
    'Carbon brush and spring drawn from the holder',
    close(830, 610, 2, machine(hole(830, 610, 36, m.amber))),
    lift(at(940, 420, -28, 1, carbon(130, true))),
    arrow(860, 560, 990, 420, 'red'),
  ),
  picture(
    'grinder-brush-wear',
    'Worn brush beside a new one with the wear limit marked',
    rest(at(300, 380, 0, 1.8, carbon(90, true))),
    rest(at(300, 800, 0, 1.8, carbon(230))),
    stroke('M520 200V980', '#e02d36', 6, { 'stroke-dasharray': '24 18', opacity: 0.55 }),
    markBox(250, 270, 240, 220, 'red'),
    markBox(250, 690, 490, 220, 'green'),
    lettering(1130, 350, '5 MM', 60, m.ink),
    lettering(1230, 770, '13 MM', 60, m.ink),
  ),
  picture(
    'grinder-holder',
    'Brush holder brushed clean of dust',
    close(
      830,
      540,
      2.2,
      rest(panel(440, 300, 800, 480, m.amber, 40), holder, stroke('M520 380V700M580 380V700M1060 380V700M1120 380V700', tint(m.amber, -0.35), 16)),
    ),
    dustBrush(900, 520, -40),
    mark(800, 550, 'red', 170),
  ),
  picture(
    'grinder-brush-in',
    'New brush entering the holder, curved face first',
    close(830, 540, 2.2, rest(panel(440, 300, 800, 480, m.amber, 40), holder)),
    lift(at(820, 620, -20, 1.4, carbon(220))),
    arrow(1040, 300, 860, 400, 'red'),
    mark(1190, 640, 'orange', 70),
  ),
  picture('grinder-run', 'Grinder running without load', close(800, 610, 1.1, machine(cap(830, 610))), turn(340, 610, 290, -150, -60, 'green')),
  picture(
    'grinder-vents',
    'Sparks seen through the rear vents',
    close(
      1010,
      610,
      2,
      machine(cap(830, 610) + [0, 1, 2, 3, 4].map((i) => circle(930 + i * 24, 560 + ((i * 31) % 90), 7, { fill: '#ffd34d' })).join('')),
    ),
    markBox(600, 400, 280, 420, 'orange'),
  ),
];
