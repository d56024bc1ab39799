import { spokenLanguage, spokenLocale } from '../shared/language.ts';
import type { Language } from '../shared/language.ts';
import { way } from './direction.ts';
import { texts } from './texts.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const locale = spokenLocale();
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const utcDate = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const hours = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const number = new Intl.NumberFormat(locale);
const portion = new Intl.NumberFormat(locale, { style: 'percent' });
const enumeration = new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' });

const sentence = new Intl.ListFormat(locale, { type: 'conjunction' });

const units: readonly [limit: number, seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [HOUR, MINUTE, 'minute'],
  [DAY, HOUR, 'hour'],
  [14 * DAY, DAY, 'day'],
  [60 * DAY, 7 * DAY, 'week'],
  [730 * DAY, 30.44 * DAY, 'month'],
  [Number.POSITIVE_INFINITY, 365.25 * DAY, 'year'],
];

/** Formats the time since `date`; both in UNIX seconds. A date in the future (a wrong clock) counts as now. */
export function timeAgo(date: number, now: number): string {
  const age = now - date;
  if (age < MINUTE) return texts.time.now;
  const [, seconds, unit] = units.find(([limit]) => age < limit) ?? [0, DAY, 'day'];
  return relative.format(-Math.floor(age / seconds), unit);
}

/** Formats a duration in at most two units: `45 s`, `12 min`, `1 h 30 min`, `2 days`. */
export function duration(seconds: number): string {
  const { time } = texts;
  const whole = Math.max(0, Math.round(seconds));
  if (whole < MINUTE) return time.seconds(whole);
  if (whole < HOUR) return time.minutes(Math.round(whole / MINUTE));
  if (whole < 2 * DAY) {
    const minutes = Math.round((whole % HOUR) / MINUTE);
    const hours = Math.floor(whole / HOUR) + (minutes === 60 ? 1 : 0);
    return minutes % 60 === 0 ? time.hours(hours) : time.hoursMinutes(hours, minutes);
  }
  return time.days(Math.round(whole / DAY));
}

/** Formats a range of seconds: `30 min`, `25–40 min`, `30 min – 1 h`. */
export function timeSpan(min: number, max: number): string {
  if (min === max || min === 0) return duration(max);
  if (min >= MINUTE && max < HOUR) return `${count(Math.round(min / MINUTE))}–${duration(max)}`;
  return `${duration(min)} – ${duration(max)}`;
}

const sizes = (['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const).map((unit, step) => ({
  few: sizeFormat(unit, step > 1 ? 1 : 0),
  many: sizeFormat(unit, 0),
}));

function sizeFormat(unit: string, digits: number): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: digits,
  });
}

export function bytes(count: number): string {
  const step = count < 1 ? 0 : Math.min(sizes.length - 1, Math.floor(Math.log(count) / Math.log(1024)));
  const value = count / 1024 ** step;
  return sizes[step]?.[value < 100 ? 'few' : 'many'].format(value) ?? '';
}

export const count = (value: number): string => number.format(value);

/** Formats a share from 0 to 1. */
export const percent = (part: number): string => portion.format(part);

/** Isolates a date or a title in right-to-left languages: Latin names in the same line would reorder its parts. */
export const apart = (text: string): string => (way === 1 ? text : `\u2068${text}\u2069`);

export const moment = (time: number): string => apart(dateTime.format(time * 1000));

export const day = (time: number): string => apart(date.format(time * 1000));

/** Formats a day of the calendar such as `2026-11-24`, which is the same day in every time zone. */
export const calendarDay = (text: string): string => apart(utcDate.format(Date.parse(`${text}T00:00:00Z`)));

export const timeOfDay = (time: number): string => hours.format(time * 1000);

const commas: Partial<Record<Language, string>> = { ar: '، ', ja: '、' };

/** The comma of the language, with its space. */
export const comma = commas[spokenLanguage()] ?? ', ';

/** Joins items as the language lists them: `Ines, Tom`. */
export const joinList = (items: Iterable<string>): string => enumeration.format(items);

/** Joins names at the beginning of a sentence: `Title, summary and parts`. German capitalizes all nouns. */
export const sentenceList = (names: readonly string[]): string =>
  sentence.format(
    names.map((name, i) =>
      i === 0 || spokenLanguage() === 'de' ? name : name.charAt(0).toLocaleLowerCase(locale) + name.slice(1),
    ),
  );

/** Sorts texts by the rules of the language, and numbers in them by value. */
export const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });

export const sentenceCase = (word: string): string =>
  word.charAt(0).toLocaleUpperCase(locale) + word.slice(1);

/** Returns the share from 0 to 1; 1 if there is nothing to do. */
export const share = (done: number, total: number): number =>
  total <= 0 ? 1 : Math.min(1, Math.max(0, done / total));

/** Returns a site's address without the scheme and the API's path. */
export const siteAddress = (url: string): string =>
  url.replace(/^https?:\/\//, '').replace(/(\/api\/2\.0)?\/?$/, '');
