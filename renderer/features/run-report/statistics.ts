import type { WorkLogEntry } from '../../../shared/model/work-log.ts';

export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Medians of runs in seconds of work: of the whole run, and of each step by stepid. */
export interface Medians {
  runs: number;
  active: number | null;
  steps: ReadonlyMap<number, number>;
}

/** Returns the medians of the completed runs of the same guide that began before this one. */
export function mediansBefore(entry: WorkLogEntry, others: readonly WorkLogEntry[]): Medians {
  const earlier = others.filter(
    ({ entryid, guideid, status, starttime }) =>
      entryid !== entry.entryid &&
      guideid === entry.guideid &&
      status === 'complete' &&
      starttime < entry.starttime,
  );
  const times = new Map<number, number[]>();
  for (const { stepid, active_duration } of earlier.flatMap(({ benchside }) => benchside.steps))
    times.set(stepid, [...(times.get(stepid) ?? []), active_duration]);
  return {
    runs: earlier.length,
    active: median(earlier.map(({ active_duration }) => active_duration)),
    steps: new Map([...times].map(([stepid, values]) => [stepid, median(values) ?? 0])),
  };
}

export interface TrendPoint {
  entryid: number;
  time: number;
  seconds: number;
  /** Median of this run and up to four before it. */
  trend: number;
}

const inARow = 5;

/** Returns the completed runs in the order in which they began. */
export function trendOf(entries: readonly WorkLogEntry[]): TrendPoint[] {
  const done = entries
    .filter(({ status }) => status === 'complete')
    .toSorted((a, b) => a.starttime - b.starttime);
  return done.map(({ entryid, starttime, active_duration }, i) => ({
    entryid,
    time: starttime,
    seconds: active_duration,
    trend:
      median(done.slice(Math.max(0, i + 1 - inARow), i + 1).map((one) => one.active_duration)) ??
      active_duration,
  }));
}

const minute = 60;
const hour = 60 * minute;
const steps = [
  15,
  30,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  24 * hour,
];
const mostTicks = 5;

/** Returns the ticks of a time axis up to `most` seconds: from 0, in round steps, beyond a minute in whole minutes. */
export function timeTicks(most: number): number[] {
  const step =
    steps.find((one) => most <= one * mostTicks && (one >= minute || most <= minute)) ??
    Math.ceil(most / mostTicks / (24 * hour)) * 24 * hour;
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, i) => i * step);
}

export interface Week {
  /** Local midnight of the week's Monday, UNIX seconds. */
  start: number;
  runs: number;
  seconds: number;
}

const mostWeeks = 26;

/** Returns the work of completed runs by week, without gaps from the first to the last; at most the latest half year. */
export function weeksOf(entries: readonly WorkLogEntry[]): Week[] {
  const weeks = new Map<number, Week>();
  for (const { status, starttime, active_duration } of entries) {
    if (status !== 'complete') continue;
    const start = mondayOf(starttime, 0);
    const week = weeks.get(start) ?? { start, runs: 0, seconds: 0 };
    weeks.set(start, { start, runs: week.runs + 1, seconds: week.seconds + active_duration });
  }
  const last = Math.max(...weeks.keys());
  const found: Week[] = [];
  for (let start = last; weeks.size > 0 && found.length < mostWeeks; start = mondayOf(start, -7)) {
    found.unshift(weeks.get(start) ?? { start, runs: 0, seconds: 0 });
    if (start <= Math.min(...weeks.keys())) break;
  }
  return found;
}

function mondayOf(time: number, days: number): number {
  const date = new Date(time * 1000);
  const since = (date.getDay() + 6) % 7;
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - since + days).getTime() / 1000;
}
