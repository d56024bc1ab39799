/** SVG as strings: shapes, paints, shadows and the frame every picture shares. Units are pixels of a 1600 × 1200 sheet. */

export type Attributes = Readonly<Record<string, string | number | undefined>>;
export type Point = readonly [x: number, y: number];

export interface Picture {
  readonly name: string;
  readonly alt: string;
  readonly svg: string;
}

const number = (value: number): string => {
  const places = Math.abs(value) < 2 ? 100 : 10;
  return String(Math.round(value * places) / places).replace(/^(-?)0\./, '$1.');
};

function el(tag: string, attributes: Attributes, ...children: readonly string[]): string {
  const text = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? number(value) : value}"`)
    .join('');
  const inner = children.join('');
  return inner === '' ? `<${tag}${text}/>` : `<${tag}${text}>${inner}</${tag}>`;
}

export const group = (attributes: Attributes, ...children: readonly string[]): string => el('g', attributes, ...children);

/** Children drawn around their own origin, placed at x, y; `turn` in degrees clockwise. */
export function at(x: number, y: number, turn: number, scale: number, ...children: readonly string[]): string {
  const parts = [`translate(${number(x)} ${number(y)})`];
  if (turn !== 0) parts.push(`rotate(${number(turn)})`);
  if (scale !== 1) parts.push(`scale(${Math.round(scale * 100) / 100})`);
  return group({ transform: parts.join('') }, ...children);
}

/** The sheet seen `scale` times closer, with x, y in the middle of the frame. */
export const close = (x: number, y: number, scale: number, ...children: readonly string[]): string =>
  group({ transform: `translate(800 600)scale(${scale})translate(${number(-x)} ${number(-y)})` }, ...children);

export const rect = (x: number, y: number, width: number, height: number, rest: Attributes = {}): string =>
  el('rect', { x, y, width, height, ...rest });
export const circle = (cx: number, cy: number, r: number, rest: Attributes = {}): string => el('circle', { cx, cy, r, ...rest });
export const ellipse = (cx: number, cy: number, rx: number, ry: number, rest: Attributes = {}): string => el('ellipse', { cx, cy, rx, ry, ...rest });
export const path = (d: string, rest: Attributes = {}): string => el('path', { d, ...rest });

/** An open line. No fill, round ends, round joins and a width of 4 come from the sheet. */
export const stroke = (d: string, colour: string, width: number, rest: Attributes = {}): string =>
  path(d, {
    stroke: colour,
    'stroke-width': width,
    ...rest,
  });

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** `amount` from -1 (black) to 1 (white). */
export function tint(hex: string, amount: number): string {
  const target = amount < 0 ? 0 : 255;
  const mixed = channels(hex).map((c) => Math.round(c + (target - c) * Math.abs(amount)));
  return `#${mixed.map((c) => c.toString(16).padStart(2, '0')).join('')}`;
}

// A paint names its gradient by kind and colour; the frame emits exactly the gradients its drawing names.
const paint =
  (kind: string) =>
  (hex: string): string =>
    `url(#${kind}${hex.slice(1)})`;
/** A flat face, lit from the upper left. */
export const face = paint('f');
/** A lying cylinder. */
export const tube = paint('t');
/** A standing cylinder. */
export const post = paint('p');
/** A sphere or a dish. */
export const ball = paint('b');

const stops = (...list: readonly (readonly [offset: number, colour: string])[]): string =>
  list.map(([offset, colour]) => el('stop', { offset: offset || undefined, 'stop-color': colour })).join('');

function gradient(kind: string, hex: string): string {
  const id = kind + hex.slice(1);
  const round = stops([0, tint(hex, -0.12)], [0.22, tint(hex, 0.42)], [0.5, hex], [0.85, tint(hex, -0.34)], [1, tint(hex, -0.2)]);
  if (kind === 't') return el('linearGradient', { id, x2: 0, y2: 1 }, round);
  if (kind === 'p') return el('linearGradient', { id }, round);
  if (kind === 'b') {
    const shades = stops([0, tint(hex, 0.5)], [0.55, hex], [1, tint(hex, -0.35)]);
    return el('radialGradient', { id, cx: 0.36, cy: 0.32, r: 0.75 }, shades);
  }
  const flat = stops([0, tint(hex, 0.2)], [0.5, hex], [1, tint(hex, -0.16)]);
  return el('linearGradient', { id, x2: 0.8, y2: 1 }, flat);
}

const outline = (hex: string): Attributes => ({ stroke: tint(hex, -0.5) });

/** A moulded part with a rectangular face: lit, outlined, with a bright inner edge. */
export function panel(x: number, y: number, w: number, h: number, hex: string, r = 24): string {
  const inset = 7;
  return (
    rect(x, y, w, h, { rx: r, fill: face(hex), ...outline(hex) }) +
    rect(x + inset, y + inset, w - 2 * inset, h - 2 * inset, {
      rx: Math.max(r - inset, 2),
      stroke: '#fff',
      'stroke-opacity': 0.22,
    })
  );
}

export const solid = (d: string, hex: string, fill: string = face(hex)): string => path(d, { fill, ...outline(hex) });
export const bar = (x: number, y: number, w: number, h: number, hex: string, r = 8): string =>
  rect(x, y, w, h, { rx: r, fill: tube(hex), ...outline(hex) });
export const pillar = (x: number, y: number, w: number, h: number, hex: string, r = 8): string =>
  rect(x, y, w, h, { rx: r, fill: post(hex), ...outline(hex) });
export const disc = (x: number, y: number, r: number, hex: string, fill: string = face(hex)): string => circle(x, y, r, { fill, ...outline(hex) });
export const ring = (x: number, y: number, r: number, width: number, hex: string): string =>
  circle(x, y, r, { stroke: tint(hex, -0.5), 'stroke-width': width + 8 }) +
  circle(x, y, r, { stroke: face(hex), 'stroke-width': width }) +
  circle(x, y, r + width * 0.28, { stroke: '#fff', 'stroke-opacity': 0.18 });
/** A recess: darker than its surroundings, shadowed along the upper edge. */
export const recess = (x: number, y: number, w: number, h: number, hex: string, r = 16): string =>
  rect(x, y, w, h, { rx: r, fill: tint(hex, -0.35), stroke: tint(hex, -0.6) }) +
  stroke(`M${x + r} ${y + 8}H${x + w - r}`, '#000', 8, { opacity: 0.25 });

/** Lying on the mat. */
export const rest = (...children: readonly string[]): string => group({ filter: 'url(#low)' }, ...children);
/** Held above the mat: a further, softer shadow. */
export const lift = (...children: readonly string[]): string => group({ filter: 'url(#high)' }, ...children);
// One primitive, in sRGB: the slowest renderer we feed, resvg, pays for each more than for all the shapes.
const dropShadow = (id: string, dx: number, dy: number, stdDeviation: number, opacity: number): string =>
  el(
    'filter',
    { id, x: '-15%', y: '-15%', width: '140%', height: '150%', 'color-interpolation-filters': 'sRGB' },
    el('feDropShadow', { dx, dy, stdDeviation, 'flood-color': '#1c2733', 'flood-opacity': opacity }),
  );

const mat =
  rect(0, 0, 1600, 1200, { fill: '#e9ece9' }) +
  rect(0, 0, 1600, 1200, { fill: 'url(#grid)' }) +
  rect(30, 30, 1540, 1140, { rx: 18, stroke: '#b9c2bd', 'stroke-width': 3, opacity: 0.7 });

const grid =
  '<pattern id="grid" width="100" height="100" patternUnits="userSpaceOnUse">' +
  '<path d="M0 50H100M50 0V100" stroke="#d6dbd7" stroke-width="2"/>' +
  '<path d="M0 0H100M0 0V100" stroke="#c8cfca" stroke-width="4"/></pattern>';

export function picture(name: string, alt: string, ...body: readonly string[]): Picture {
  const drawing = mat + body.join('');
  const gradients = [...new Set(drawing.match(/(?<=url\(#)[ftpb][\da-f]{6}(?=\))/g))].map((id) => gradient(id.slice(0, 1), `#${id.slice(1)}`));
  const shadows = [
    drawing.includes('#low') ? dropShadow('low', 8, 14, 12, 0.32) : '',
    drawing.includes('#high') ? dropShadow('high', 26, 46, 26, 0.3) : '',
  ];
  const defs = el('defs', {}, grid, ...gradients, ...shadows);
  const sheet = { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 1600 1200' };
  const pen = { fill: 'none', 'stroke-width': 4, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
  const svg = el('svg', { ...sheet, ...pen }, defs, drawing);
  return { name, alt, svg: `${svg}\n` };
}

/** The point `r` away from x, y at `degrees` clockwise from three o'clock. */
export function polar(x: number, y: number, r: number, degrees: number): Point {
  const a = (degrees * Math.PI) / 180;
  return [Math.round(x + r * Math.cos(a)), Math.round(y + r * Math.sin(a))];
}

/** `count` points evenly around x, y. */
export const around = (x: number, y: number, r: number, count: number, start = 0): readonly Point[] =>
  Array.from({ length: count }, (_, i) => polar(x, y, r, start + (i * 360) / count));
