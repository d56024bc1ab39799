import { distance } from '../../../shared/markup.ts';
import type { Marker, MarkerColour, MarkerKind, Point } from '../../../shared/markup.ts';
import type { PictureSize } from './marker-path.ts';

/** State of the marker editor. `before` and `after` are the versions for undo and redo. */
export interface Drawing {
  readonly markers: readonly Marker[];
  readonly chosen: number | null;
  readonly kind: MarkerKind;
  readonly colour: MarkerColour;
  readonly before: readonly (readonly Marker[])[];
  readonly after: readonly (readonly Marker[])[];
}

export const openDrawing = (markers: readonly Marker[]): Drawing => ({
  markers,
  chosen: null,
  kind: 'circle',
  colour: 'red',
  before: [],
  after: [],
});

/** Adds the changes since `since` to the history as one undo step. */
export const kept = (drawing: Drawing, since: readonly Marker[]): Drawing =>
  since === drawing.markers ? drawing : { ...drawing, before: [...drawing.before, since], after: [] };

export const withMarkers = (
  drawing: Drawing,
  markers: readonly Marker[],
  chosen = drawing.chosen,
): Drawing => ({
  ...drawing,
  markers,
  chosen,
});

export function undone({ before, after, markers, ...rest }: Drawing): Drawing {
  const last = before.at(-1);
  if (!last) return { before, after, markers, ...rest };
  return { ...rest, markers: last, chosen: null, before: before.slice(0, -1), after: [...after, markers] };
}

export function redone({ before, after, markers, ...rest }: Drawing): Drawing {
  const next = after.at(-1);
  if (!next) return { before, after, markers, ...rest };
  return { ...rest, markers: next, chosen: null, before: [...before, markers], after: after.slice(0, -1) };
}

export function changed(drawing: Drawing, index: number, marker: Marker): Drawing {
  return withMarkers(
    drawing,
    drawing.markers.map((other, at) => (at === index ? marker : other)),
  );
}

/** Moves a whole marker, within the picture. */
export function movedBy({ from, to, ...marker }: Marker, dx: number, dy: number, size: PictureSize): Marker {
  const shift = (low: number, high: number, by: number, most: number): number =>
    Math.min(Math.max(by, -low), most - high);
  const reach = marker.kind === 'circle' ? 0 : 1;
  const xs = [from.x, reach ? to.x : from.x];
  const ys = [from.y, reach ? to.y : from.y];
  const x = shift(Math.min(...xs), Math.max(...xs), dx, size.width);
  const y = shift(Math.min(...ys), Math.max(...ys), dy, size.height);
  return { ...marker, from: { x: from.x + x, y: from.y + y }, to: { x: to.x + x, y: to.y + y } };
}

export const inside = ({ x, y }: Point, { width, height }: PictureSize): Point => ({
  x: Math.min(Math.max(x, 0), width),
  y: Math.min(Math.max(y, 0), height),
});

/**
 * Returns a new marker between the two ends of a drag. A circle fills the square that begins at `from`, as in other
 * drawing programs, as far as the picture goes; `Marker` has its centre and a point of its edge.
 */
export function drawnMarker(
  { kind, colour, from }: Marker,
  place: Point,
  { width, height }: PictureSize,
): Marker {
  if (kind !== 'circle') return { kind, colour, from, to: place };
  const [dx, dy] = [place.x - from.x, place.y - from.y];
  const room = (start: number, way: number, most: number): number => (way < 0 ? start : most - start);
  const side = Math.min(
    Math.max(Math.abs(dx), Math.abs(dy)),
    room(from.x, dx, width),
    room(from.y, dy, height),
  );
  const centre = {
    x: from.x + (dx < 0 ? -side : side) / 2,
    y: from.y + (dy < 0 ? -side : side) / 2,
  };
  return { kind, colour, from: centre, to: { x: centre.x + side / 2, y: centre.y } };
}

/** Returns whether a drag was long enough to draw a marker; a tap is not. */
export const isDrawn = ({ from, to }: Marker, { width, height }: PictureSize): boolean =>
  distance(from, to) > Math.max(width, height) / 60;

/** Returns a new marker in the middle of the picture, for keyboard users. */
export function middleMarker(kind: MarkerKind, colour: MarkerColour, { width, height }: PictureSize): Marker {
  const reach = Math.min(width, height) / 6;
  const [x, y] = [width / 2, height / 2];
  if (kind === 'circle') return { kind, colour, from: { x, y }, to: { x: x + reach, y } };
  return { kind, colour, from: { x: x - reach, y: y + reach / 2 }, to: { x: x + reach, y: y - reach / 2 } };
}
