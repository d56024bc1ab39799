import type { Db } from '../store/database.ts';
import type { Viewer } from '../store/actor.ts';
import type { MonotonicClock } from '../store/monotonic-clock.ts';
import type { Operation } from '../store/replica-parts.ts';
import { Store, StoreReader, StoreWriter } from '../store/store.ts';
import type { Replay } from '../store/store.ts';
import { AliasReader, AliasWriter } from './id-map/id-map.ts';
import { JournalReader, JournalWriter } from './journal/journal.ts';
import { SyncReader, SyncWriter } from './sync-state.ts';

/** Read access to the store, and to what a desk keeps of its site and of its people's edits. */
export class ReplicaReader extends StoreReader {
  readonly journal: JournalReader = new JournalReader(this);
  readonly aliases: AliasReader = new AliasReader(this);
  readonly sync: SyncReader = new SyncReader(this);
}

/** Write access within a transaction. */
export class ReplicaWriter extends StoreWriter {
  readonly journal: JournalWriter = new JournalWriter(this);
  readonly aliases: AliasWriter = new AliasWriter(this);
  readonly sync: SyncWriter = new SyncWriter(this);
}

/**
 * The store as the program opens it, at a desk and at a hub. Both have the same tables; those of a hub that belong to a desk
 * stay empty (decision 0041).
 */
export class Replica extends Store<ReplicaReader, ReplicaWriter> {
  protected reader(db: Db, viewer: Viewer, now: number, clock: MonotonicClock | undefined): ReplicaReader {
    return new ReplicaReader(db, viewer, now, clock);
  }

  protected writer(db: Db, viewer: Viewer, now: number, replay: Partial<Replay>): ReplicaWriter {
    return new ReplicaWriter(db, viewer, now, replay);
  }

  protected accept(s: ReplicaWriter, operation: Operation): void {
    // The reading connection sees the store as it was before this transaction.
    s.journal.accept(operation, (look) => this.read(s.viewer, look));
  }
}
