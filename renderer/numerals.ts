import { spokenLocale } from '../shared/language.ts';
import { numberSigns, numeral } from '../shared/numeral.ts';
import { texts } from './texts.ts';

/**
 * Numbers in the person's locale. The API and the store have only plain numbers: ASCII digits, a point before the
 * decimals, a minus in front.
 */

const grouped = new Intl.NumberFormat(spokenLocale(), { maximumFractionDigits: 20 });
const { decimal } = numberSigns();

/** Code of the zero of each script; its other digits follow. NFKC converts full-width digits. */
const zeros = ['٠', '۰'].map((zero) => zero.charCodeAt(0));
const marks = /[\u061c\u200e\u200f\u2066-\u2069]/g;
const alwaysGroup = /[ \u00a0\u202f\u066c'’]/g;

/** Formats a number for a sentence, unrounded. */
export const amount = (value: number): string => grouped.format(value);

/** Replaces digits of other scripts by ASCII digits. */
export const plainDigits = (text: string): string =>
  text.normalize('NFKC').replaceAll(/[٠-٩۰-۹]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (zeros.findLast((zero) => zero <= code) ?? code));
  });

export type ReadNumeral = { plain: string } | { problem: string };

const example = numeral('12.5');

/** Parses a typed number to a plain one, or returns a message why it is none, or is ambiguous (1234 or 1.234). */
export function readNumeral(typed: string): ReadNumeral {
  const text = plainDigits(typed).replaceAll(marks, '').replaceAll('\u2212', '-').trim();
  const [, sign, number] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  const parts = partsOf((number ?? '').replaceAll(alwaysGroup, '_').replaceAll('\u060c', ','));
  const minus = sign === '-' ? '-' : '';
  if (parts === null) return { problem: texts.number.expected(example) };
  const { whole, decimals, either } = parts;
  const plain = `${minus}${whole || '0'}${decimals ? `.${decimals}` : ''}`;
  if (!either) return { plain };
  return { problem: texts.number.twoWays(numeral(`${minus}${whole}${decimals}`), numeral(plain)) };
}

interface Parts {
  whole: string;
  decimals: string;
  /** True if the decimals may be the last group of thousands. */
  either: boolean;
}

/** Splits a number of ASCII digits, `_` between thousands, and points and commas with either meaning. */
function partsOf(number: string): Parts | null {
  const [last = ''] = /[\u066b.,](?=[^\u066b.,]*$)/.exec(number) ?? [];
  const isDecimal = last !== '' && number.split(last).length === 2;
  const [before = '', decimals = ''] = isDecimal ? number.split(last) : [number];
  const whole = /^(?:\d*|\d{1,3}(?:([_.,])\d{3})(?:\1\d{3})*)$/.test(before)
    ? before.replaceAll(/\D/g, '')
    : null;
  if (whole === null || !/^\d*$/.test(decimals) || whole + decimals === '') return null;
  const either = isDecimal && last !== decimal && last !== '\u066b' && /^[1-9]\d{0,2}[.,]\d{3}$/.test(number);
  return { whole, decimals, either };
}
