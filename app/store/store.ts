import { statSync } from 'node:fs';

import { makeOwnFolder } from '../owner-only.ts';
import type { Viewer } from './actor.ts';
import type { ReadOptions, Replay, StoreReader, StoreWriter } from './aggregates.ts';
import type { ChangeSet, CommitPosition } from './commit-log.ts';
import { isFull } from '../disk-error.ts';
import { damaged } from './damage.ts';
import type { Db } from './database.ts';
import type { FeedWriter } from './feed/feed.ts';
import type { SiteSettings } from './meta.ts';
import type { MonotonicClock } from './monotonic-clock.ts';
import { openDatabase, walAutocheckpointOf } from './open-database.ts';
import type { OpenOptions } from './open-database.ts';
import type { Operation } from './replica-parts.ts';
import { Reserve } from './reserve.ts';
import type { SharedCopy } from './shared-copy.ts';

export interface StoreOptions extends OpenOptions {
  /** UNIX seconds; also drives the monotonic clock, unless `clock` is given. */
  now?: () => number;
  clock?: () => MonotonicClock;
}

/** A function that makes one edit by `Store.edit`, and the person for whom it does so. */
export interface PersonsEdit<T> {
  viewer: Viewer;
  edit: () => T;
}

/** The database of a data folder. `app/replica/replica.ts` has the class that the program opens. */
export abstract class Store<R extends StoreReader = StoreReader, W extends StoreWriter = StoreWriter> {
  readonly dataDir: string;
  /** Disk space reserved for people's edits. */
  readonly reserve: Reserve;
  private readonly writerDb: Db;
  private readonly readerDb: Db;
  /** Only if several hub processes share this site. */
  private readonly sharedCopy: SharedCopy | undefined;
  /** True while writing what is dispensable or can be fetched again: the reserve is then not used on a full disk. */
  sparesReserve: boolean;
  private readonly walAutocheckpoint: number;
  private readonly now: (() => number) | undefined;
  private readonly clock: (() => MonotonicClock) | undefined;
  private changes = 0;
  /** The transaction that the edits of `editTogether` share, while one of them runs. */
  private batch: { touched: FeedWriter['touched'] } | undefined;
  private known: { version: number; site: SiteSettings } | undefined;

  /**
   * Opens or creates the store and migrates it to this program's version.
   *
   * @throws AppError `incompatible` for a folder that is damaged or was written by a newer version
   */
  constructor(options: StoreOptions) {
    this.dataDir = options.dataDir;
    this.reserve = new Reserve(options.dataDir);
    this.sparesReserve = options.purpose !== undefined && options.purpose !== 'serve';
    this.now = options.now;
    this.clock = options.clock;
    this.walAutocheckpoint = walAutocheckpointOf(options.purpose);
    if (options.purpose !== 'look') makeOwnFolder(options.dataDir);
    if (!this.sparesReserve) this.reserve.makeRoomToStart();
    const { writer, reader, sharedCopy } = openDatabase(options, () => (this.changes += 1));
    this.writerDb = writer;
    this.readerDb = reader;
    this.sharedCopy = sharedCopy;
  }

  /** Checks every page. @throws AppError `incompatible` if the file is damaged */
  checkIntegrity(): void {
    if (this.readerDb.pragma('quick_check(1)') !== 'ok') throw damaged(this.dataDir);
  }

  /**
   * Increases with every change by any process: while it is the same, earlier reads are still valid. SQLite reports
   * other connections' commits to the writing connection, but not its own; those are counted here.
   */
  get version(): number {
    return this.changes + this.writerDb.dataVersion;
  }

  /** Returns the site's settings, cached by `version`: each request without a sign-in checks whether the site is private. */
  siteAt(version: number): SiteSettings {
    if (this.known?.version !== version) this.known = { version, site: this.read(null, (s) => s.meta.site) };
    return this.known.site;
  }

  /**
   * Reads as `viewer` on a connection that cannot write; `fn` is synchronous. An edit of `editTogether` sees what those before it
   * changed.
   *
   * @param langid the language that the viewer reads
   */
  read<T>(viewer: Viewer, fn: (s: R) => T, langid?: string): T {
    const db = this.batch ? this.writerDb : this.readerDb;
    return db.snapshot(() => {
      const { now, clock } = this.time();
      return fn(this.reader(db, viewer, now, { clock, langid }));
    });
  }

  /** Returns `read` as `viewer`, in the language that a `langid` of this query of a request asks for. */
  readAs(viewer: Viewer, query: unknown): <T>(fn: (s: R) => T) => T {
    const langid =
      typeof query === 'object' && query !== null && 'langid' in query && typeof query.langid === 'string'
        ? query.langid
        : undefined;
    return (fn) => this.read(viewer, fn, langid);
  }

  /** Runs `fn` as `viewer` in one synchronous transaction; all of it commits, or none. */
  transact<T>(viewer: Viewer, fn: (s: W) => T): T {
    try {
      return this.commit(viewer, (s) => {
        const result = fn(s);
        // The reading connection sees the store as it was before this transaction.
        s.badges.settle((look) => this.read(viewer, look));
        s.search.flush();
        return result;
      });
    } finally {
      this.changes += 1;
    }
  }

  /** Like `transact`, for data that no `pure` endpoint answers, such as the use of a token: `version` stays the same. */
  note(fn: (s: W) => void): void {
    this.commit(null, fn, { isNote: true });
  }

  /** Returns whether several hub processes share this site. */
  get isShared(): boolean {
    return this.sharedCopy !== undefined;
  }

  /** The newest commit of a shared site that this copy has. */
  get position(): CommitPosition | undefined {
    return this.sharedCopy?.position;
  }

  /** On a shared site, makes reads from now on see all that was committed before. @throws AppError `unavailable` */
  async catchUp(): Promise<void> {
    await this.sharedCopy?.catchUp();
  }

  /** On a shared site, waits until this process may commit, so that the next transaction need not. @throws AppError `unavailable` */
  async takeTurn(): Promise<void> {
    await this.sharedCopy?.takeTurn();
  }

  /**
   * Runs a person's edit. At a desk the same transaction adds it to the journal; at a hub it keeps the answer to an edit
   * that came with a key.
   *
   * @throws Repeated if the hub has carried it out before
   */
  edit<T>(viewer: Viewer, operation: Operation, fn: (s: W) => T): T {
    const run = (s: W): T => {
      const { route, keyed } = operation;
      if (keyed) s.idempotency.refuseRepeat(keyed.key, route);
      const kept = keyed && { ...keyed, sequence: s.feed.sequence };
      const result = fn(s);
      if (s.meta.isDesk) this.accept(s, operation);
      if (kept) s.idempotency.keep(kept.key, route, kept.textOf(result), kept.sequence);
      return result;
    };
    if (!this.batch) return this.transact(viewer, run);
    const { now, clock } = this.time();
    const s = this.writer(this.writerDb, viewer, now, { clock });
    const result = run(s);
    s.search.flush();
    this.batch.touched.push(...s.feed.touched);
    return result;
  }

  /**
   * Carries out edits in one transaction that commits them all. Each runs in a savepoint: one that throws is undone alone.
   *
   * @param isEnough is asked before each edit but the first whether those before it are enough for one transaction
   * @returns for each edit that was carried out its result, or its error
   */
  editTogether<T>(
    edits: readonly PersonsEdit<T>[],
    isEnough: (results: readonly PromiseSettledResult<T>[]) => boolean = () => false,
  ): PromiseSettledResult<T>[] {
    return this.transact(null, (s) => {
      const results: PromiseSettledResult<T>[] = [];
      for (const one of edits) {
        if (results.length > 0 && isEnough(results)) break;
        results.push(this.attempt(s, one));
      }
      return results;
    });
  }

  private attempt<T>(s: W, { viewer, edit }: PersonsEdit<T>): PromiseSettledResult<T> {
    const touched: FeedWriter['touched'] = [];
    this.batch = { touched };
    try {
      const value = s.db.attempt(edit);
      if (viewer) s.badges.addEdit(viewer, touched);
      return { status: 'fulfilled', value };
    } catch (reason) {
      // On a full disk the transaction is over, or has to be: it runs again with room from the reserve.
      if (!s.db.inTransaction || isFull(reason)) throw reason;
      return { status: 'rejected', reason };
    } finally {
      this.batch = undefined;
    }
  }

  protected abstract reader(db: Db, viewer: Viewer, now: number, options: ReadOptions): R;
  protected abstract writer(db: Db, viewer: Viewer, now: number, replay: Partial<Replay>): W;
  /** Desk: adds the edit of this transaction to the journal. */
  protected abstract accept(s: W, operation: Operation): void;

  /** Keeps the WAL short on a full disk: its space is reused as soon as its content is in the database file. */
  limitWal(isTight = this.reserve.isBroken): void {
    this.writerDb.pragma(`wal_autocheckpoint = ${isTight ? shortLog : this.walAutocheckpoint}`);
    if (isTight) this.writerDb.checkpoint('RESTART');
  }

  private commit<T>(viewer: Viewer, fn: (s: W) => T, set: Omit<ChangeSet, 'changes'> = { isNote: false }): T {
    for (let tries = 0; ; tries += 1) {
      try {
        const run = (): T => {
          const { now, clock } = this.time();
          return fn(this.writer(this.writerDb, viewer, now, { clock }));
        };
        return this.sharedCopy ? this.sharedCopy.commit(set, run) : this.writerDb.transact(run);
      } catch (error) {
        if (this.sparesReserve || !isFull(error)) throw error;
        if (tries > 0 && !this.reserve.release()) throw error;
        // The WAL is used again from its begin once all of it fits into the database file: else it takes what was released.
        this.limitWal(true);
      }
    }
  }

  private time(): { now: number; clock: MonotonicClock | undefined } {
    const given = this.now?.();
    return {
      now: given ?? Date.now() / 1000,
      clock: this.clock?.() ?? (given === undefined ? undefined : { seconds: given, bootid: 'given' }),
    };
  }

  /** Returns the bytes of the WAL. */
  get logBytes(): number {
    return statSync(`${this.writerDb.file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  checkpoint(): void {
    this.writerDb.checkpoint();
  }

  close(): void {
    if (!this.writerDb.open) return;
    this.readerDb.close();
    if (this.writerDb === this.readerDb) return;
    this.writerDb.checkpoint();
    this.writerDb.close();
  }
}

/** Number of WAL pages. */
const shortLog = 50;
