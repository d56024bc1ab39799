import { AppError } from '../../../shared/errors.ts';
import type { DeviceReport } from '../../../shared/model/device.ts';
import { listOf, prepared, sql } from '../../store/sql.ts';
import type { SqlPart, StoredRow, Value } from '../../store/sql.ts';
import { decidableEdits } from '../../store/policy/unsent-edits.ts';
import type { StoreReader } from '../../store/aggregates.ts';
import type { DeskStateReader } from '../desk-state.ts';
import { eventsSince } from './taken-marks.ts';
import { isEdit, lostBySite } from './entry.ts';
import type { Cause, JournalState } from '../../../shared/model/journal.ts';
import type { JournalEntry, Resolution, Touch } from './entry.ts';

export type JournalReads = StoreReader & { readonly deskState: DeskStateReader };

export type JournalCounts = Record<JournalState | 'accepted', number>;

type Waiting = DeviceReport['people'][number];

export class JournalReader {
  protected readonly s: JournalReads;

  constructor(s: JournalReads) {
    this.s = s;
  }

  /** Counts all entries by state. */
  counts(): JournalCounts {
    return this.count(sql`1`);
  }

  /** Counts people's edits by state; reports of views are left out. */
  editCounts(): JournalCounts {
    return this.count(isEdit);
  }

  hasParkedEdits(): boolean {
    return (
      this.s.db.one(sql`SELECT 1 FROM journal WHERE state = 'parked' AND ${isEdit} LIMIT 1`) !== undefined
    );
  }

  /** Returns for each person with unsent edits how many there are by state, and the date of the oldest (UNIX seconds). */
  waiting(): Waiting[] {
    return this.s.db.all(sql<Waiting>`SELECT coalesce(sender, userid) AS userid,
         sum(state = 'pending') AS pending, sum(state = 'sending') AS sending, 
         sum(state = 'parked') AS parked,
         sum(state = 'parked' AND coalesce(cause ->> '$.kind' = 'conflict', 0)) AS conflicts,
         min(wall_clock) AS oldest_date
       FROM journal WHERE state IN ('pending', 'sending', 'parked') AND ${isEdit}
       GROUP BY coalesce(sender, userid)`);
  }

  private count(condition: SqlPart): JournalCounts {
    const counts: JournalCounts = { accepted: 0, pending: 0, sending: 0, done: 0, parked: 0, discarded: 0 };
    for (const row of this.s.db.all(sql<{ state: JournalState; n: number }>`SELECT state, count(*) AS n
       FROM journal WHERE ${condition} GROUP BY state`)) {
      counts[row.state] = row.n;
      counts.accepted += row.n;
    }
    return counts;
  }

  /**
   * Finds entries that are missing or changed state without an event: accepted = pending + sending + done + parked +
   * discarded, and each entry is in the state of its last event.
   *
   * @returns what is wrong, in words; empty if all is well
   */
  verify(): string[] {
    const accepted =
      this.s.db.one(sql<{ seq: number }>`SELECT seq FROM sqlite_sequence WHERE name = 'journal'`)?.seq ?? 0;
    const { accepted: found } = this.counts();
    const unseen = this.s.db.all(
      sql<StoredRow<'journal', 'entryid' | 'state'> & { last: string | null }>`SELECT j.entryid, j.state,
         (SELECT e.state FROM journal_event e WHERE e.sequence = j.sequence ORDER BY e.rowid DESC LIMIT 1) AS last
       FROM journal j WHERE coalesce(last, 'pending') <> j.state`,
    );
    return [
      ...(found === accepted ? [] : [`${accepted} edits were accepted, and ${found} are in the journal.`]),
      ...unseen.map(
        ({ entryid, state, last }) => `${entryid} is ${state}, and was last put to ${last ?? 'pending'}.`,
      ),
    ];
  }

  /** Returns the UNIX seconds of the oldest edit that the site has not confirmed; null if there is none. */
  oldestPending(): number | null {
    return (
      this.s.db.one(sql<{ date: number | null }>`SELECT min(wall_clock) AS date FROM journal
         WHERE state IN ('pending', 'sending', 'parked') AND ${isEdit}`)?.date ?? null
    );
  }

  /** Returns whether edits of this resource have not reached the site. */
  isPending(kind: string, id: number): boolean {
    return this.s.db.one(anyWaitingOf(kind, id)) !== undefined;
  }

  /** Returns the pending edit that created this wiki on purpose (`POST /wikis`). */
  creationOf(kind: 'wiki', id: number): JournalEntry | undefined {
    return this.pendingOf(kind, id).find((entry) => entry.route === 'POST /wikis');
  }

  /** Returns whether a pending edit creates it, so that this provisional id may be replaced. */
  isComing(provisional: number): boolean {
    return this.isMakerIn(['pending', 'sending', 'parked'], provisional);
  }

  /** Returns whether the edit that created it has reached the site. */
  wasSent(provisional: number): boolean {
    return this.isMakerIn(['done'], provisional);
  }

  /** Returns the edit that created it, also as a side effect. */
  makerOf(provisional: number): JournalEntry | undefined {
    const row = this.s.db.one(sql<Row>`SELECT j.* FROM journal j, json_each(j.issued) i
       WHERE i.value ->> 'id' = ${provisional} LIMIT 1`);
    return row && this.entryOf(row);
  }

  private isMakerIn(states: readonly JournalState[], provisional: number): boolean {
    const maker = this.s.db.one(sql`SELECT 1 FROM journal j, json_each(j.issued) i
       WHERE j.state IN ${listOf(states)} AND i.value ->> 'id' = ${provisional} LIMIT 1`);
    return maker !== undefined;
  }

  /** Returns guides with edits of this person that were not discarded; `untold`: also those that the site has. */
  guidesEditedBy(userid: number, untold: boolean): number[] {
    return this.s.db
      .all(sql<{ id: number }>`SELECT DISTINCT t.id
         FROM journal_resource t JOIN journal j ON j.sequence = t.sequence
         WHERE t.kind = 'guide' AND j.userid = ${userid} AND j.state <> 'discarded'
           AND (j.state <> 'done' OR ${Number(untold)})`)
      .map(({ id }) => id);
  }

  /** Returns entryids of a person's started runs that they have edited at this desk. */
  runsAtWork(userid: number): number[] {
    return this.s.db
      .all(sql<{ entryid: number }>`SELECT w.entryid FROM work_log w
         WHERE w.userid = ${userid} AND w.status = 'started' AND EXISTS (
         SELECT 1 FROM journal_resource t JOIN journal j ON j.sequence = t.sequence
         WHERE t.kind = 'entry' AND t.id = w.entryid AND j.userid = w.userid)`)
      .map(({ entryid }) => entryid);
  }

  /** Edits of this resource that have not reached the site, in order. */
  pendingOf(kind: string, id: number): JournalEntry[] {
    // Selecting whole rows costs ten times as much, even if there are none.
    if (!this.isPending(kind, id)) return [];
    return this.s.db
      .all(sql<Row>`SELECT j.* ${waitingOf(kind, id)} ORDER BY j.sequence`)
      .map((row) => this.entryOf(row));
  }

  /** Returns sequences of edits of this resource that have not reached the site, in order. */
  sequencesOf(kind: string, id: number): number[] {
    return this.s.db
      .all(sql<{ sequence: number }>`SELECT t.sequence ${waitingOf(kind, id)} ORDER BY t.sequence`)
      .map(({ sequence }) => sequence);
  }

  /** Returns resources with edits that have not reached the site, each with the `sequence` of its first edit. */
  waitingResources(kind: string): { id: number; sequence: number }[] {
    return this.s.db.all(sql`SELECT t.id, min(t.sequence) AS sequence
       FROM journal_resource t JOIN journal j ON j.sequence = t.sequence
       WHERE t.kind = ${kind} AND j.state NOT IN ('done', 'discarded') GROUP BY t.id`);
  }

  /** Returns entries in these states, in order. */
  list(states: readonly JournalState[], after = 0, limit = -1): JournalEntry[] {
    return this.s.db
      .all(sql<Row>`SELECT * FROM journal j WHERE j.state IN ${listOf(states)} AND j.sequence > ${after}
         ORDER BY j.sequence LIMIT ${limit}`)
      .map((row) => this.entryOf(row));
  }

  /** Returns this machine's clock readings at each unsent edit, in order. */
  clocksOfUnsent(): { bootid: string; wall: number; seconds: number }[] {
    return this.s.db.all(sql`SELECT boot_id AS bootid, wall_clock AS wall, monotonic_clock AS seconds
       FROM journal
       WHERE state IN ('pending', 'sending', 'parked') ORDER BY sequence`);
  }

  /** Returns the unsent edits that this person has to send, in order: their own, unless a lead took them over, and those they took over. */
  unsentOf(userid: number): JournalEntry[] {
    return this.s.db
      .all(sql<Row>`SELECT * FROM journal
         WHERE coalesce(sender, userid) = ${userid} AND state IN ('pending', 'sending', 'parked')
         ORDER BY sequence`)
      .map((row) => this.entryOf(row));
  }

  /** Returns the edits that wait for a lead because this person, their author or the lead who took them over, was deactivated. */
  shutOut(userid: number): JournalEntry[] {
    return this.s.db
      .all(sql<Row>`SELECT * FROM journal
         WHERE state = 'parked' AND cause ->> '$.kind' = 'shut-out' AND ${userid} IN (userid, sender)
         ORDER BY sequence`)
      .map((row) => this.entryOf(row));
  }

  /** Returns the edits that were discarded together with another one because they build on it, in order. */
  discardedWith({ entryid }: Pick<JournalEntry, 'entryid'>): JournalEntry[] {
    return this.s.db
      .all(sql<Row>`SELECT * FROM journal
         WHERE state = 'discarded' AND cause ->> '$.discardedWith' = ${entryid} ORDER BY sequence`)
      .map((row) => this.entryOf(row));
  }

  /** Returns edits newest first: everyone's, the viewer's, or those that the viewer may decide about. */
  newest({
    states,
    of,
    limit,
    offset,
  }: {
    states: readonly JournalState[];
    of: 'everyone' | 'viewer' | 'decidable';
    limit: number;
    offset: number;
  }): JournalEntry[] {
    const { viewer } = this.s;
    const whose = {
      everyone: sql`1`,
      viewer: sql`${viewer?.userid ?? null} IN (j.userid, j.sender)`,
      decidable: decidableEdits(viewer),
    };
    return this.s.db
      .all(sql<Row>`SELECT * FROM journal j WHERE state IN ${listOf(states)} AND ${whose[of]}
         AND ${isEdit} ORDER BY sequence DESC LIMIT ${limit} OFFSET ${offset}`)
      .map((row) => this.entryOf(row));
  }

  /** Returns the entry with this UUID. @throws AppError `not-found` */
  require(entryid: string): JournalEntry {
    const row = this.s.db.one(sql<Row>`SELECT * FROM journal WHERE entryid = ${entryid}`);
    if (!row) throw new AppError('not-found', `There is no edit ${entryid} in the journal of this desk.`);
    return this.entryOf(row);
  }

  /** Returns entries parked because a restored hub lost them. */
  lost(): JournalEntry[] {
    return this.list(['parked']).filter(({ cause }) => cause?.message === lostBySite.message);
  }

  /**
   * Returns entryids of edits that the site took, or whose changes it had, in the last `days`, newest first. For edits taken before the site's
   * time was noted, this machine's clock decides.
   *
   * @param site the site's time now, UNIX seconds
   */
  takenIn(days: number, site: number): string[] {
    const { event, isSure } = eventsSince(this.s, site - days * 86_400);
    return this.s.db
      .all(sql<{ entryid: string }>`SELECT entryid FROM journal j
         WHERE state = 'done' AND ${isEdit}
           AND EXISTS (SELECT 1 FROM journal_event e WHERE e.sequence = j.sequence AND e.state = 'done'
             AND (e.rowid > ${event} OR (NOT ${Number(isSure)} AND e.date > ${this.s.now - days * 86_400})))
         ORDER BY sequence DESC`)
      .map(({ entryid }) => entryid);
  }

  has(entryid: string): boolean {
    return this.s.db.one(sql`SELECT 1 FROM journal WHERE entryid = ${entryid}`) !== undefined;
  }

  touches(sequence: number): Touch[] {
    return this.s.db.all(sql`SELECT kind, id FROM journal_resource WHERE sequence = ${sequence}`);
  }

  /** Returns the packed document that an edit was based on; `undefined` if none is kept. */
  before(sequence: number, kind: string, id: number): Buffer | undefined {
    const row = this.s.db.one(sql<StoredRow<'journal_resource', 'before'>>`SELECT before FROM journal_resource
       WHERE sequence = ${sequence} AND kind = ${kind} AND id = ${id}`);
    return row?.before ?? undefined;
  }

  /** Events of an entry since it was accepted, oldest first. */
  events(sequence: number): { date: number; state: JournalState; cause: Cause | null }[] {
    return this.s.db
      .all(sql<StoredRow<'journal_event', 'date' | 'state' | 'cause'>>`SELECT date, state, cause
         FROM journal_event WHERE sequence = ${sequence} ORDER BY rowid`)
      .map((event) => ({
        ...event,
        cause: event.cause === null ? null : (JSON.parse(event.cause) as Cause),
      }));
  }

  private entryOf(row: Row): JournalEntry {
    return {
      sequence: row.sequence,
      entryid: row.entryid,
      state: row.state,
      route: row.operation,
      params: this.s.idMap.resolve(JSON.parse(row.params) as Record<string, string>),
      query: this.s.idMap.resolve(JSON.parse(row.query) as Record<string, string>),
      body: this.s.idMap.resolve(JSON.parse(row.body)),
      issued: JSON.parse(row.issued) as JournalEntry['issued'],
      userid: row.userid,
      sender: row.sender ?? row.userid,
      wallClock: row.wall_clock,
      monotonicClock: row.monotonic_clock,
      bootid: row.boot_id,
      attempts: row.attempts,
      cause: row.cause === null ? null : (JSON.parse(row.cause) as Cause),
      resolution: row.resolution === null ? null : (JSON.parse(row.resolution) as Resolution),
    };
  }
}

interface Row {
  sequence: number;
  entryid: string;
  state: JournalState;
  operation: string;
  params: string;
  query: string;
  body: string;
  issued: string;
  userid: number;
  wall_clock: number;
  monotonic_clock: number;
  boot_id: string;
  attempts: number;
  cause: string | null;
  resolution: string | null;
  sender: number | null;
}

/** NOT IN two states is faster than IN three: SQLite compares two values directly, but builds a table for three at each run. */
const waitingOf = (kind: string | Value<string>, id: number | Value<number>): SqlPart =>
  sql`FROM journal_resource t JOIN journal j ON j.sequence = t.sequence
  WHERE t.kind = ${kind} AND t.id = ${id} AND j.state NOT IN ('done', 'discarded')`;

const anyWaitingOf = prepared(
  (kind: Value<string>, id: Value<number>) => sql`SELECT 1 ${waitingOf(kind, id)} LIMIT 1`,
);
