import type { MessagePort } from 'node:worker_threads';

import type { CommitPosition } from '../store/commit-log.ts';

/** A request of the main thread to the log's thread. */
export type LogRequest =
  | { kind: 'turn' | 'news'; after: CommitPosition }
  | { kind: 'commit'; id: string; bytes: Uint8Array }
  | { kind: 'cancel' }
  | { kind: 'close' };

/** A commit as the log keeps it. */
export interface StoredCommit extends CommitPosition {
  bytes: Uint8Array;
}

export type LogAnswer =
  /** To a turn and to news: the next commits, and the number of the newest one, which may come after these. */
  | { commits: StoredCommit[]; newest: number }
  /** To a commit. */
  | { number: number }
  | { done: true }
  /** This copy has a commit that the database has not: it was restored from a backup, or has lost its last commits. */
  | { lost: true }
  | { failure: string };

export type NumberedRequest = LogRequest & { ask: number };
export type NumberedAnswer = LogAnswer & { ask: number };

export interface LogThreadData {
  /** Address of the database. */
  database: string;
  /** The number of answers that were sent; the main thread can wait for the next one. */
  count: Int32Array;
  port: MessagePort;
}
