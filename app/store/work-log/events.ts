import { invariant } from '../../../shared/assert.ts';
import type { EntryStatus, WorkEvent } from '../../../shared/model/work-log.ts';
import { entryStatuses } from '../../../shared/model/work-log.ts';
import { builder, sql } from '../sql.ts';
import type { ReadAccess, WriteAccess } from '../access.ts';
import { advance } from './timing.ts';
import type { Timing } from './timing.ts';

/** A run without known events: its status, start and end. */
export interface Outline {
  userid: number;
  status: EntryStatus;
  starttime: number;
  endtime: number | null;
}

const explains: Record<EntryStatus, WorkEvent['type']> = {
  started: 'resume',
  paused: 'pause',
  suspended: 'suspend',
  complete: 'finish',
  cancelled: 'cancel',
};

/** Returns the event that leads from one state to another, for a run of which only states are known. */
export function impliedEvent(
  { userid, status, endtime }: Outline,
  before: EntryStatus,
  now: number,
): WorkEvent {
  const assumed = before === 'suspended' && status === 'started';
  return {
    type: assumed ? 'assume' : explains[status],
    userid,
    stepid: null,
    time: endtime ?? now,
    recorded: now,
    monotonic: null,
    bootid: null,
  };
}

/** Returns the fewest events that explain a run: its start and the change to its present state. */
export function impliedEvents(outline: Outline): WorkEvent[] {
  const { userid, status, starttime, endtime } = outline;
  const last = impliedEvent(outline, 'started', endtime ?? starttime);
  const start: WorkEvent = { ...last, type: 'start', userid, time: starttime, recorded: starttime };
  return status === 'started' ? [start] : [start, last];
}

export function impliedTiming(outline: Outline): Timing {
  const [start, ...rest] = impliedEvents(outline);
  invariant(start, 'a run begins');
  return rest.reduce(advance, advance(undefined, start));
}

/** Returns the status of a site's entry. Sites spell it in different ways, or omit it. */
export function statusOfSite(entry: {
  status?: unknown;
  cancelled?: unknown;
  endtime?: number | null | undefined;
}): EntryStatus {
  const known = entryStatuses.find((status) => status === entry.status);
  if (known) return known;
  if (Number(entry.cancelled ?? 0) === 1) return 'cancelled';
  return entry.endtime ? 'complete' : 'started';
}

/** Columns that most events leave empty. */
interface Remarks {
  revisionid: number | null;
  reason: string | null;
  note: string | null;
  addressee: number | null;
  bench: string | null;
}
type EventRow = Omit<WorkEvent, keyof Remarks> & Remarks;

export function readEvents(s: ReadAccess, entryid: number): WorkEvent[] {
  return s.db
    .all(sql<EventRow>`SELECT type, stepid, revisionid, reason, note, addressee, bench,
         userid, time, recorded, monotonic, bootid
       FROM work_event
       WHERE entryid = ${entryid} ORDER BY position`)
    .map(({ revisionid, reason, note, addressee, bench, ...event }) => ({
      ...event,
      ...(revisionid === null ? {} : { revisionid }),
      ...(reason === null ? {} : { reason }),
      ...(note === null ? {} : { note }),
      ...(addressee === null ? {} : { addressee }),
      ...(bench === null ? {} : { bench }),
    }));
}

export function appendEvent(s: WriteAccess, entryid: number, position: number, event: WorkEvent): void {
  s.db.run(builder.insertInto('work_event').values({ entryid, position, revisionid: null, ...event }));
}
