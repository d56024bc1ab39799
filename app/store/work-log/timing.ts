import type {
  conclusionStates,
  EntryStatus,
  OmittedStep,
  Performed,
  WorkEvent,
} from '../../../shared/model/work-log.ts';

/** A time by the wall clock and, if known, by the monotonic clock. */
export type Moment = Pick<WorkEvent, 'time' | 'monotonic' | 'bootid'>;

export interface StepTime {
  stepid: number;
  active: number;
  visits: number;
}

/** Totals of a run as of its last event, stored with the run. Durations are in seconds with fractions. */
export interface Timing {
  status: EntryStatus;
  /** Number of the last event, starting at 1. */
  position: number;
  /** Number of the last event that changed the timer. A client sends it back to show that it knows the present state (CONTRACT 10.3). */
  timingid: number;
  last: Moment;
  starttime: number;
  endtime: number | null;
  active: number;
  paused: number;
  suspended: number;
  /** The step of the run, also while nobody works on it. */
  stepid: number | null;
  /** In the order of the first work on each. */
  steps: StepTime[];
  /** Absent in totals stored before there were obligatory steps. */
  omitted?: OmittedStep[];
  /** Absent until it is read, or the run is finished without, and in totals stored before this was recorded. */
  conclusion?: (typeof conclusionStates)[number];
  people: { userid: number; from: number; to: number | null }[];
  recorded: { starttime: number; endtime: number | null };
  /** Absent in totals stored before a run could be handed over with a note. */
  remarks?: Said[];
  /** Name of the desk of the last event that names one. */
  bench?: string;
}

/** A `suspend` or `cancel` event, with what its person said. */
export type Said = Pick<WorkEvent, 'userid' | 'time' | 'reason' | 'note' | 'addressee'> & {
  type: 'suspend' | 'cancel';
};

/**
 * ```text
 *           pause                 suspend
 *  started ------> paused   started, paused ------> suspended
 *          <------                  started <------
 *           resume                          assume
 *
 *  started -- finish --> complete       started -- cancel --> cancelled
 * ```
 */
const next: Record<WorkEvent['type'], EntryStatus | undefined> = {
  start: 'started',
  pause: 'paused',
  resume: 'started',
  suspend: 'suspended',
  assume: 'started',
  step: undefined,
  data: undefined,
  acknowledged: undefined,
  omitted: undefined,
  finish: 'complete',
  cancel: 'cancelled',
};

/**
 * Returns the seconds between two moments, never negative: by the monotonic clock if both have the same boot id, because
 * the wall clock may have been set in between.
 */
export function elapsed(from: Moment, to: Moment): number {
  const comparable = from.bootid !== null && from.bootid === to.bootid;
  return Math.max(
    0,
    comparable && from.monotonic !== null && to.monotonic !== null
      ? to.monotonic - from.monotonic
      : to.time - from.time,
  );
}

/**
 * Tolerated seconds between two readings of one moment. An edit and its event read the clock one after the other. A job that continues from
 * its pause names the time of the pause event, while the site has the time of the edit.
 */
const readingsApart = 0.5;

/** Returns whether a moment is before an earlier one. By the wall clock, a difference within one second does not count. */
export function isBefore(moment: Moment, earlier: Moment): boolean {
  if (moment.bootid !== null && moment.bootid === earlier.bootid && moment.monotonic !== null)
    return moment.monotonic < (earlier.monotonic ?? 0) - readingsApart;
  return moment.time < Math.floor(earlier.time);
}

/** Returns a moment as the true time of an edit. */
export const performedAt = ({ time, monotonic, bootid }: Moment): Performed =>
  monotonic !== null && bootid !== null ? { time, monotonic, bootid } : { time };

/** Returns the totals with the time since the last event added; an ended run is unchanged. */
export function upTo(timing: Timing, moment: Moment): Timing {
  const gap = timing.endtime === null ? elapsed(timing.last, moment) : 0;
  const { status, stepid } = timing;
  return {
    ...timing,
    active: timing.active + (status === 'started' ? gap : 0),
    paused: timing.paused + (status === 'paused' ? gap : 0),
    suspended: timing.suspended + (status === 'suspended' ? gap : 0),
    steps:
      status === 'started'
        ? timing.steps.map((step) => (step.stepid === stepid ? { ...step, active: step.active + gap } : step))
        : timing.steps,
  };
}

/** Returns the totals after one more event; `before` is undefined for the start of a run. */
export function advance(before: Timing | undefined, event: WorkEvent): Timing {
  const { type, time, monotonic, bootid, recorded } = event;
  const timing = before ? upTo(before, event) : begun(event);
  const position = (before?.position ?? 0) + 1;
  const ends = type === 'finish' || type === 'cancel';
  const endtime = ends ? Math.max(time, timing.starttime) : timing.endtime;
  return {
    ...timing,
    status: next[type] ?? timing.status,
    position,
    timingid: isNote(type) ? timing.timingid : position,
    last: { time, monotonic, bootid },
    endtime,
    people: peopleAfter(timing.people, event),
    remarks: remarksAfter(timing.remarks ?? [], event),
    ...(event.bench === undefined ? {} : { bench: event.bench }),
    recorded: ends ? { ...timing.recorded, endtime: recorded } : timing.recorded,
    omitted: omittedAfter(timing.omitted ?? [], event),
    ...(type === 'step' ? { stepid: event.stepid, steps: visited(timing.steps, event.stepid) } : {}),
    ...conclusionAfter(timing.conclusion, event),
  };
}

/** Returns whether the event leaves the timer as it is. */
const isNote = (type: WorkEvent['type']): boolean =>
  type === 'data' || type === 'acknowledged' || type === 'omitted';

/** A step that is visited after all is no longer omitted. */
function omittedAfter(omitted: readonly OmittedStep[], event: WorkEvent): OmittedStep[] {
  const { type, stepid, note = null, userid, time } = event;
  const others = omitted.filter((one) => one.stepid !== stepid);
  if (type === 'step') return others;
  return type === 'omitted' && stepid !== null
    ? [...others, { stepid, reason: note, userid, time }]
    : [...omitted];
}

/** Without a stepid, a `step` event is about the conclusion, and so is an `omitted` event. */
function conclusionAfter(
  before: Timing['conclusion'],
  { type, stepid }: WorkEvent,
): Pick<Timing, 'conclusion'> {
  if (stepid !== null) return {};
  if (type === 'step') return { conclusion: 'read' };
  return type === 'omitted' ? { conclusion: before ?? 'unread' } : {};
}

/** Returns the totals of all events; `undefined` without any. */
export function timingOf([first, ...rest]: readonly WorkEvent[]): Timing | undefined {
  return first && rest.reduce(advance, advance(undefined, first));
}

function begun({ time, recorded, monotonic, bootid, stepid }: WorkEvent): Timing {
  return {
    status: 'started',
    position: 0,
    timingid: 0,
    last: { time, monotonic, bootid },
    starttime: time,
    endtime: null,
    active: 0,
    paused: 0,
    suspended: 0,
    stepid,
    steps: visited([], stepid),
    people: [],
    recorded: { starttime: recorded, endtime: null },
  };
}

function peopleAfter(people: Timing['people'], { type, userid, time }: WorkEvent): Timing['people'] {
  const left = people.map((person) => ({ ...person, to: person.to ?? time }));
  if (type === 'start' || type === 'assume') return [...left, { userid, from: time, to: null }];
  return type === 'suspend' || type === 'finish' || type === 'cancel' ? left : people;
}

function remarksAfter(remarks: Said[], { type, userid, time, reason, note, addressee }: WorkEvent): Said[] {
  if (type !== 'suspend' && type !== 'cancel') return remarks;
  const said = {
    ...(reason === undefined ? {} : { reason }),
    ...(note === undefined ? {} : { note }),
    ...(addressee === undefined ? {} : { addressee }),
  };
  return [...remarks, { type, userid, time, ...said }];
}

function visited(steps: StepTime[], stepid: number | null): StepTime[] {
  if (stepid === null) return steps;
  if (!steps.some((step) => step.stepid === stepid)) return [...steps, { stepid, active: 0, visits: 1 }];
  return steps.map((step) => (step.stepid === stepid ? { ...step, visits: step.visits + 1 } : step));
}
