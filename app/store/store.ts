import { join } from 'node:path';
import { mkdirSync, statSync } from 'node:fs';

import { AppError } from '../../shared/errors.ts';
import type { Logger } from '../log.ts';
import type { Viewer } from './actor.ts';
import { CommentReader, CommentWriter } from './comments/comments.ts';
import { Db } from './database.ts';
import { FeedReader, FeedWriter } from './feed/feed.ts';
import { GuideReader } from './guides/reader.ts';
import { GuideWriter } from './guides/writer.ts';
import { JournalReader, JournalWriter } from './journal/journal.ts';
import { MediaReader, MediaWriter } from './media/media.ts';
import { MetaReader, MetaWriter } from './meta.ts';
import { migrations } from './migrations/index.ts';
import { migrate, refuseOther } from './migrations/runner.ts';
import { PersonalReader, PersonalWriter } from './personal/personal.ts';
import { ReadingReader, ReadingWriter } from './reading/reading.ts';
import { SearchReader } from './search/reader.ts';
import { SearchWriter } from './search/writer.ts';
import { SyncReader, SyncWriter } from './sync/sync-state.ts';
import { TagReader, TagWriter } from './tags/tags.ts';
import { TeamReader, TeamWriter } from './teams/teams.ts';
import { UserReader, UserWriter } from './users/users.ts';
import { WikiReader } from './wikis/reader.ts';
import { WikiWriter } from './wikis/writer.ts';
import { WorkReader, WorkWriter } from './work/work.ts';

/** What a read may use. One property per aggregate; none of them can write. */
export class StoreReader {
  readonly db: Db;
  readonly viewer: Viewer;
  /** UNIX seconds at which this read or transaction began. */
  readonly now: number;
  readonly meta: MetaReader = new MetaReader(this);
  readonly users: UserReader = new UserReader(this);
  readonly teams: TeamReader = new TeamReader(this);
  readonly media: MediaReader = new MediaReader(this);
  readonly guides: GuideReader = new GuideReader(this);
  readonly wikis: WikiReader = new WikiReader(this);
  readonly comments: CommentReader = new CommentReader(this);
  readonly tags: TagReader = new TagReader(this);
  /** Favorites, completions, reading positions, views. */
  readonly personal: PersonalReader = new PersonalReader(this);
  readonly reading: ReadingReader = new ReadingReader(this);
  readonly work: WorkReader = new WorkReader(this);
  readonly search: SearchReader = new SearchReader(this);
  readonly feed: FeedReader = new FeedReader(this);
  readonly journal: JournalReader = new JournalReader(this);
  readonly sync: SyncReader = new SyncReader(this);

  constructor(db: Db, viewer: Viewer, now: number) {
    this.db = db;
    this.viewer = viewer;
    this.now = now;
  }
}

/** What a transaction may use. */
export class StoreWriter extends StoreReader {
  override readonly meta: MetaWriter = new MetaWriter(this);
  override readonly users: UserWriter = new UserWriter(this);
  override readonly teams: TeamWriter = new TeamWriter(this);
  override readonly media: MediaWriter = new MediaWriter(this);
  override readonly guides: GuideWriter = new GuideWriter(this);
  override readonly wikis: WikiWriter = new WikiWriter(this);
  override readonly comments: CommentWriter = new CommentWriter(this);
  override readonly tags: TagWriter = new TagWriter(this);
  override readonly personal: PersonalWriter = new PersonalWriter(this);
  override readonly reading: ReadingWriter = new ReadingWriter(this);
  override readonly work: WorkWriter = new WorkWriter(this);
  override readonly search: SearchWriter = new SearchWriter(this);
  override readonly feed: FeedWriter = new FeedWriter(this);
  override readonly journal: JournalWriter = new JournalWriter(this);
  override readonly sync: SyncWriter = new SyncWriter(this);
}

export interface StoreOptions {
  /** Data folder; the database is `benchside.sqlite` in it. */
  dataDir: string;
  /** UNIX seconds. */
  now?: () => number;
  /** `sync` for the sync worker's connection: no FULL fsync, a large WAL. `look` opens what is there, to read only. */
  purpose?: 'serve' | 'sync' | 'look';
  /** Whether every page is looked at first (two seconds a gigabyte); when absent, only where it is quick or doubtful. */
  lookThrough?: boolean;
  log?: Logger;
}

export class Store {
  readonly dataDir: string;
  private readonly writerDb: Db;
  private readonly readerDb: Db;
  private readonly now: () => number;

  /**
   * Opens or creates the store and brings it to this program's version.
   *
   * @throws AppError `incompatible` for a folder that is damaged or was written by a newer version.
   */
  constructor(options: StoreOptions) {
    this.dataDir = options.dataDir;
    this.now = options.now ?? (() => Date.now() / 1000);
    const file = join(options.dataDir, 'benchside.sqlite');
    const log = options.log ? { log: options.log } : {};
    if (options.purpose === 'look') {
      try {
        this.readerDb = new Db({ file, readonly: true, synchronous: 'FULL', ...log });
        refuseOther(this.readerDb, migrations.length);
      } catch (error) {
        throw isCorrupt(error) ? damaged(options.dataDir, error) : error;
      }
      this.writerDb = this.readerDb;
      return;
    }
    mkdirSync(options.dataDir, { recursive: true });
    const sync = options.purpose === 'sync';
    const { lookThrough = isDoubtful(file) && !sync } = options;
    const tuning = sync
      ? ({ synchronous: 'NORMAL', walAutocheckpoint: 10_000, slowMs: 500 } as const)
      : ({ synchronous: 'FULL' } as const);
    let writer: Db | undefined;
    try {
      writer = new Db({ file, ...tuning, ...log });
      if (lookThrough && writer.pragma('quick_check(1)') !== 'ok') throw damaged(options.dataDir);
      migrate(writer, migrations);
    } catch (error) {
      writer?.close();
      throw isCorrupt(error) ? damaged(options.dataDir, error) : error;
    }
    this.writerDb = writer;
    this.readerDb = new Db({ file, readonly: true, synchronous: 'FULL', ...log });
  }

  /** Looks at every page. @throws AppError `incompatible` when the file is damaged */
  requireSound(): void {
    if (this.readerDb.pragma('quick_check(1)') !== 'ok') throw damaged(this.dataDir);
  }

  /** Reads as `viewer` on a connection that cannot write. `fn` is synchronous. */
  read<T>(viewer: Viewer, fn: (s: StoreReader) => T): T {
    return this.readerDb.snapshot(() => fn(new StoreReader(this.readerDb, viewer, this.now())));
  }

  /** Runs `fn` as `viewer` in one transaction; all of it commits before this returns, or none. */
  transact<T>(viewer: Viewer, fn: (s: StoreWriter) => T): T {
    return this.writerDb.transact(() => {
      const s = new StoreWriter(this.writerDb, viewer, this.now());
      const result = fn(s);
      s.search.flush();
      return result;
    });
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

/** Above this, looking at every page would be most of a start. */
const alwaysChecked = 16 * 1024 * 1024;

/** Whether a file is to be looked through before it is used: a large one only if its program did not end as it should. */
function isDoubtful(file: string): boolean {
  const size = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size(`${file}-wal`) > 0 || size(file) < alwaysChecked;
}

function isCorrupt(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'SQLITE_NOTADB' || String(error.code).startsWith('SQLITE_CORRUPT'))
  );
}

function damaged(dataDir: string, cause?: unknown): AppError {
  return new AppError(
    'incompatible',
    `The database in ${dataDir} is damaged. Nothing was changed. Put back a copy of benchside.sqlite from a backup, or ` +
      'move the folder aside and let Benchside start with a new one; keep the old folder, it may hold work that was not sent.',
    {},
    cause,
  );
}
