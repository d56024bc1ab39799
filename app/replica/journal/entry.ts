import type { Cause, JournalState } from '../../../shared/model/journal.ts';
import type { Issued } from '../../store/meta.ts';
import { sql } from '../../store/sql.ts';

/** Cause of an edit that the site lost, or that refers to something the site lost, when it was restored from a backup. */
export const lostBySite = {
  kind: 'gone',
  message: 'The site was restored from a backup and no longer has this.',
} as const satisfies Cause;

/** A person's decision on conflicts: the value for each field. It holds as long as the site's value is the `theirs` they saw. */
export interface Resolution {
  fields: Record<string, { theirs: unknown; value: unknown }>;
}

export const viewsOperation = 'POST /benchside/views';
export const readNotificationsOperation = 'PUT /benchside/notifications/read';
export const failedSearchOperation = 'POST /benchside/failed-searches';
const silentOperations = [viewsOperation, readNotificationsOperation, failedSearchOperation];

/** Returns whether an operation is neither shown nor counted as an edit, and is discarded if it cannot be sent. */
export const isSilentOperation = (route: string): boolean => silentOperations.includes(route);

/** SQL condition for journal rows that people see as their edits. */
export const isEdit = sql`operation NOT IN (${sql.join(silentOperations)})`;

export interface JournalEntry {
  sequence: number;
  /** UUID of version 7; also the `Idempotency-Key` of the request. */
  entryid: string;
  state: JournalState;
  /** The endpoint's route, as in `PATCH /guides/{guideid}`. */
  route: string;
  /** In these, ids are the site's once it has given them, else provisional. */
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  /** Provisional ids that the edit gave, in order. */
  issued: Issued[];
  userid: number;
  /** The userid it is sent as: its author's, or that of a lead who took it over after the author was deactivated. */
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
