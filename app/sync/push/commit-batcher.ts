import type { Replica, ReplicaWriter } from '../../replica/replica.ts';

interface Change {
  make(s: ReplicaWriter): void;
  made(): void;
  failed(error: unknown): void;
}

/** Commits changes that are ready at the same time together, because a commit costs more than a change. */
export class CommitBatcher {
  private readonly store: Replica;
  private readonly changes: Change[] = [];

  constructor(store: Replica) {
    this.store = store;
  }

  /** Makes a change atomically; resolves when it is committed. */
  transact(make: Change['make']): Promise<void> {
    return new Promise((made, failed) => {
      if (this.changes.push({ make, made, failed }) === 1)
        setImmediate(() => this.commit(this.changes.splice(0)));
    });
  }

  private commit(changes: readonly Change[]): void {
    try {
      this.store.transact(null, (s) => {
        for (const { make } of changes) make(s);
      });
    } catch (error) {
      // One failed change must not undo the others.
      if (changes.length > 1) for (const change of changes) this.commit([change]);
      else changes[0]?.failed(error);
      return;
    }
    for (const { made } of changes) made();
  }
}
