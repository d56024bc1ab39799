const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const dateTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

const units: readonly [limit: number, seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [HOUR, MINUTE, 'minute'],
  [DAY, HOUR, 'hour'],
  [14 * DAY, DAY, 'day'],
  [60 * DAY, 7 * DAY, 'week'],
  [730 * DAY, 30.44 * DAY, 'month'],
  [Number.POSITIVE_INFINITY, 365.25 * DAY, 'year'],
];

/** `date` and `now` in UNIX seconds. A date ahead of a wrong clock reads as now. */
export function timeAgo(date: number, now: number): string {
  const age = now - date;
  if (age < MINUTE) return 'just now';
  const [, seconds, unit] = units.find(([limit]) => age < limit) ?? [0, DAY, 'day'];
  return relative.format(-Math.floor(age / seconds), unit);
}

/** A length of time in at most two units: `45 s`, `12 min`, `1 h 30 min`, `2 days`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < MINUTE) return `${whole} s`;
  if (whole < HOUR) return `${Math.round(whole / MINUTE)} min`;
  if (whole < 2 * DAY) {
    const minutes = Math.round((whole % HOUR) / MINUTE);
    const hours = Math.floor(whole / HOUR) + (minutes === 60 ? 1 : 0);
    return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  }
  return `${Math.round(whole / DAY)} days`;
}

export function bytes(count: number): string {
  const steps = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const step = count < 1 ? 0 : Math.min(steps.length - 1, Math.floor(Math.log(count) / Math.log(1024)));
  const value = count / 1024 ** step;
  return `${value.toFixed(step > 1 && value < 100 ? 1 : 0)} ${steps[step] ?? ''}`;
}

export const count = (value: number): string => value.toLocaleString('en');

export const moment = (date: number): string => dateTime.format(date * 1000);

export const sentenceCase = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Share of the whole from 0 to 1; nothing to do counts as done. */
export const share = (done: number, total: number): number =>
  total <= 0 ? 1 : Math.min(1, Math.max(0, done / total));

/** A site's address as people know it: without the scheme and the API's path. */
export const siteAddress = (url: string): string =>
  url.replace(/^https?:\/\//, '').replace(/(\/api\/2\.0)?\/?$/, '');
