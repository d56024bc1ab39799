import { labelTransaction } from '../failpoint.ts';
import { sql } from '../store/sql.ts';
import type { ReadAccess, WriteAccess } from '../store/access.ts';

/** A document named by a list of the site that is still to be fetched. */
export interface QueuedDocument {
  kind: QueuedKind;
  id: number;
  /** The site's address of a wiki: `NAMESPACE/title`. */
  address: string | null;
  attempts: number;
}
export type QueuedKind = 'guide' | 'wiki' | 'tags' | 'forms';

export class FetchQueueReader {
  protected readonly s: ReadAccess;

  constructor(s: ReadAccess) {
    this.s = s;
  }

  /** Returns documents that failed least often first. */
  list(kind: QueuedKind): QueuedDocument[] {
    return this.s.db.all(sql<QueuedDocument>`SELECT kind, id, address, attempts FROM fetch_queue
       WHERE kind = ${kind} ORDER BY attempts, id`);
  }
}

export class FetchQueueWriter extends FetchQueueReader {
  declare protected readonly s: WriteAccess;

  add(kind: QueuedKind, id: number, address: string | null = null): void {
    labelTransaction(`want ${kind}`);
    this.s.db.run(sql`INSERT INTO fetch_queue (kind, id, address) VALUES (${kind}, ${id}, ${address})
       ON CONFLICT (kind, id) DO UPDATE SET address = excluded.address`);
  }

  remove(kind: QueuedKind, id: number): void {
    labelTransaction(`got ${kind}`);
    this.s.db.run(sql`DELETE FROM fetch_queue WHERE kind = ${kind} AND id = ${id}`);
  }

  removeAll(kind: QueuedKind): void {
    this.s.db.run(sql`DELETE FROM fetch_queue WHERE kind = ${kind}`);
  }

  noteFailure(kind: QueuedKind, id: number, failure: string): void {
    this.s.db.run(sql`UPDATE fetch_queue SET attempts = attempts + 1, failure = ${failure}
       WHERE kind = ${kind} AND id = ${id}`);
  }
}
