import type { Viewer } from './actor.ts';
import type { Db } from './database.ts';
import type { FeedReader, FeedWriter } from './feed/feed.ts';
import type { MetaReader, MetaWriter } from './meta.ts';
import type { MonotonicClock } from './monotonic-clock.ts';

/** The part of a `StoreReader` that needs no other aggregate: enough for policies and for aggregates that stand alone. */
export interface ReadAccess {
  readonly db: Db;
  readonly viewer: Viewer;
  /** The language that the viewer reads: lists name guides in it, where these are translated. Without it, in their own. */
  readonly langid: string | undefined;
  /** UNIX seconds at which this read or transaction began. */
  readonly now: number;
  readonly clock: MonotonicClock;
  readonly meta: MetaReader;
  readonly feed: FeedReader;
}

/** The same part of a `StoreWriter`. */
export interface WriteAccess extends ReadAccess {
  readonly meta: MetaWriter;
  readonly feed: FeedWriter;
}
