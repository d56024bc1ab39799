import type { Viewer } from './actor.ts';
import { AssignmentReader, AssignmentWriter } from './assignments/assignments.ts';
import { AwardReader, BadgeWriter } from './badges/badges.ts';
import { CollaboratorReader, CollaboratorWriter } from './collaborators/collaborators.ts';
import { CommentReader, CommentWriter } from './comments/comments.ts';
import type { Db } from './database.ts';
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
import type { Issued } from './meta.ts';
import { FavoriteReader, FavoriteWriter } from './favorites/favorites.ts';
import { NotificationReader, NotificationWriter } from './notifications/notifications.ts';
import { ReadingPositionReader, ReadingPositionWriter } from './reading-positions/reading-positions.ts';
import { ReleaseReader } from './releases/reader.ts';
import { ReleaseWriter } from './releases/writer.ts';
import type { FinalIds, SiteVersions, SiteVersionsWriter, UnsentEdits } from './replica-parts.ts';
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

/** How a store is read, besides who reads it and when. */
export interface ReadOptions {
  clock?: MonotonicClock | undefined;
  langid?: string | undefined;
}

/**
 * Read access to the store, with one property per aggregate. The parts that only a desk has are abstract here; `app/replica/replica.ts`
 * adds them, and the store does not import it.
 */
export abstract class StoreReader {
  readonly db: Db;
  readonly viewer: Viewer;
  readonly langid: string | undefined;
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

  constructor(db: Db, viewer: Viewer, now: number, { clock, langid }: ReadOptions = {}) {
    this.db = db;
    this.viewer = viewer;
    this.langid = langid;
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
    super(db, viewer, now, { clock });
    this.isReplay = issued !== undefined;
    this.meta.expect(issued ?? []);
  }
}
