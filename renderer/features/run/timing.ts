import type { EntryStatus, WorkLogEntry } from '../../../shared/model/work-log.ts';

/** An entry and when it was read, in milliseconds of the page's own clock, which nobody can set. */
export interface Seen {
  entry: WorkLogEntry;
  at: number;
}

export const seenNow = (entry: WorkLogEntry): Seen => ({ entry, at: performance.now() });

/** Whole seconds. `step` is the time worked on a step. */
export interface Times {
  active: number;
  paused: number;
  suspended: number;
  step: (stepid: number) => number;
}

/** What the clocks of a run show at `nowMs` of the page's clock. */
export function timesAt({ entry, at }: Seen, nowMs: number): Times {
  const since = Math.max(0, Math.floor((nowMs - at) / 1000));
  const during = (status: EntryStatus): number => (entry.status === status ? since : 0);
  const { active_stepid, pause_duration, suspended_duration, steps } = entry.benchside;
  return {
    active: entry.active_duration + during('started'),
    paused: pause_duration + during('paused'),
    suspended: suspended_duration + during('suspended'),
    step: (stepid) =>
      (steps.find((step) => step.stepid === stepid)?.active_duration ?? 0) +
      (active_stepid === stepid ? during('started') : 0),
  };
}

/** `4:05`, from an hour on `1:04:05`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export const isOpen = ({ status }: Pick<WorkLogEntry, 'status'>): boolean =>
  status === 'started' || status === 'paused';

export const isEnded = ({ status }: Pick<WorkLogEntry, 'status'>): boolean =>
  status === 'complete' || status === 'cancelled';

/** Who has the run, or had it last. */
export const workerOf = ({ benchside }: WorkLogEntry): string => benchside.people.at(-1)?.username ?? '';
