import { join } from 'node:path';
import { statSync } from 'node:fs';

import { invariant } from '../../shared/assert.ts';
import { AppError } from '../../shared/errors.ts';
import { failpoint } from '../failpoint.ts';
import type { Logger } from '../log.ts';
import { makeOwnFolder } from '../owner-only.ts';
import type { Viewer } from './actor.ts';
import { AssignmentReader, AssignmentWriter } from './assignments/assignments.ts';
import { AwardReader, BadgeWriter } from './badges/badges.ts';
import { CollaboratorReader, CollaboratorWriter } from './collaborators/collaborators.ts';
import { CommentReader, CommentWriter } from './comments/comments.ts';
import { damaged, isCorrupt, isDoubtful, isFull } from './damage.ts';
import { beforeAll } from './commit-log.ts';
import type { ChangeSet, Commit, CommitLog, CommitPosition, SiteCopy } from './commit-log.ts';
import { positionIn, refuseCopy, writePosition } from './site-copy.ts';
import { databaseName } from './database-name.ts';
import { Db } from './database.ts';
import { DeviceReader, DeviceWriter } from './devices/devices.ts';
import { DocumentReader, DocumentWriter } from './documents/documents.ts';
import { DraftReader, DraftWriter } from './drafts/drafts.ts';
import { FeedReader, FeedWriter } from './feed/feed.ts';
import { FormReader, FormWriter } from './forms/forms.ts';
import { GlossaryReader, GlossaryWriter } from './glossary/glossary.ts';
import { GuideReader } from './guides/reader.ts';
import { GuideWriter } from './guides/writer.ts';
import { IdempotencyReader, IdempotencyWriter } from './idempotency/idempotency.ts';
import { monotonicClock } from './monotonic-clock.ts';
import type { MonotonicClock } from './monotonic-clock.ts';
import { MediaReader } from './media/media.ts';
import { MediaWriter } from './media/writer.ts';
import { MetaReader, MetaWriter } from './meta.ts';
import type { Issued, SiteSettings } from './meta.ts';
import { migrations } from './migrations/index.ts';
import { migrate, refuseNewer, refuseOtherVersion } from './migrations/runner.ts';
import { FavoriteReader, FavoriteWriter } from './favorites/favorites.ts';
import { NotificationReader, NotificationWriter } from './notifications/notifications.ts';
import { ReadingPositionReader, ReadingPositionWriter } from './reading-positions/reading-positions.ts';
import { ReleaseReader } from './releases/reader.ts';
import { ReleaseWriter } from './releases/writer.ts';
import type { FinalIds, Operation, SiteVersions, SiteVersionsWriter, UnsentEdits } from './replica-parts.ts';
import { Reserve } from './reserve.ts';
import { forgetCounts } from './search/lexicon.ts';
import { SearchReader } from './search/reader.ts';
import { SearchWriter } from './search/writer.ts';
import { SessionReader, SessionWriter } from './sessions/sessions.ts';
import { TagReader, TagWriter } from './tags/tags.ts';
import { TeamReader } from './teams/reader.ts';
import { TeamWriter } from './teams/writer.ts';
import { MachineReader, MachineWriter } from './translations/machine.ts';
import { TranslationReader } from './translations/reader.ts';
import { TranslationWriter } from './translations/writer.ts';
import { UserReader, UserWriter } from './users/users.ts';
import { VideoReader, VideoWriter } from './videos/videos.ts';
import { ViewReader, ViewWriter } from './views/views.ts';
import { WikiReader } from './wikis/reader.ts';
import { WikiWriter } from './wikis/writer.ts';
import { WorkLogReader } from './work-log/reader.ts';
import { WorkLogWriter } from './work-log/writer.ts';

/**
 * Read access to the store, with one property per aggregate. The parts that only a desk has are abstract here; `app/replica/replica.ts`
 * adds them, and the store does not import it.
 */
export abstract class StoreReader {
  readonly db: Db;
  readonly viewer: Viewer;
  /** UNIX seconds at which this read or transaction began. */
  readonly now: number;
  readonly meta: MetaReader = new MetaReader(this);
  readonly users: UserReader = new UserReader(this);
  readonly sessions: SessionReader = new SessionReader(this);
  readonly teams: TeamReader = new TeamReader(this);
  readonly badges: AwardReader = new AwardReader(this);
  readonly collaborators: CollaboratorReader = new CollaboratorReader(this);
  readonly media: MediaReader = new MediaReader(this);
  readonly documents: DocumentReader = new DocumentReader(this);
  readonly videos: VideoReader = new VideoReader(this);
  readonly views: ViewReader = new ViewReader(this);
  readonly guides: GuideReader = new GuideReader(this);
  readonly releases: ReleaseReader = new ReleaseReader(this);
  readonly wikis: WikiReader = new WikiReader(this);
  readonly translations: TranslationReader = new TranslationReader(this);
  readonly glossary: GlossaryReader = new GlossaryReader(this);
  /** Cached answers of the translation service. */
  readonly machine: MachineReader = new MachineReader(this);
  readonly comments: CommentReader = new CommentReader(this);
  readonly tags: TagReader = new TagReader(this);
  /** Favorites and completions of people. */
  readonly favorites: FavoriteReader = new FavoriteReader(this);
  readonly readingPositions: ReadingPositionReader = new ReadingPositionReader(this);
  /** Unsaved texts of people. */
  readonly drafts: DraftReader = new DraftReader(this);
  /** Desks that reported to this hub. */
  readonly devices: DeviceReader = new DeviceReader(this);
  readonly forms: FormReader = new FormReader(this);
  readonly workLog: WorkLogReader = new WorkLogReader(this);
  readonly assignments: AssignmentReader = new AssignmentReader(this);
  readonly notifications: NotificationReader = new NotificationReader(this);
  readonly search: SearchReader = new SearchReader(this);
  readonly feed: FeedReader = new FeedReader(this);
  readonly idempotency: IdempotencyReader = new IdempotencyReader(this);
  /** Edits that the site does not have yet. */
  abstract readonly journal: UnsentEdits;
  /** The site's ids for provisional ones. */
  abstract readonly idMap: FinalIds;
  /** The site's versions of documents that edits here have changed. */
  abstract readonly siteVersions: SiteVersions;

  private readonly givenClock: MonotonicClock | undefined;

  constructor(db: Db, viewer: Viewer, now: number, clock?: MonotonicClock) {
    this.db = db;
    this.viewer = viewer;
    this.now = now;
    this.givenClock = clock;
  }

  /** The monotonic time now; for a replayed edit the time when it was made. */
  get clock(): MonotonicClock {
    return this.givenClock ?? monotonicClock();
  }
}

/** The context of an edit that is replayed on a newer version of the site: the ids and the time of its first run. */
export interface Replay {
  /** The provisional ids that it gave. */
  issued: readonly Issued[];
  clock: MonotonicClock;
}

/** Write access to the store within a transaction. */
export abstract class StoreWriter extends StoreReader {
  override readonly meta: MetaWriter = new MetaWriter(this);
  override readonly users: UserWriter = new UserWriter(this);
  override readonly sessions: SessionWriter = new SessionWriter(this);
  override readonly teams: TeamWriter = new TeamWriter(this);
  override readonly badges: BadgeWriter = new BadgeWriter(this);
  override readonly collaborators: CollaboratorWriter = new CollaboratorWriter(this);
  override readonly media: MediaWriter = new MediaWriter(this);
  override readonly documents: DocumentWriter = new DocumentWriter(this);
  override readonly videos: VideoWriter = new VideoWriter(this);
  override readonly views: ViewWriter = new ViewWriter(this);
  override readonly guides: GuideWriter = new GuideWriter(this);
  override readonly releases: ReleaseWriter = new ReleaseWriter(this);
  override readonly wikis: WikiWriter = new WikiWriter(this);
  override readonly translations: TranslationWriter = new TranslationWriter(this);
  override readonly glossary: GlossaryWriter = new GlossaryWriter(this);
  override readonly machine: MachineWriter = new MachineWriter(this);
  override readonly comments: CommentWriter = new CommentWriter(this);
  override readonly tags: TagWriter = new TagWriter(this);
  override readonly favorites: FavoriteWriter = new FavoriteWriter(this);
  override readonly readingPositions: ReadingPositionWriter = new ReadingPositionWriter(this);
  override readonly drafts: DraftWriter = new DraftWriter(this);
  override readonly devices: DeviceWriter = new DeviceWriter(this);
  override readonly forms: FormWriter = new FormWriter(this);
  override readonly workLog: WorkLogWriter = new WorkLogWriter(this);
  override readonly assignments: AssignmentWriter = new AssignmentWriter(this);
  override readonly notifications: NotificationWriter = new NotificationWriter(this);
  override readonly search: SearchWriter = new SearchWriter(this);
  override readonly feed: FeedWriter = new FeedWriter(this);
  override readonly idempotency: IdempotencyWriter = new IdempotencyWriter(this);
  abstract override readonly siteVersions: SiteVersionsWriter;

  /** True if an edit is replayed that was carried out here before. */
  readonly isReplay: boolean;

  constructor(db: Db, viewer: Viewer, now: number, { issued, clock }: Partial<Replay> = {}) {
    super(db, viewer, now, clock);
    this.isReplay = issued !== undefined;
    this.meta.expect(issued ?? []);
  }
}

export interface StoreOptions {
  /** Data folder; the database is `benchside.sqlite` in it. */
  dataDir: string;
  /** UNIX seconds; also drives the monotonic clock, unless `clock` is given. */
  now?: () => number;
  clock?: () => MonotonicClock;
  /** `sync` is the sync worker's connection: NORMAL instead of FULL fsync, a large WAL. `look` opens an existing store read-only. */
  purpose?: 'serve' | 'sync' | 'look';
  /** True if every page is checked first (two seconds per gigabyte); if absent, only a small or doubtful file. */
  checkIntegrity?: boolean;
  /** The log of a site that several hub processes share; this folder has one process's copy of it. */
  commitLog?: CommitLog;
  log?: Logger;
}

/** A function that makes one edit by `Store.edit`, and the person for whom it does so. */
export interface PersonsEdit<T> {
  viewer: Viewer;
  edit: () => T;
}

/** The database of a data folder. `app/replica/replica.ts` has the class that the program opens. */
export abstract class Store<
  R extends StoreReader = StoreReader,
  W extends StoreWriter = StoreWriter,
> implements SiteCopy {
  readonly dataDir: string;
  /** Disk space reserved for people's edits. */
  readonly reserve: Reserve;
  private readonly writerDb: Db;
  private readonly readerDb: Db;
  /** True while writing what is dispensable or can be fetched again: the reserve is then not used on a full disk. */
  sparesReserve: boolean;
  /** Number of WAL pages that makes a commit run a checkpoint. */
  private walAutocheckpoint = 0;
  private readonly now: (() => number) | undefined;
  private readonly clock: (() => MonotonicClock) | undefined;
  private changes = 0;
  /** The transaction that the edits of `editTogether` share, while one of them runs. */
  private shared: { touched: FeedWriter['touched'] } | undefined;
  private known: { version: number; site: SiteSettings } | undefined;
  private readonly commitLog: CommitLog | undefined;
  /** The newest commit of a shared site that this copy has. */
  private newest: CommitPosition = beforeAll;

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
    this.commitLog = options.commitLog;
    const file = join(options.dataDir, databaseName);
    const log = options.log ? { log: options.log } : {};
    if (options.purpose === 'look') {
      try {
        this.readerDb = new Db({ file, readonly: true, synchronous: 'FULL', ...log });
        refuseOtherVersion(this.readerDb, migrations.length);
      } catch (error) {
        throw isCorrupt(error) ? damaged(options.dataDir, error) : error;
      }
      this.writerDb = this.readerDb;
      return;
    }
    makeOwnFolder(options.dataDir);
    if (!this.sparesReserve) this.reserve.makeRoomToStart();
    const sync = options.purpose === 'sync';
    const { checkIntegrity = isDoubtful(file) && !sync } = options;
    // After a power cut, a copy of a shared site gets lost commits back from the log.
    const tuning = sync
      ? ({ synchronous: 'NORMAL', slowMs: 500 } as const)
      : ({ synchronous: this.commitLog ? 'NORMAL' : 'FULL' } as const);
    this.walAutocheckpoint = sync ? 10_000 : 1_000;
    let writer: Db | undefined;
    try {
      writer = new Db({ file, ...tuning, walAutocheckpoint: this.walAutocheckpoint, ...log });
      if (checkIntegrity && writer.pragma('quick_check(1)') !== 'ok') throw damaged(options.dataDir);
      this.writerDb = writer;
      if (options.commitLog) this.migrateShared(options.commitLog);
      else {
        refuseCopy(writer, options.dataDir);
        migrate(writer, migrations);
      }
    } catch (error) {
      writer?.close();
      throw isCorrupt(error) ? damaged(options.dataDir, error) : error;
    }
    this.readerDb = new Db({ file, readonly: true, synchronous: 'FULL', ...log });
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
   */
  read<T>(viewer: Viewer, fn: (s: R) => T): T {
    const db = this.shared ? this.writerDb : this.readerDb;
    return db.snapshot(() => {
      const { now, clock } = this.time();
      return fn(this.reader(db, viewer, now, clock));
    });
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
    return this.commitLog !== undefined;
  }

  /** The newest commit of a shared site that this copy has. */
  get position(): CommitPosition {
    return this.newest;
  }

  /** On a shared site, makes reads from now on see all that was committed before. @throws AppError `unavailable` */
  async catchUp(): Promise<void> {
    await this.commitLog?.catchUp(this);
  }

  /** On a shared site, waits until this process may commit, so that the next transaction need not. @throws AppError `unavailable` */
  async takeTurn(): Promise<void> {
    await this.commitLog?.takeTurn(this);
  }

  replay(commits: readonly Commit[]): void {
    const missing = commits.filter(({ number }) => number > this.newest.number);
    const last = missing.at(-1);
    if (!last) return;
    invariant(
      last.number === this.newest.number + missing.length,
      'commits are replayed in order, without gaps',
    );
    this.writerDb.transact(() => {
      for (const { changes, needs = 0 } of missing) {
        refuseNewer(needs, migrations.length);
        for (const change of changes) this.writerDb.replay(change);
      }
      writePosition(this.writerDb, last);
    });
    this.newest = { number: last.number, id: last.id };
    forgetCounts(this.writerDb);
    if (!missing.every(({ isNote }) => isNote)) this.changes += 1;
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
    if (!this.shared) return this.transact(viewer, run);
    const { now, clock } = this.time();
    const s = this.writer(this.writerDb, viewer, now, { clock });
    const result = run(s);
    s.search.flush();
    this.shared.touched.push(...s.feed.touched);
    return result;
  }

  /**
   * Carries out edits in one transaction that commits them all. Each runs in a savepoint: one that throws is undone alone.
   *
   * @returns for each edit its result, or its error
   */
  editTogether<T>(edits: readonly PersonsEdit<T>[]): PromiseSettledResult<T>[] {
    return this.transact(null, (s) =>
      edits.map(({ viewer, edit }) => {
        const shared = { touched: [] };
        this.shared = shared;
        try {
          const value = s.db.attempt(edit);
          if (viewer) s.badges.addEdit(viewer, shared.touched);
          return { status: 'fulfilled', value };
        } catch (reason) {
          // On a full disk the transaction is over, or has to be: it runs again with room from the reserve.
          if (!s.db.inTransaction || isFull(reason)) throw reason;
          return { status: 'rejected', reason };
        } finally {
          this.shared = undefined;
        }
      }),
    );
  }

  protected abstract reader(db: Db, viewer: Viewer, now: number, clock: MonotonicClock | undefined): R;
  protected abstract writer(db: Db, viewer: Viewer, now: number, replay: Partial<Replay>): W;
  /** Desk: adds the edit of this transaction to the journal. */
  protected abstract accept(s: W, operation: Operation): void;

  /** Keeps the WAL short on a full disk: its space is reused as soon as its content is in the database file. */
  limitWal(isFull = this.reserve.isBroken): void {
    this.writerDb.pragma(`wal_autocheckpoint = ${isFull ? shortLog : this.walAutocheckpoint}`);
    if (isFull) this.writerDb.checkpoint('RESTART');
  }

  private commit<T>(viewer: Viewer, fn: (s: W) => T, set: Omit<ChangeSet, 'changes'> = { isNote: false }): T {
    for (let tries = 0; ; tries += 1) {
      try {
        return this.committed(set, () => {
          const { now, clock } = this.time();
          return fn(this.writer(this.writerDb, viewer, now, { clock }));
        });
      } catch (error) {
        if (this.sparesReserve || !isFull(error)) throw error;
        if (tries === 0) this.limitWal(true);
        else if (!this.reserve.release()) throw error;
      }
    }
  }

  /** Runs `fn` in a transaction, which on a shared site is a commit of all processes. */
  private committed<T>(set: Omit<ChangeSet, 'changes'>, fn: () => T): T {
    const { commitLog } = this;
    if (!commitLog) return this.writerDb.transact(fn);
    commitLog.begin(this);
    let position: CommitPosition | undefined;
    try {
      const result = this.writerDb.transact(fn, (changes) => {
        if (changes.length === 0) return;
        position = commitLog.commit({ ...set, changes });
        failpoint('after-shared-commit');
        writePosition(this.writerDb, position);
      });
      if (position) this.newest = position;
      return result;
    } catch (error) {
      // The site has this commit, and the next turn replays it here: running `fn` again would do it twice.
      throw position ? notKeptHere(error) : error;
    } finally {
      commitLog.cancel();
    }
  }

  /** Each process may be the first with this program: it asks in its turn whether another has migrated meanwhile. */
  private migrateShared(commitLog: CommitLog): void {
    this.newest = positionIn(this.writerDb) ?? beforeAll;
    commitLog.begin(this);
    commitLog.cancel();
    migrate(this.writerDb, migrations, ({ number, isExpansion }, run) =>
      this.committed({ isNote: false, ...(isExpansion ? {} : { needs: number }) }, () => {
        if (Number(this.writerDb.pragma('user_version')) < number) run();
      }),
    );
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

const notKeptHere = (cause: unknown): AppError =>
  new AppError(
    'unavailable',
    'This was saved, but cannot be shown now. Reload in a moment.',
    { retryAfter: 2 },
    cause,
  );

/** Number of WAL pages. */
const shortLog = 50;
