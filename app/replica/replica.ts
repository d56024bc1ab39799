import type { Db } from '../store/database.ts';
import type { Viewer } from '../store/actor.ts';
import type { Operation } from '../store/replica-parts.ts';
import { StoreReader, StoreWriter } from '../store/aggregates.ts';
import { Store } from '../store/store.ts';
import type { ReadOptions, Replay } from '../store/aggregates.ts';
import { IdMapReader, IdMapWriter } from './id-map/id-map.ts';
import { JournalReader } from './journal/reader.ts';
import { JournalWriter } from './journal/writer.ts';
import { DeskStateReader, DeskStateWriter } from './desk-state.ts';
import { FetchQueueReader, FetchQueueWriter } from './fetch-queue.ts';
import { RoundReader, RoundWriter } from './rounds.ts';
import { SiteVersionReader, SiteVersionWriter } from './site-versions.ts';
import { TrashReader, TrashWriter } from './trash.ts';
import { WatermarkReader, WatermarkWriter } from './watermarks.ts';

/** Read access to the store, and to what a desk keeps of its site and of its people's edits. */
export class ReplicaReader extends StoreReader {
  readonly journal: JournalReader = new JournalReader(this);
  readonly idMap: IdMapReader = new IdMapReader(this);
  readonly siteVersions: SiteVersionReader = new SiteVersionReader(this);
  readonly watermarks: WatermarkReader = new WatermarkReader(this);
  readonly fetchQueue: FetchQueueReader = new FetchQueueReader(this);
  readonly trash: TrashReader = new TrashReader(this);
  readonly rounds: RoundReader = new RoundReader(this);
  readonly deskState: DeskStateReader = new DeskStateReader(this);
}

/** Write access within a transaction. */
export class ReplicaWriter extends StoreWriter {
  readonly journal: JournalWriter = new JournalWriter(this);
  readonly idMap: IdMapWriter = new IdMapWriter(this);
  readonly siteVersions: SiteVersionWriter = new SiteVersionWriter(this);
  readonly watermarks: WatermarkWriter = new WatermarkWriter(this);
  readonly fetchQueue: FetchQueueWriter = new FetchQueueWriter(this);
  readonly trash: TrashWriter = new TrashWriter(this);
  readonly rounds: RoundWriter = new RoundWriter(this);
  readonly deskState: DeskStateWriter = new DeskStateWriter(this);
}

/**
 * The store as the program opens it, at a desk and at a hub. Both have the same tables; those of a hub that belong to a desk
 * stay empty (decision 0041).
 */
export class Replica extends Store<ReplicaReader, ReplicaWriter> {
  protected reader(db: Db, viewer: Viewer, now: number, options: ReadOptions): ReplicaReader {
    return new ReplicaReader(db, viewer, now, options);
  }

  protected writer(db: Db, viewer: Viewer, now: number, replay: Partial<Replay>): ReplicaWriter {
    return new ReplicaWriter(db, viewer, now, replay);
  }

  protected accept(s: ReplicaWriter, operation: Operation): void {
    // The reading connection sees the store as it was before this transaction.
    s.journal.accept(operation, (look) => this.read(s.viewer, look));
  }
}
