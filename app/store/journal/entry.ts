import type { Issued } from '../meta.ts';

/** `pending → sending → done | parked | discarded`; `sending` goes back to `pending` when the outcome is known to be none. */
export type JournalState = 'pending' | 'sending' | 'done' | 'parked' | 'discarded';

/** Why an entry is parked, or what its last attempt ran into. */
export interface Cause {
  kind:
    | 'conflict'
    | 'refused'
    | 'forbidden'
    | 'gone'
    | 'unknown-outcome'
    | 'bug'
    | 'offline'
    | 'sign-in'
    | 'shut-out';
  /** For people. */
  message: string;
  /** Fields that both sides changed: for `conflict`. */
  conflicts?: FieldConflict[];
}

/** Of an edit that the site had, or that names what it had: since then it was restored from a backup. */
export const lostBySite = {
  kind: 'gone',
  message: 'The site was restored from a backup and no longer has this.',
} as const satisfies Cause;

/** A field that both sides changed in ways that exclude each other; all three are kept for a person to choose. */
export interface FieldConflict {
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

/** A person's answer to conflicts: the value to take for each field, as long as `theirs` is still what they saw. */
export interface Resolution {
  fields: Record<string, { theirs: unknown; value: unknown }>;
}

export interface JournalEntry {
  sequence: number;
  /** UUID of version 7; the `Idempotency-Key` under which it is sent. */
  entryid: string;
  state: JournalState;
  /** The endpoint's route, as in `PATCH /guides/{guideid}`. */
  route: string;
  /** Ids in these are the site's where it has given its own, else provisional. */
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  /** Provisional ids it gave, in order. */
  issued: Issued[];
  userid: number;
  /** In whose name it is sent: its author's, or a lead's who decided so once the author was shut out. */
  sender: number;
  /** UNIX seconds by this machine's clock. */
  wallClock: number;
  monotonicClock: number;
  bootid: string;
  attempts: number;
  cause: Cause | null;
  resolution: Resolution | null;
}

export interface Touch {
  kind: string;
  id: number;
}
