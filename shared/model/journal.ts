import { z } from 'zod';

export const journalState = z.enum(['pending', 'sending', 'done', 'parked', 'discarded']);

/** A field that both sides changed in ways that exclude each other, as each has it. */
export const fieldConflict = z.object({
  field: z.string(),
  base: z.unknown(),
  mine: z.unknown(),
  theirs: z.unknown(),
});
export type FieldConflict = z.infer<typeof fieldConflict>;

/** Why an edit waits, or what its last attempt ran into. */
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
  message: z.string(),
  conflicts: z.array(fieldConflict).optional(),
});

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
  /** The site does not have what it changed any more; to decide for `mine` makes that there anew, as it is here. */
  canPutBack: z.boolean(),
  /** What it changed, by kind and id, with a name where the thing has one. */
  /** Title of the guide or page it is about, also where that is not what it changed; null where there is none. */
  subject: z.string().nullable(),
  touched: z.array(z.object({ kind: z.string(), id: z.int(), title: z.string().nullable() })),
});
export type JournalItem = z.infer<typeof journalEntry>;

/** With all that has happened to it. */
export const journalEntryInFull = journalEntry.extend({
  events: z.array(z.object({ date: z.number(), state: journalState, cause: journalCause.nullable() })),
});
export type JournalEntryInFull = z.infer<typeof journalEntryInFull>;

/** What to take: for the whole edit, and for single fields otherwise; `value` is what a person made of both. */
export const decision = z.object({
  take: z.enum(['mine', 'theirs']).default('theirs'),
  fields: z
    .record(z.string(), z.union([z.enum(['mine', 'theirs']), z.object({ value: z.unknown() })]))
    .default({}),
});
export type Decision = z.infer<typeof decision>;
