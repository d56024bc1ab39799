import { material } from './colours.ts';
import { lettering, reading } from './lettering.ts';
import { at, bar, circle, disc, ellipse, face, group, lift, panel, path, pillar, rect, rest, ring, solid, stroke, tint, tube } from './svg.ts';

// Every tool has its working tip at x, y and its body towards +x before turning.

export const driver = (x: number, y: number, turn: number, hex: string = material.rust): string =>
  lift(
    at(
      x,
      y,
      turn,
      1,
      solid('M0 -5L26 -13H240V13H26L0 5Z', material.steel, tube(material.steel)),
      bar(232, -24, 40, 48, material.graphite, 8),
      solid('M270 -40Q300 -52 330 -44H540Q590 -40 590 0T540 44H330Q300 52 270 40Z', hex, tube(hex)),
      stroke('M346 -24H526M346 0H534M346 24H526', tint(hex, -0.35), 9),
    ),
  );

export const hexKey = (x: number, y: number, turn: number): string =>
  lift(
    at(
      x,
      y,
      turn,
      1,
      stroke('M0 0H330Q372 0 372 42V130', tint(material.slate, -0.5), 34),
      stroke('M0 0H330Q372 0 372 42V130', material.slate, 26),
      stroke('M6 -6H330Q378 -6 378 42V126', '#fff', 5, { opacity: 0.4 }),
    ),
  );

export const spanner = (x: number, y: number, turn: number, hex: string = material.steel): string =>
  lift(
    at(
      x,
      y,
      turn,
      1,
      solid(
        'M-34 -60Q10 -92 62 -72 96 -56 104 -26H470Q484 -60 530 -60 590 -56 590 0T530 60Q484 60 470 26H104Q96 56 62 72 10 92 -34 60L-18 36Q24 44 34 0 24 -44 -18 -36Z',
        hex,
      ),
      nutHole,
      stroke('M150 0H430', tint(hex, -0.22), 18),
    ),
  );
const nutHole = path('M500 0L515 -27H545L560 0 545 27H515Z', { fill: material.graphite });

export const pryTool = (x: number, y: number, turn: number, hex: string = material.blue): string =>
  lift(
    at(
      x,
      y,
      turn,
      1,
      solid('M0 -10Q30 -30 90 -30H420Q470 -30 470 0T420 30H90Q30 30 0 10Z', hex, tube(hex)),
      stroke('M150 -10H400M150 10H400', tint(hex, -0.3), 7),
    ),
  );

export const tweezers = (x: number, y: number, turn: number): string =>
  lift(
    at(
      x,
      y,
      turn,
      1,
      solid('M0 -4L160 -34Q300 -50 420 -12V0L300 -22Q170 -20 4 4Z', material.steel),
      solid('M0 4L160 34Q300 50 420 12V0L300 22Q170 20 4 -4Z', material.iron),
    ),
  );

export const pliers = (x: number, y: number, turn: number, hex: string = material.red): string =>
  lift(
    at(
      x,
      y,
      turn,
      1,
      solid('M0 -4L130 -34 190 -26 230 0 130 8 4 2Z', material.iron),
      solid('M0 4L130 34 190 26 230 0 130 -8 4 -2Z', material.iron),
      disc(196, 0, 26, material.steel),
      stroke('M230 -12Q360 -82 560 -66', tint(hex, -0.5), 52),
      stroke('M230 -12Q360 -82 560 -66', hex, 42),
      stroke('M230 12Q360 82 560 66', tint(hex, -0.5), 52),
      stroke('M230 12Q360 82 560 66', hex, 42),
      stroke('M270 -36Q380 -90 540 -78', '#fff', 8, { opacity: 0.35 }),
    ),
  );

export const iron = (x: number, y: number, turn: number): string =>
  lift(
    at(
      x,
      y,
      turn,
      1,
      solid('M0 -2L70 -12V12L0 4Z', material.copper, tube(material.copper)),
      bar(66, -15, 190, 30, material.steel, 6),
      bar(250, -34, 26, 68, material.graphite, 8),
      solid('M276 -30Q320 -44 360 -38H520Q560 -34 560 0T520 38H360Q320 44 276 30Z', material.blue, tube(material.blue)),
      stroke('M560 0Q640 0 690 60', material.ink, 20),
    ),
  );

export const brush = (x: number, y: number, turn: number): string =>
  lift(
    at(
      x,
      y,
      turn,
      1,
      stroke('M6 -22L80 -16M0 -10L80 -8M-4 2L80 2M0 14L80 10M6 24L80 16', material.sand, 9),
      bar(76, -28, 74, 56, material.steel, 6),
      solid('M150 -24Q260 -40 480 -22 520 -14 520 0T480 22Q260 40 150 24Z', material.wood, tube(material.wood)),
    ),
  );

export const probe = (x: number, y: number, turn: number, hex: string): string =>
  at(
    x,
    y,
    turn,
    1,
    solid('M0 -1L50 -6V6L0 2Z', material.steel, tube(material.steel)),
    bar(48, -18, 26, 36, tint(hex, -0.2), 6),
    solid('M74 -14Q130 -26 250 -18 280 -14 280 0T250 18Q130 26 74 14Z', hex, tube(hex)),
  );

/** A multimeter, its left upper corner at x, y; `mode` turns the dial: 0 off, then clockwise. */
export const multimeter = (x: number, y: number, value: string, unit: string, mode = 1): string => {
  const angle = -150 + mode * 60;
  const ticks = Array.from({ length: 6 }, (_, i) => at(160, 350, -150 + i * 60, 1, rect(96, -4, 18, 8, { fill: '#dfe5e2' })));
  return rest(
    at(
      x,
      y,
      0,
      1,
      panel(0, 0, 320, 600, material.amber, 42),
      panel(26, 26, 268, 548, material.graphite, 30),
      rect(52, 54, 216, 136, { rx: 12, fill: face('#bccabb'), stroke: '#1c2226', 'stroke-width': 6 }),
      reading(66, 84, value, 64),
      lettering(226, 156, unit, 22, '#1d2a26'),
      disc(160, 350, 92, material.ink),
      ...ticks,
      disc(160, 350, 70, material.slate),
      at(160, 350, angle, 1, rect(-6, -7, 72, 14, { rx: 7, fill: '#eef0ee' })),
      disc(90, 510, 28, material.red),
      disc(90, 510, 14, material.ink),
      disc(230, 510, 28, material.iron),
      disc(230, 510, 14, material.ink),
    ),
  );
};

function lead(from: readonly [number, number], [tx, ty, turn]: readonly [number, number, number], hex: string): string {
  const ex = tx + 280 * Math.cos((turn * Math.PI) / 180);
  const ey = ty + 280 * Math.sin((turn * Math.PI) / 180);
  const bx = tx + 470 * Math.cos((turn * Math.PI) / 180);
  const by = ty + 470 * Math.sin((turn * Math.PI) / 180);
  const d = `M${from[0]} ${from[1]}C${from[0]} ${from[1] + 170} ${Math.round(bx)} ${Math.round(by)} ${Math.round(ex)} ${Math.round(ey)}`;
  return stroke(d, tint(hex, -0.5), 20) + stroke(d, hex, 13) + probe(tx, ty, turn, hex);
}

/** Leads from a multimeter at x, y to two tips. */
export const leads = (x: number, y: number, red: readonly [number, number, number], black: readonly [number, number, number]): string =>
  lift(lead([x + 90, y + 510], red, material.red), lead([x + 230, y + 510], black, material.graphite));

export const syringe = (x: number, y: number, turn: number, fill: string): string =>
  lift(
    at(
      x,
      y,
      turn,
      1,
      stroke('M0 0H70', material.iron, 12),
      solid('M60 -16H90V-50H380V50H90V16H60Z', '#dfe8ea'),
      rect(96, -40, 190, 80, { fill, opacity: 0.85 }),
      bar(284, -44, 26, 88, material.graphite, 6),
      bar(310, -10, 170, 20, material.white, 4),
      bar(376, -76, 20, 152, material.white, 8),
      bar(476, -56, 22, 112, material.white, 8),
      stroke('M120 -34H350', '#fff', 6, { opacity: 0.7 }),
    ),
  );

export const bottle = (x: number, y: number, turn: number, hex: string, text: string): string =>
  rest(
    at(
      x,
      y,
      turn,
      1,
      solid('M0 -8L90 -16V16L0 8Z', material.white, tube(material.white)),
      bar(86, -34, 46, 68, material.graphite, 8),
      solid('M132 -40Q170 -96 220 -96H470Q496 -96 496 -70V70Q496 96 470 96H220Q170 96 132 40Z', hex, tube(hex)),
      rect(240, -60, 200, 120, { rx: 10, fill: '#fff', opacity: 0.85 }),
      lettering(258, -Math.min(20, 84 / text.length), text, Math.min(40, 168 / text.length), material.ink),
    ),
  );

export const cloth = (x: number, y: number, turn: number, hex: string = material.blue): string =>
  rest(
    at(
      x,
      y,
      turn,
      1,
      solid('M-150 -90Q-60 -130 20 -100T160 -96Q190 -20 150 40T130 110Q40 90 -40 116T-160 84Q-130 10 -150 -90Z', hex),
      stroke('M-120 -60Q-40 -20 -20 60M20 -80Q50 0 110 70M-100 40Q-30 60 30 20', tint(hex, -0.22), 9),
    ),
  );

export const torqueKey = (x: number, y: number, turn: number, value: string): string =>
  lift(
    at(
      x,
      y,
      turn,
      1,
      bar(-16, -16, 120, 32, material.steel, 4),
      disc(110, 0, 58, material.iron),
      bar(160, -22, 250, 44, material.steel, 8),
      panel(400, -46, 240, 92, material.graphite, 40),
      rect(440, -28, 130, 56, { rx: 8, fill: '#bccabb' }),
      reading(456, -18, value, 36),
    ),
  );

export const tray = (x: number, y: number, w: number, h: number, ...content: readonly string[]): string =>
  rest(
    panel(x, y, w, h, material.slate, 26),
    rect(x + 20, y + 20, w - 40, h - 40, { rx: 16, fill: tint(material.slate, 0.18), stroke: tint(material.slate, -0.3), 'stroke-width': 4 }),
    ...content,
  );

export const wristStrap = (x: number, y: number): string =>
  rest(
    ring(x, y, 90, 38, material.navy),
    disc(x + 96, y + 8, 26, material.steel),
    stroke(`M${x + 110} ${y + 14}q60 60 20 120t70 110`, material.ink, 12, { 'stroke-dasharray': '18 6' }),
  );

export const bowl = (x: number, y: number, r: number, water?: string): string =>
  rest(
    disc(x, y, r, material.alu),
    disc(x, y, r * 0.86, tint(material.alu, -0.18)),
    ...(water === undefined
      ? []
      : [
          circle(x, y, r * 0.78, { fill: water, opacity: 0.75 }),
          ellipse(x - r * 0.25, y - r * 0.3, r * 0.25, r * 0.1, { fill: '#fff', opacity: 0.5 }),
        ]),
  );

/** A plug pulled from its wall socket: the sign for "mains off". */
export const mainsOff = (x: number, y: number, scale = 1): string =>
  at(
    x,
    y,
    0,
    scale,
    rest(
      panel(0, 0, 300, 300, material.white, 36),
      disc(150, 150, 110, tint(material.white, -0.06)),
      disc(150, 150, 92, tint(material.white, -0.14)),
      circle(108, 150, 15, { fill: material.ink }),
      circle(192, 150, 15, { fill: material.ink }),
      rect(132, 46, 36, 22, { rx: 5, fill: face(material.brass) }),
      rect(132, 232, 36, 22, { rx: 5, fill: face(material.brass) }),
    ),
    lift(
      bar(370, 106, 62, 16, material.brass, 6),
      bar(370, 178, 62, 16, material.brass, 6),
      pillar(420, 62, 120, 176, material.graphite, 30),
      bar(534, 116, 90, 68, material.graphite, 16),
      stroke('M620 150C720 150 700 260 820 262', '#15191d', 40),
      stroke('M620 150C720 150 700 260 820 262', material.graphite, 30),
    ),
  );

export const tyreLever = (x: number, y: number, turn: number): string =>
  lift(
    at(
      x,
      y,
      turn,
      1,
      solid('M0 10Q-14 -20 20 -26L80 -20H330Q380 -20 380 6T330 32H80L30 22Q14 24 12 40Z', material.yellow),
      group({}, stroke('M110 6H320', tint(material.yellow, -0.3), 12)),
    ),
  );

export const sprayCan = (x: number, y: number): string =>
  rest(
    pillar(x, y + 70, 170, 430, material.red, 20),
    rect(x + 4, y + 190, 162, 180, { fill: '#fff', opacity: 0.85 }),
    pillar(x + 14, y + 40, 142, 44, material.steel, 16),
    pillar(x + 56, y, 58, 46, material.white, 10),
    bar(x - 60, y + 10, 120, 10, material.red, 4),
  );
