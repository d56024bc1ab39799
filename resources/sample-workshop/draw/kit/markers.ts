import { bulletColour } from './colours.ts';
import type { MarkerColour } from './colours.ts';
import { circle, group, path, polar, rect, stroke } from './svg.ts';

const marked = (colour: MarkerColour, ...children: readonly string[]): string => group({ class: `mark-${colour}` }, ...children);

const halo = 'rgba(255,255,255,.92)';

export const mark = (x: number, y: number, colour: MarkerColour, r = 46): string =>
  marked(colour, circle(x, y, r, { stroke: halo, 'stroke-width': 22 }), circle(x, y, r, { stroke: bulletColour[colour], 'stroke-width': 13 }));

export const marks = (points: readonly (readonly [number, number])[], colour: MarkerColour, r = 46): string =>
  points.map(([x, y]) => mark(x, y, colour, r)).join('');

export const markBox = (x: number, y: number, w: number, h: number, colour: MarkerColour, r = 26): string =>
  marked(
    colour,
    rect(x, y, w, h, { rx: r, stroke: halo, 'stroke-width': 22 }),
    rect(x, y, w, h, { rx: r, stroke: bulletColour[colour], 'stroke-width': 13 }),
  );

const arrowHead = (x: number, y: number, angle: number, size: number, fill: string): string => {
  const point = (reach: number, turn: number): string =>
    `${Math.round(x + reach * Math.cos(angle + turn))} ${Math.round(y + reach * Math.sin(angle + turn))}`;
  return path(`M${point(size, 0)}L${point(size * 1.05, 2.2)}L${point(size * 0.45, Math.PI)}L${point(size * 1.05, -2.2)}Z`, {
    fill,
    stroke: fill,
    'stroke-width': 8,
  });
};

function arrowAlong(d: string, x: number, y: number, angle: number, colour: MarkerColour): string {
  const hex = bulletColour[colour];
  return marked(colour, stroke(d, halo, 34), arrowHead(x, y, angle, 54, halo), stroke(d, hex, 20), arrowHead(x, y, angle, 44, hex));
}

export function arrow(x1: number, y1: number, x2: number, y2: number, colour: MarkerColour): string {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const x = x2 - 40 * Math.cos(angle);
  const y = y2 - 40 * Math.sin(angle);
  return arrowAlong(`M${x1} ${y1}L${Math.round(x)} ${Math.round(y)}`, x, y, angle, colour);
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** An arc around x, y from one angle to another, in degrees clockwise from three o'clock. */
export function turn(x: number, y: number, r: number, from: number, to: number, colour: MarkerColour): string {
  const [sx, sy] = polar(x, y, r, from);
  const [ex, ey] = polar(x, y, r, to);
  const clockwise = to > from;
  const d = `M${sx} ${sy}A${r} ${r} 0 ${Math.abs(to - from) > 180 ? 1 : 0} ${clockwise ? 1 : 0} ${ex} ${ey}`;
  return arrowAlong(d, ex, ey, radians(to + (clockwise ? 96 : -96)), colour);
}
