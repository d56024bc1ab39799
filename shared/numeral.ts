import { spokenLocale } from './language.ts';

interface Signs {
  decimal: string;
  /** From 0 to 9. */
  digits: readonly string[];
}

const known = new Map<string, Signs>();

/** Returns how numbers are written in the person's locale. */
export function numberSigns(): Signs {
  const locale = spokenLocale();
  const signs = known.get(locale) ?? signsOf(locale);
  known.set(locale, signs);
  return signs;
}

function signsOf(locale: string): Signs {
  const format = new Intl.NumberFormat(locale, { useGrouping: false });
  return {
    decimal: format.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '',
    digits: Array.from({ length: 10 }, (_, digit) => format.format(digit)),
  };
}

/** Writes a plain number in the person's locale, digit by digit; returns any other text unchanged. */
export function numeral(plain: string): string {
  if (!/^-?\d+(?:\.\d+)?$/.test(plain)) return plain;
  const { decimal, digits } = numberSigns();
  return [...plain].map((sign) => (sign === '.' ? decimal : (digits[Number(sign)] ?? sign))).join('');
}
