import { z } from 'zod';

import { limits } from '../limits.ts';
import { judgement } from './field-extras.ts';
import type { Known } from './known.ts';

export const entryStatuses = ['started', 'paused', 'suspended', 'complete', 'cancelled'] as const;
export type EntryStatus = (typeof entryStatuses)[number];

export const workEventTypes = [
  'start',
  'pause',
  'resume',
  'suspend',
  'assume',
  'step',
  'data',
  'acknowledged',
  'omitted',
  'finish',
  'cancel',
] as const;
export type WorkEventType = (typeof workEventTypes)[number];

/** Why a job is handed over, and why it is abandoned. */
export const handOverReasons = ['end-of-shift', 'parts', 'help', 'other'] as const;
export const cancelReasons = ['not-needed', 'mistake', 'beyond-repair', 'other'] as const;

const note = z.string().max(limits.workLog.note.max).optional();

/** What a person says when handing over a job; `addressee`: userid of the person who should take it over. */
export const handOverInput = z.object({
  reason: z.enum(handOverReasons).optional(),
  note,
  addressee: z.int().nullish(),
});
export type HandOver = z.infer<typeof handOverInput>;

/** The version of the guide that a person reads when they begin a job: the hub may have a newer one when it hears of the job. */
export const begunWith = z.object({ guide_revisionid: z.int().optional() });

/** What a person says when abandoning a job. */
export const abandonment = z.object({ reason: z.enum(cancelReasons).optional(), note });
export type Abandonment = z.infer<typeof abandonment>;

/** Something that happened in a run. Times are UNIX seconds; `time`: when it was done, `recorded`: when this server got it. */
export const workEvent = z.object({
  type: z.enum(workEventTypes),
  stepid: z.int().nullable(),
  /** Only for `acknowledged`: the guide's revision whose changes were read. */
  revisionid: z.int().optional(),
  /** Only for `suspend` and `cancel`. A newer program may know more reasons. */
  reason: z.string().optional(),
  /** Of `suspend`, `cancel` and `omitted`. */
  note: z.string().optional(),
  /** Only for `suspend`: the person who should take the run over. */
  addressee: z.int().optional(),
  /** Name of the desk at which it was done; absent in a browser at the hub. */
  bench: z.string().optional(),
  userid: z.int(),
  time: z.number(),
  recorded: z.number(),
  /** Seconds since the machine started, which nobody can set; comparable where `bootid` is the same. */
  monotonic: z.number().nullable(),
  bootid: z.string().nullable(),
});
export type WorkEvent = z.infer<typeof workEvent>;

/** The true time of something that was done offline, sent with any operation of a run. */
export const performed = z.object({
  time: z.number().nonnegative(),
  monotonic: z.number().nonnegative().optional(),
  bootid: z.string().min(1).max(100).optional(),
  /** Name of the desk. */
  bench: z.string().max(limits.assignments.bench.max).optional(),
});
export type Performed = z.infer<typeof performed>;

export const workValue = z.looseObject({
  label: z.string(),
  value: z.string(),
  /** Null if another program stored the value without naming the field's version. */
  field_revisionid: z.int().nullable(),
  stepid: z.int().nullable(),
  /** A value whose field has limits or a unit: these, and whether it is outside. */
  benchside: judgement.optional(),
});
export type WorkValue = Known<z.infer<typeof workValue>>;

/** A `suspend` or `cancel` event with the names of its people. */
const remark = z.object({
  type: z.enum(['suspend', 'cancel']),
  userid: z.int(),
  username: z.string(),
  time: z.number(),
  reason: z.string().nullable(),
  note: z.string(),
  addressee: z.object({ userid: z.int(), username: z.string() }).nullable(),
});
export type Remark = z.infer<typeof remark>;

/** An obligatory step that a job ends without. `reason` is null if nobody gave one. */
export const omittedStep = z.object({
  stepid: z.int(),
  reason: z.string().nullable(),
  userid: z.int(),
  time: z.number(),
});
export type OmittedStep = z.infer<typeof omittedStep>;

/** States of the guide's conclusion in a job: `read` once the person opened it. While it is open, the job has no active step. */
export const conclusionStates = ['read', 'unread'] as const;

/** Our additions to an entry. Durations are whole seconds. */
const workTiming = z.looseObject({
  /** Title of the guide, as it is now; for a viewer who may not see the guide, as it was when the run began. */
  title: z.string(),
  /** Title of the guide when the run began. */
  begun_title: z.string(),
  /** The guide's revision when the run began. */
  guide_revisionid: z.int(),
  /** The run's step; `active_stepid` is null while nobody works on it. */
  stepid: z.int().nullable(),
  /** Name of the desk at which it was worked on last; null if it is not known. */
  bench: z.string().nullable(),
  active_stepid: z.int().nullable(),
  pause_duration: z.int(),
  suspended_duration: z.int(),
  steps: z.array(z.object({ stepid: z.int(), active_duration: z.int(), visits: z.int() })),
  /** Absent if there is none. */
  omitted: z.array(omittedStep).optional(),
  /** Of a complete run: number of the guide's steps that it did not visit, without those in `omitted`. Absent if there is none. */
  skipped: z.int().optional(),
  /** Absent until it is read, or the job is finished without; then also absent if the guide has none. */
  conclusion: z.enum(conclusionStates).optional(),
  /** The people who held the run, in order; `to` is null for the present one. */
  people: z.array(
    z.object({ userid: z.int(), username: z.string(), from: z.number(), to: z.number().nullable() }),
  ),
  /** When start and end were reported to this server, or to the site. */
  recorded: z.object({ starttime: z.number(), endtime: z.number().nullable() }),
  /** Each time the run was handed over or abandoned, oldest first. */
  remarks: z.array(remark),
  /** Absent in lists. */
  events: z.array(workEvent).optional(),
});

/** Work log entry (CONTRACT 10.1). */
export const workLogEntry = z.looseObject({
  entryid: z.int(),
  guideid: z.int(),
  userid: z.int(),
  workorderid: z.string(),
  status: z.enum(entryStatuses),
  cancelled: z.literal([0, 1]),
  starttime: z.int(),
  endtime: z.int().nullable(),
  /** From start to end, or until now; `active_duration` excludes pauses and suspensions. */
  duration: z.int(),
  active_duration: z.int(),
  /** The guide's current revision; it changes when the guide is edited. */
  guide_revisionid: z.int(),
  max_form_revisionid: z.int().nullable(),
  timingid: z.int().nullable(),
  work_data: z.array(workValue),
  benchside: workTiming,
});
export type WorkLogEntry = Known<z.infer<typeof workLogEntry>>;
