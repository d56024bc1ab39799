import { material as m } from '../kit/colours.ts';
import { lettering } from '../kit/lettering.ts';
import { arrow, mark, markBox, marks, turn } from '../kit/markers.ts';
import { hole, hose, screw } from '../kit/mechanics.ts';
import {
  around,
  at,
  bar,
  circle,
  close,
  disc,
  ellipse,
  face,
  lift,
  panel,
  path,
  picture,
  pillar,
  polar,
  rect,
  rest,
  solid,
  stroke,
  tint,
} from '../kit/svg.ts';
import { bottle, bowl, cloth, hexKey, pryTool, spanner, syringe, torqueKey } from '../kit/tools.ts';

export const rotor = (x: number, y: number, r: number): string =>
  at(
    x,
    y,
    0,
    r / 400,
    path(`M400 0A400 400 0 1 1 -400 0A400 400 0 1 1 400 0ZM270 0A270 270 0 1 0 -270 0A270 270 0 1 0 270 0Z`, {
      fill: face(m.alu),
      stroke: '#5c666d',
      'fill-rule': 'evenodd',
    }),
    stroke(
      around(0, 0, 335, 24)
        .map(([a, b], i) => {
          const [c, d] = polar(0, 0, i % 2 ? 372 : 300, i * 15 + 6);
          return `M${a} ${b}L${c} ${d}`;
        })
        .join(''),
      '#6d777e',
      18,
    ),
    stroke(
      around(0, 0, 272, 6)
        .map(([a, b], i) => {
          const [c, d] = polar(0, 0, 110, i * 60 + 40);
          return `M${a} ${b}L${c} ${d}`;
        })
        .join(''),
      m.graphite,
      34,
    ),
    disc(0, 0, 120, m.graphite),
    ...around(0, 0, 84, 6).map(([a, b]) => screw(a, b, 16, 'star')),
    disc(0, 0, 46, m.steel),
    hole(0, 0, 20, m.iron),
  );

const caliperBody = (pad: string): string =>
  solid('M-170 -150Q-180 -190 -130 -196H130Q180 -190 170 -150V150Q180 190 130 196H-130Q-180 190 -170 150Z', m.ink) +
  rect(-40, -170, 80, 340, { rx: 16, fill: '#0e1215' }) +
  pad +
  disc(-110, -30, 44, m.graphite) +
  disc(110, -30, 44, m.graphite) +
  screw(-110, -150, 24, 'hex') +
  screw(110, 150, 24, 'hex') +
  bar(-200, 96, 44, 36, m.brass, 6) +
  disc(-214, 114, 14, m.iron) +
  bar(-190, -120, 34, 44, m.steel, 6);
const pads =
  rect(-32, -150, 26, 300, { rx: 6, fill: face(m.rust) }) +
  rect(6, -150, 26, 300, { rx: 6, fill: face(m.rust) }) +
  rect(-6, -140, 12, 280, { fill: face(m.alu) });
const padPin = bar(-70, 120, 140, 16, m.steel, 6) + disc(78, 128, 15, m.steel);
const cable = hose('M-190 -98C-420 -120 -520 -300 -560 -700', m.ink, 26);
const caliper = (x: number, y: number, scale: number, pad: string): string => at(x, y, 0, scale, cable, caliperBody(pad));

const side = (...extra: readonly string[]): string =>
  rest(
    bar(60, 540, 900, 70, m.navy, 30),
    stroke('M780 575L1180 120', tint(m.navy, -0.5), 74),
    stroke('M780 575L1180 120', m.navy, 62),
    rotor(800, 640, 400),
    at(1090, 400, 34, 0.8, cable, caliperBody('')),
    ...extra,
  );

export const padPlate = (thickness: number, hex: string = m.rust): string =>
  solid('M-130 -150H130L150 60 110 150H40V190H-40V150H-110L-150 60Z', m.copper) +
  panel(-106, -126, 212, 220, hex, 16) +
  hole(0, 168, 13, m.copper) +
  rect(-106, 100 - thickness, 212, 8, { fill: tint(hex, -0.4) });
const padSide = (thickness: number, hex: string): string => pillar(0, 0, 40, 420, m.copper, 6) + pillar(40, 40, thickness, 320, hex, 6);
const padSpring = stroke('M-70 -120Q-90 0 -60 110L0 150 60 110Q90 0 70 -120', m.steel, 14);
export const lever = (...extra: readonly string[]): string =>
  rest(
    bar(0, 200, 1600, 110, m.graphite, 10),
    bar(40, 180, 420, 150, m.ink, 30),
    panel(700, 160, 190, 190, m.graphite, 30),
    solid('M760 350Q740 450 860 470H1260Q1420 480 1440 420V330Q1430 300 1390 310L900 330Z', m.ink),
    disc(1280, 400, 22, m.brass),
    solid('M860 400Q700 560 420 580Q260 590 240 640T330 690Q640 690 900 470Z', m.steel),
    disc(880, 430, 34, m.iron),
    hose('M1440 390C1520 390 1560 480 1600 640', m.ink, 30),
    ...extra,
  );
const funnel = (x: number, y: number, fluid: string, level: number): string =>
  lift(
    solid(`M${x - 190} ${y - 420}H${x + 190}L${x + 150} ${y - 160} ${x + 34} ${y - 60}V${y}H${x - 34}V${y - 60}L${x - 150} ${y - 160}Z`, '#dfe8ea'),
    path(`M${x - 174} ${y - level}H${x + 174}L${x + 136} ${y - 166} ${x + 24} ${y - 66}H${x - 24}L${x - 136} ${y - 166}Z`, {
      fill: fluid,
      opacity: 0.8,
    }),
    bar(x - 44, y - 10, 88, 34, m.brass, 6),
  );
const fluid = '#c8475a';
const bubbles = (x: number, y: number): string =>
  [0, 1, 2, 3, 4].map((i) => circle(x + ((i * 53) % 120) - 60, y - i * 36, 10 + ((i * 7) % 9), { fill: '#fff', opacity: 0.8 })).join('');

const low = (...children: readonly string[]): string => close(800, 360, 1.02, ...children);

export const pictures = [
  picture('brake-cover', 'Disc brake of a rear wheel: rotor, caliper and frame', side()),
  picture(
    'brake-wheel-out',
    'Axle undone and wheel dropped out',
    rest(bar(60, 240, 900, 70, m.navy, 30), at(1090, 180, 34, 0.7, cable, caliperBody(pads))),
    lift(rotor(640, 740, 360)),
    arrow(1090, 600, 1090, 900, 'red'),
    mark(1090, 180, 'orange', 130),
  ),
  picture(
    'brake-pin',
    'Retaining pin and its clip at the caliper',
    caliperView(pads + padPin),
    hexKey(1004, 792, 20),
    mark(960, 790, 'red', 60),
    mark(690, 790, 'orange', 50),
  ),
  picture(
    'brake-pads-out',
    'Pads and spring drawn out together',
    caliperView(''),
    lift(at(1330, 300, 12, 0.9, padPlate(60), padSpring)),
    arrow(860, 330, 1130, 300, 'red'),
  ),
  picture(
    'brake-wear',
    'Worn pad beside a new pad, lining thickness',
    rest(at(260, 420, 0, 1.2, padPlate(20)), at(500, 200, 0, 1.1, padSide(16, m.rust))),
    rest(at(980, 420, 0, 1.2, padPlate(90, m.slate)), at(1220, 200, 0, 1.1, padSide(70, m.slate))),
    lettering(400, 820, '0.5 MM', 60, m.ink),
    lettering(1130, 820, '3.5 MM', 60, m.ink),
    markBox(520, 190, 90, 490, 'red'),
    markBox(1230, 190, 160, 490, 'green'),
  ),
  picture(
    'brake-pistons',
    'Pistons pushed back with a plastic lever',
    caliperView(ellipse(-36, -20, 14, 70, { fill: face(m.cream) }) + ellipse(36, -20, 14, 70, { fill: face(m.cream) })),
    pryTool(800, 560, -58),
    marks(
      [
        [740, 565],
        [860, 565],
      ],
      'red',
      66,
    ),
  ),
  picture(
    'brake-rotor-clean',
    'Rotor wiped with isopropyl alcohol',
    rest(rotor(620, 620, 440)),
    cloth(930, 380, 20),
    bottle(980, 950, -12, m.green, 'IPA'),
    mark(930, 400, 'red', 170),
  ),
  picture(
    'brake-pads-in',
    'New pads, spring between them, entering the caliper',
    caliperView(''),
    lift(at(800, 250, 0, 0.9, padPlate(60, m.slate), padSpring)),
    arrow(1060, 200, 1060, 470, 'red'),
  ),
  picture(
    'brake-torque',
    'Caliper bolts tightened with a torque key',
    at(0, 0, 0, 1, caliperView(pads + padPin)),
    torqueKey(960, 790, 15, '6.0'),
    marks(
      [
        [976, 840],
        [624, 360],
      ],
      'red',
      60,
    ),
  ),
  picture('bleed-cover', 'Bleed funnel on the brake lever', low(lever(funnel(1280, 390, fluid, 260)))),
  picture(
    'bleed-lever-level',
    'Lever turned level, bleed screw uppermost',
    low(
      lever(),
      mark(1280, 400, 'red', 66),
      stroke('M120 120H1480', '#1b5fc8', 6, { 'stroke-dasharray': '26 18', opacity: 0.6 }),
      hexKey(1280, 400, -70),
    ),
  ),
  picture(
    'bleed-pads-block',
    'Pads out, bleed block between the pistons',
    caliperView(panel(-34, -150, 68, 300, m.yellow, 8)),
    markBox(730, 360, 140, 480, 'red'),
    lift(at(1340, 840, 10, 0.8, padPlate(60))),
    mark(1340, 850, 'orange', 170),
  ),
  picture(
    'bleed-funnel',
    'Funnel screwed into the lever and half filled',
    low(lever(funnel(1280, 390, fluid, 260)), turn(1280, 400, 120, 120, 200, 'red')),
  ),
  picture(
    'bleed-syringe',
    'Syringe with clear hose on the caliper nipple',
    caliperView(panel(-34, -150, 68, 300, m.yellow, 8)),
    lift(hose('M540 744C420 760 400 900 520 960', '#d98a97', 24)),
    syringe(500, 960, 8, fluid),
    mark(540, 744, 'red', 66),
    spanner(300, 500, -90),
  ),
  picture(
    'bleed-push',
    'Fluid pushed up, bubbles leaving at the funnel',
    low(lever(funnel(1280, 390, fluid, 310), bubbles(1280, 300)), arrow(1500, 560, 1500, 400, 'red'), mark(1280, 230, 'orange', 110)),
  ),
  picture(
    'bleed-flick',
    'Lever pulled in short strokes',
    low(lever(funnel(1280, 390, fluid, 280), bubbles(1270, 260)), arrow(420, 860, 420, 720, 'red'), arrow(620, 720, 620, 860, 'red')),
  ),
  picture(
    'bleed-close',
    'Funnel plugged with its stopper and taken off',
    low(
      lever(),
      lift(at(0, -50, 8, 1, funnel(1180, 330, fluid, 240), bar(1080, -130, 200, 46, m.graphite, 10))),
      mark(1280, 400, 'red', 66),
      cloth(1400, 700, 0),
    ),
  ),
  picture(
    'bleed-waste',
    'Old fluid collected for disposal',
    bowl(500, 620, 280, '#7a4a3f'),
    bottle(880, 640, 0, fluid, 'OIL'),
    mark(500, 620, 'red', 300),
  ),
];

function caliperView(pad: string): string {
  return rest(caliper(800, 600, 1.6, pad));
}
