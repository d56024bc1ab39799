import { labelTransaction } from '../failpoint.ts';
import type { ReplicaReader, ReplicaWriter } from './replica.ts';

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
  protected readonly s: ReplicaReader;

  constructor(s: ReplicaReader) {
    this.s = s;
  }

  /** Returns documents that failed least often first. */
  list(kind: QueuedKind): QueuedDocument[] {
    return this.s.db.allSql<QueuedDocument>(
      'SELECT kind, id, address, attempts FROM fetch_queue WHERE kind = ? ORDER BY attempts, id',
      [kind],
    );
  }
}

export class FetchQueueWriter extends FetchQueueReader {
  declare protected readonly s: ReplicaWriter;

  add(kind: QueuedKind, id: number, address: string | null = null): void {
    labelTransaction(`want ${kind}`);
    this.s.db.runSql(
      `INSERT INTO fetch_queue (kind, id, address) VALUES (?, ?, ?)
       ON CONFLICT (kind, id) DO UPDATE SET address = excluded.address`,
      [kind, id, address],
    );
  }

  remove(kind: QueuedKind, id: number): void {
    labelTransaction(`got ${kind}`);
    this.s.db.runSql('DELETE FROM fetch_queue WHERE kind = ? AND id = ?', [kind, id]);
  }

  removeAll(kind: QueuedKind): void {
    this.s.db.runSql('DELETE FROM fetch_queue WHERE kind = ?', [kind]);
  }

  noteFailure(kind: QueuedKind, id: number, failure: string): void {
    this.s.db.runSql(
      'UPDATE fetch_queue SET attempts = attempts + 1, failure = ? WHERE kind = ? AND id = ?',
      [failure, kind, id],
    );
  }
}
