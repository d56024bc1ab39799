/**
 * Markers on a picture, as its media item's `markup` holds them (CONTRACT 6.5): entries between semicolons, each
 * `kind,from,to,colour`, in pixels of the picture that was marked. A circle has its radius in the place of `to`.
 */
export const markerKinds = ['circle', 'rectangle', 'arrow', 'line', 'gap'] as const;
export type MarkerKind = (typeof markerKinds)[number];

/** The colours of the bullets, so that a line of the step can point at its marker. */
export const markerColours = {
  red: '#cf2a1d',
  orange: '#f0831a',
  yellow: '#f6cf1f',
  green: '#2b9a45',
  light_blue: '#4fbdf0',
  blue: '#1f55c9',
  violet: '#8a3fb8',
  black: '#1e1c18',
} as const;
export type MarkerColour = keyof typeof markerColours;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A circle's `to` is a point on it; an arrow's is its tip. */
export interface Marker {
  readonly kind: MarkerKind;
  readonly from: Point;
  readonly to: Point;
  readonly colour: MarkerColour;
}

/** Parses `markup`; null if any entry is not a known marker, because redrawing the picture would lose that entry. */
export function readMarkup(markup: string): Marker[] | null {
  const entries = markup.split(';').filter((entry) => entry.trim() !== '');
  const markers = entries.map(readEntry);
  return markers.every((marker) => marker !== null) ? markers : null;
}

export function writeMarkup(markers: readonly Marker[]): string {
  const entries = markers.map(({ kind, from, to, colour }) => {
    const end = kind === 'circle' ? Math.round(distance(from, to)) : written(to);
    return [kind, written(from), end, colour].join(',');
  });
  return `;${entries.join(';')};`;
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function readEntry(entry: string): Marker | null {
  const [kind = '', first = '', second = '', colour = '', ...more] = entry
    .split(',')
    .map((part) => part.trim());
  const from = readPoint(first);
  if (more.length > 0 || !from || !isKind(kind) || !isColour(colour)) return null;
  if (kind !== 'circle') {
    const to = readPoint(second);
    return to && { kind, from, to, colour };
  }
  return number.test(second) ? { kind, from, to: { x: from.x + Number(second), y: from.y }, colour } : null;
}

const number = /^\d+(?:\.\d+)?$/;

function readPoint(text: string): Point | null {
  const [x = '', y = '', ...more] = text.split('x');
  return more.length === 0 && number.test(x) && number.test(y) ? { x: Number(x), y: Number(y) } : null;
}

const written = ({ x, y }: Point): string => `${Math.round(x)}x${Math.round(y)}`;
const isKind = (text: string): text is MarkerKind => markerKinds.some((kind) => kind === text);
const isColour = (text: string): text is MarkerColour => Object.hasOwn(markerColours, text);
