import type { Guide, Step } from '../../../shared/model/guide.ts';
import type { EntryStatus, WorkLogEntry } from '../../../shared/model/work-log.ts';
import type { Seen } from '../../api/queries/work-log.ts';

/** Times of a run in whole seconds. `step`: the work on one step. */
export interface Times {
  active: number;
  paused: number;
  suspended: number;
  step: (stepid: number) => number;
}

/** Returns the times of a run at `nowMs` of `performance.now()`. */
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

/** Formats seconds as `4:05`, from an hour on as `1:04:05`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Returns the steps of a guide that the run never visited, in the guide's order. */
export function skippedSteps({ benchside }: WorkLogEntry, guide: Guide): Step[] {
  const visited = new Set(benchside.steps.map(({ stepid }) => stepid));
  return guide.steps.filter(({ stepid }) => !visited.has(stepid));
}

/** Returns the stepids of the guide's steps that the job visited; deleted steps do not count. */
export function visitedSteps(entry: WorkLogEntry, guide: Guide): ReadonlySet<number> {
  const skipped = new Set(skippedSteps(entry, guide));
  return new Set(guide.steps.filter((step) => !skipped.has(step)).map(({ stepid }) => stepid));
}

/** Returns the name of the person who holds the run, or held it last. */
export const workerOf = ({ benchside }: WorkLogEntry): string => benchside.people.at(-1)?.username ?? '';
