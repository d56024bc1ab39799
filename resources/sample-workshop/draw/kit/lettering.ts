import { at, group, rect, stroke } from './svg.ts';

// Pen strokes on a 4 × 6 field, because a drawing cannot rely on the fonts of the machine that renders it.
const glyphs: Readonly<Record<string, string>> = {
  '0': 'M1 0H3L4 1V5L3 6H1L0 5V1Z',
  '1': 'M1 1L2 0V6',
  '2': 'M0 1L1 0H3L4 1V2L0 6H4',
  '3': 'M0 0H4L2 2.5Q4 2.5 4 4.5 4 6 2 6 .5 6 0 5',
  '4': 'M3 6V0L0 4H4',
  '5': 'M4 0H0V2.5H3L4 3.5V5L3 6H0',
  '6': 'M3 0L0 3V5L1 6H3L4 5V4L3 3H0',
  '7': 'M0 0H4L1 6',
  '8': 'M1 0H3L4 1V2L3 3H1L0 2V1ZM1 3L0 4V5L1 6H3L4 5V4L3 3',
  '9': 'M4 3H1L0 2V1L1 0H3L4 1V3L1 6',
  A: 'M0 6L2 0 4 6M.7 4H3.3',
  B: 'M0 0V6H3L4 5V4L3 3H0M3 3L4 2V1L3 0H0',
  C: 'M4 1L3 0H1L0 1V5L1 6H3L4 5',
  D: 'M0 0V6H2.5L4 4.5V1.5L2.5 0Z',
  E: 'M4 0H0V6H4M0 3H3',
  F: 'M4 0H0V6M0 3H3',
  G: 'M4 1L3 0H1L0 1V5L1 6H3L4 5V3H2',
  H: 'M0 0V6M4 0V6M0 3H4',
  I: 'M2 0V6',
  K: 'M0 0V6M4 0L0 3.5M1.4 2.5L4 6',
  L: 'M0 0V6H4',
  M: 'M0 6V0L2 3 4 0V6',
  N: 'M0 6V0L4 6V0',
  O: 'M1 0H3L4 1V5L3 6H1L0 5V1Z',
  P: 'M0 6V0H3L4 1V2L3 3H0',
  R: 'M0 6V0H3L4 1V2L3 3H0M2 3L4 6',
  S: 'M4 1L3 0H1L0 1V2L1 3H3L4 4V5L3 6H1L0 5',
  T: 'M0 0H4M2 0V6',
  U: 'M0 0V5L1 6H3L4 5V0',
  V: 'M0 0L2 6 4 0',
  W: 'M0 0L1 6 2 2 3 6 4 0',
  X: 'M0 0L4 6M4 0L0 6',
  Y: 'M0 0L2 3 4 0M2 3V6',
  '+': 'M2 1.5V4.5M.5 3H3.5',
  '-': 'M.5 3H3.5',
  '.': 'M1 6V5.9',
  '/': 'M0 6L4 0',
  Ω: 'M0 6H1.3V5Q0 4 0 2.5 0 0 2 0T4 2.5Q4 4 2.7 5V6H4',
  µ: 'M0 7.5V2M0 5Q0 6 1.5 6T3.5 4.5V2M3.5 4.5V6',
  '~': 'M0 3.5Q1 2 2 3T4 2.5',
};

/** A line of lettering, its left upper corner at x, y. `size` is the height of a capital. */
export function lettering(x: number, y: number, text: string, size: number, colour: string): string {
  const unit = size / 6;
  const pens = [...text].map((letter, index) => {
    const glyph = glyphs[letter.toUpperCase()] ?? glyphs[letter];
    return glyph === undefined ? '' : group({ transform: `translate(${index * 6} 0)` }, stroke(glyph, colour, 0.9));
  });
  return at(x, y, 0, unit, ...pens);
}

const segments = ['M2 0H12', 'M14 2V12', 'M14 16V26', 'M2 28H12', 'M0 16V26', 'M0 2V12', 'M2 14H12'];
const lit: Readonly<Record<string, string>> = {
  '0': '012345',
  '1': '12',
  '2': '01346',
  '3': '01236',
  '4': '1256',
  '5': '02356',
  '6': '023456',
  '7': '012',
  '8': '0123456',
  '9': '012356',
  '-': '6',
  L: '345',
  O: '012345',
};

/** A liquid-crystal reading such as `0.02` or `OL`, its left upper corner at x, y. */
export function reading(x: number, y: number, text: string, size: number, colour = '#1d2a26'): string {
  let column = 0;
  const cells = [...text].map((letter) => {
    if (letter === '.') return rect(column * 21 - 6, 26, 3.5, 3.5, { fill: colour });
    const on = [...(lit[letter] ?? '')].map((index) => segments[Number(index)] ?? '').join('');
    const cell = stroke(on, colour, 3.2, { transform: `translate(${column * 21} 0)` });
    column += 1;
    return cell;
  });
  return at(x, y, 0, size / 28, ...cells);
}
