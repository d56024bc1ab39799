import { z } from 'zod';

/** A problem, in sentences for people, and what the person can do. */
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
  /** The system's error code, such as `ECONNREFUSED`: for network administrators. */
  detail: z.string().optional(),
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
 * `GET /benchside/sync`: the state of sync for the interface. Read from the store, so it is also correct
 * after a restart. Dates are UNIX seconds by the desk's clock and only for display.
 */
export const syncStatus = z.object({
  site: z.object({ url: z.string(), name: z.string(), siteid: z.string().nullable() }),
  phase: syncPhase,
  /** True until all text has been downloaded once. */
  firstSync: z.boolean(),
  startedAt: z.number().nullable(),
  /** End of the last round that finished without a problem. */
  lastSuccessAt: z.number().nullable(),
  nextAttemptAt: z.number().nullable(),
  problem: syncProblem.nullable(),
  /** The newest daily copy of the database: when it was verified, and why it is unusable; null before the first. */
  backup: z.object({ date: z.number(), bytes: z.int(), problem: z.string().nullable() }).nullish(),
  progress: z.object({
    guides: z.object({ done: z.int(), total: z.int().nullable() }),
    wikis: z.object({ done: z.int(), total: z.int().nullable() }),
    /** A picture is done when this desk has it in all wanted sizes. */
    pictures: z.object({ done: z.int(), total: z.int() }),
    bytes: z.int(),
  }),
  stored: z.object({
    guides: z.int(),
    wikis: z.int(),
    /** Pictures with at least one size on this machine. */
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
  /** Pending edits of people who must sign in at this desk before they can be sent; absent if unknown. */
  unsignedEdits: z.int().optional(),
  /**
   * True if the person who asks has no sign-in at the site any more, so what is only for them does not come; absent if unknown, and for
   * nobody.
   */
  needsSignIn: z.boolean().optional(),
  /** Parked edits that the site lost when it was restored from a backup. */
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
      /** Edits sent; absent in rounds recorded before desks sent edits. */
      pushed: z.int().optional(),
      requests: z.int(),
      message: z.string().nullable(),
    }),
  ),
});
export type SyncStatus = z.infer<typeof syncStatus>;
