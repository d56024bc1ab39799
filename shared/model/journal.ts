import { z } from 'zod';

import { limits } from '../limits.ts';
import { limitedRecord } from './limited-record.ts';

/** `pending → sending → done | parked | discarded`; `sending` returns to `pending` if the request is known to have had no effect. */
export const journalState = z.enum(['pending', 'sending', 'done', 'parked', 'discarded']);
export type JournalState = z.infer<typeof journalState>;

/** The three versions of a field that both sides changed in ways that exclude each other. */
export const fieldConflict = z.object({
  field: z.string(),
  base: z.unknown(),
  mine: z.unknown(),
  theirs: z.unknown(),
});
export type FieldConflict = z.infer<typeof fieldConflict>;

/** Stands in a stored conflict for a version of the site that is too large to be stored there (SPEC J7.17). */
interface TooLarge {
  /** SHA-256 of the JSON of the version, in hex. */
  tooLarge: string;
}

export const isTooLarge = (version: unknown): version is TooLarge =>
  typeof version === 'object' &&
  version !== null &&
  'tooLarge' in version &&
  typeof version.tooLarge === 'string';

/** Resources whose edits do not depend on each other: each adds or removes one thing of its own (SPEC.md, J3). */
export const unorderedKinds: ReadonlySet<string> = new Set(['favorites', 'completions', 'views']);

/** Why an edit is parked, or why its last attempt failed. */
export const journalCause = z.object({
  kind: z.enum([
    'conflict',
    'refused',
    'forbidden',
    'gone',
    'unknown-outcome',
    'bug',
    'offline',
    'sign-in',
    'shut-out',
  ]),
  /** A sentence for people. */
  message: z.string(),
  /** Fields that both sides changed; only for `conflict`. */
  conflicts: z.array(fieldConflict).optional(),
  /** The author and date (UNIX seconds) of the site's version of these fields; only a hub names them. */
  theirs: z.object({ username: z.string(), date: z.number() }).optional(),
  /** Entryid of the edit that was discarded, and this one with it. */
  discardedWith: z.string().optional(),
  /** When a hub refused an edit that came in a file, UNIX seconds by its clock. */
  tried: z.number().optional(),
});
export type Cause = z.infer<typeof journalCause>;

/** An edit that was accepted at this desk. Dates are UNIX seconds by the desk's clock. */
export const journalEntry = z.object({
  /** UUID of version 7. */
  entryid: z.string(),
  state: journalState,
  /** `PATCH /guides/{guideid}`. */
  operation: z.string(),
  params: z.record(z.string(), z.string()),
  body: z.unknown(),
  userid: z.int(),
  username: z.string(),
  date: z.number(),
  attempts: z.int(),
  cause: journalCause.nullable(),
  /** The site deleted what the edit changed; deciding for `mine` recreates it there from this desk's version. */
  canPutBack: z.boolean(),
  /** Title of the guide or page that the edit is about, even if it changed something else; null if there is none. */
  subject: z.string().nullable(),
  touched: z.array(z.object({ kind: z.string(), id: z.int(), title: z.string().nullable() })),
});
export type JournalItem = z.infer<typeof journalEntry>;

/** An edit with the history of its states. */
export const journalEntryInFull = journalEntry.extend({
  events: z.array(z.object({ date: z.number(), state: journalState, cause: journalCause.nullable() })),
});
export type JournalEntryInFull = z.infer<typeof journalEntryInFull>;

/** Which version to take: for the whole edit, and for fields that differ from it; `value` is merged by a person. */
export const decision = z.object({
  take: z.enum(['mine', 'theirs']).default('theirs'),
  fields: limitedRecord(
    z.string(),
    z.union([z.enum(['mine', 'theirs']), z.object({ value: z.unknown() })]),
    limits.sync.decided.max,
  )
    .default({})
    // JSON schemas omit defaults of preprocessed values.
    .meta({ default: {} }),
});
export type Decision = z.infer<typeof decision>;
