import { z } from 'zod';

/** What went wrong, in words, and what the person can do. */
export const syncProblem = z.object({
  /** Failure class; each has one reaction (`app/sync/SPEC.md`). */
  kind: z.enum([
    'offline',
    'unauthorized',
    'forbidden',
    'not-a-site',
    'intercepted',
    'bad-answer',
    'server-error',
    'throttled',
    'other-site',
    'mass-disappearance',
    'disk-full',
    'damaged',
    'bug',
  ]),
  message: z.string(),
  advice: z.string(),
});
export type SyncProblem = z.infer<typeof syncProblem>;

export const syncPhase = z.enum([
  'idle',
  'connecting',
  'push',
  'text',
  'sweep',
  'pictures',
  'waiting',
  'blocked',
  'off',
]);

/**
 * `GET /benchside/sync`: what the interface may know about sync. Read from the store, so it is true after a
 * restart too. Dates are UNIX seconds by the desk's clock and only for display.
 */
export const syncStatus = z.object({
  site: z.object({ url: z.string(), name: z.string(), siteid: z.string().nullable() }),
  phase: syncPhase,
  /** True from the first start until all text was once complete. */
  firstSync: z.boolean(),
  startedAt: z.number().nullable(),
  /** End of the last round that finished without a problem. */
  lastSuccessAt: z.number().nullable(),
  nextAttemptAt: z.number().nullable(),
  problem: syncProblem.nullable(),
  /** The daily copy of the database, when it was proved, and why it is no good; null before the first. */
  backup: z.object({ date: z.number(), bytes: z.int(), problem: z.string().nullable() }).nullish(),
  progress: z.object({
    guides: z.object({ done: z.int(), total: z.int().nullable() }),
    wikis: z.object({ done: z.int(), total: z.int().nullable() }),
    /** A picture is done when it is here in all sizes that are wanted. */
    pictures: z.object({ done: z.int(), total: z.int() }),
    bytes: z.int(),
  }),
  /** What is on this machine. */
  stored: z.object({
    guides: z.int(),
    wikis: z.int(),
    /** Those of which any size is here. */
    pictures: z.int(),
    pictureBytes: z.int(),
    databaseBytes: z.int(),
    trashed: z.int(),
  }),
  /** Counts of journal entries by state. */
  journal: z.object({
    accepted: z.int(),
    pending: z.int(),
    sending: z.int(),
    done: z.int(),
    parked: z.int(),
    discarded: z.int(),
  }),
  /** Pending edits of people who have to sign in at this desk before they can be sent; absent where nobody knows. */
  unsignedEdits: z.int().optional(),
  /** Of the parked ones, those that the site lost when it was restored from a backup. */
  lostEdits: z.int().optional(),
  oldestPendingAt: z.number().nullable(),
  /** The last rounds, newest first. */
  rounds: z.array(
    z.object({
      startedAt: z.number(),
      endedAt: z.number(),
      outcome: z.enum(['clean', 'needs-person', 'unreachable', 'failed']),
      guides: z.int(),
      wikis: z.int(),
      pictures: z.int(),
      removed: z.int(),
      /** Edits sent; absent in rounds of before there were any. */
      pushed: z.int().optional(),
      requests: z.int(),
      message: z.string().nullable(),
    }),
  ),
});
export type SyncStatus = z.infer<typeof syncStatus>;
