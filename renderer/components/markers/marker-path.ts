import { distance } from '../../../shared/markup.ts';
import type { Marker, Point } from '../../../shared/markup.ts';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the stroke width in pixels of the picture; it looks the same on every picture. */
export const strokeOf = ({ width, height }: PictureSize): number =>
  Math.max(2, Math.max(width, height) / 130);

/** The edge around each stroke, so that it stands out on any picture. `width` is relative to the stroke. */
export const edge = { colour: 'rgb(255 255 255 / 90%)', width: 1.9 } as const;

/** Returns a marker as SVG path data, for a `<path>` and for a canvas. */
export function markerPath({ kind, from, to }: Marker, stroke: number): string {
  switch (kind) {
    case 'circle': {
      const r = Math.max(1, distance(from, to));
      const across = `a${r} ${r} 0 1 0`;
      return `M${from.x - r} ${from.y}${across} ${2 * r} 0${across} ${-2 * r} 0Z`;
    }
    case 'rectangle':
      return `M${from.x} ${from.y}H${to.x}V${to.y}H${from.x}Z`;
    case 'line':
      return `${straight(from, to)}`;
    case 'arrow': {
      const head = Math.min(stroke * 5, distance(from, to));
      const [left, right] = [0.5, -0.5].map((turn) => off(to, from, head, turn));
      return `${straight(from, to)}M${at(left)}L${at(to)}L${at(right)}`;
    }
    default: {
      const cap = stroke * 3;
      const ends = [from, to].map((end, index) => {
        const other = index === 0 ? to : from;
        return `M${at(off(end, other, cap, Math.PI / 2))}L${at(off(end, other, cap, -Math.PI / 2))}`;
      });
      return straight(from, to) + ends.join('');
    }
  }
}

const at = (point: Point = { x: 0, y: 0 }): string => `${round(point.x)} ${round(point.y)}`;
const round = (value: number): number => Math.round(value * 10) / 10;
const straight = (from: Point, to: Point): string => `M${at(from)}L${at(to)}`;

/** Returns the point `length` away from `end`, in the direction of `other` turned by `turn` radians. */
function off(end: Point, other: Point, length: number, turn: number): Point {
  const angle = Math.atan2(other.y - end.y, other.x - end.x) + turn;
  return { x: end.x + Math.cos(angle) * length, y: end.y + Math.sin(angle) * length };
}
