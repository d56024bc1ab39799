import type { DeviceReport } from '../../shared/model/device.ts';
import type { SyncProblem, SyncStatus } from '../../shared/sync-status.ts';
import type { FeedPosition } from '../../shared/model/feed-position.ts';
import type { Fork } from '../store/feed/epochs.ts';
import { labelTransaction } from '../failpoint.ts';
import type { PicturesHere } from '../store/media/copies.ts';
import { prepared, sql } from '../store/sql.ts';
import type { Value } from '../store/sql.ts';
import type { ReadAccess, WriteAccess } from '../store/access.ts';

/** The state of this desk that sync keeps from one round to the next. Dates are UNIX seconds. */
interface DeskState {
  /** True if everything was read from the site once. */
  complete: boolean;
  /** When all lists of a third-party site were last read to the end, by this machine's clock. */
  swept: number;
  /** When the last round without a problem ended, by the site's clock. */
  lastSuccess: number;
  /** The problem that ended the last round. */
  problem: SyncProblem | null;
  /** Readings of this machine's clocks, oldest first. */
  clocks: Boot[];
  /** The newest journal event at times of the site's clock, oldest first. */
  takenMarks: TakenMark[];
  /**
   * The hub was restored, and its feed has not been read to the end since: guides whose drafts were read, and the highest
   * revisionid that the hub has not lost.
   */
  restored: { drafts: number[]; revisionid?: number } | null;
  /** The line at which this desk last left a history that a restored hub had lost, with the highest ids of then. */
  left: Fork;
  /** Lines that answers to edits named, of which it is not known yet whether the hub's feed has them. */
  doubted: readonly FeedPosition[];
  /** Edits from other desks, with lines of the hub's feed that these desks had read and this one had not. */
  foreign: ForeignEdits[];
  /** Documents for which not every person of the desk could be asked yet. */
  unasked: HiddenDocument[];
  /** Entryids of edits whose target the site did not have at the end of the last round. */
  absentTargets: string[];
  /** The last report to the hub. */
  deviceReport: SentReport;
  /** The newest daily copy. */
  backup: BackupNote;
  /** Pictures of the site on this desk, as last counted. */
  picturesHere: PicturesHere;
  /** MiB: the limit by which pictures were last removed. */
  pictureBudget: number;
}

/** Readings of the wall clock and the monotonic clock at one moment. */
export interface ClockReading {
  wall: number;
  /** Monotonic: seconds since the machine started. */
  seconds: number;
}

/** One run of this machine from start to shutdown, as far as clock readings of it are known. */
export interface Boot {
  bootid: string;
  first: ClockReading;
  last: ClockReading;
  /** The latest answer of the site: the monotonic clock here, and the site's time. */
  met?: { seconds: number; site: number };
}

export interface TakenMark {
  site: number;
  /** Rowid in `journal_event`. */
  event: number;
}

export interface ForeignEdits {
  seen: readonly FeedPosition[];
  entryids: readonly string[];
}

export interface HiddenDocument {
  kind: string;
  id: number;
  /** The only person who saw it may have been deactivated, so its removal is expected. */
  left?: true;
}

export interface SentReport {
  /** SHA-256 of the report without its dates, base64url. */
  digest: string;
  /** By this machine's clock. */
  date: number;
  ready: DeviceReport['ready'];
  /** When `ready` was counted. */
  counted: number;
  /** Guides or pictures came since. */
  stale: boolean;
}

export type BackupNote = NonNullable<SyncStatus['backup']>;

const valueOf = prepared(
  (name: Value<string>) => sql<{ value: string | null }>`SELECT body -> ${name} AS value FROM desk_state`,
);

export class DeskStateReader {
  protected readonly s: ReadAccess;

  constructor(s: ReadAccess) {
    this.s = s;
  }

  get<Name extends keyof DeskState>(name: Name): DeskState[Name] | undefined {
    const row = this.s.db.one(valueOf(name));
    return row === undefined || row.value === null ? undefined : (JSON.parse(row.value) as DeskState[Name]);
  }
}

export class DeskStateWriter extends DeskStateReader {
  declare protected readonly s: WriteAccess;

  set<Name extends keyof DeskState>(name: Name, value: DeskState[Name]): void {
    labelTransaction(`state ${name}`);
    this.s.db.run(sql`UPDATE desk_state
       SET body = json_set(body, '$.' || ${name}, json(${JSON.stringify(value)}))`);
  }
}
