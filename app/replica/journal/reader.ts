import { invariant } from '../../../shared/assert.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DeviceReport } from '../../../shared/model/device.ts';
import { labelTransaction } from '../../failpoint.ts';
import { resourceOf } from '../../store/resources/index.ts';
import { isResourceKind } from '../../store/resources/kinds.ts';
import type { ResourceKind } from '../../store/resources/kinds.ts';
import { builder, listOf, prepared, sql } from '../../store/sql.ts';
import type { SqlPart, StoredRow, Value } from '../../store/sql.ts';
import { isProvisional } from '../../store/provisional-ids.ts';
import type { StoreReader, StoreWriter } from '../../store/store.ts';
import type { DeskStateReader } from '../desk-state.ts';
import { eventsSince } from './taken-marks.ts';
import { packWikiDocument } from '../../store/wikis/document.ts';
import type { Operation } from '../../store/replica-parts.ts';
import { isEdit, lostBySite } from './entry.ts';
import type { Cause, JournalEntry, JournalState, Resolution, Touch } from './entry.ts';
import { uuid7 } from './uuid7.ts';

type Reads = StoreReader & { readonly deskState: DeskStateReader };

export type JournalCounts = Record<JournalState | 'accepted', number>;

type Waiting = DeviceReport['people'][number];

export class JournalReader {
  protected readonly s: Reads;

  constructor(s: Reads) {
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

  /** Returns unsent edits of this person that no lead took over, in order. */
  unsentOf(userid: number): JournalEntry[] {
    return this.s.db
      .all(sql<Row>`SELECT * FROM journal
         WHERE userid = ${userid} AND sender IS NULL AND state IN ('pending', 'sending', 'parked')
         ORDER BY sequence`)
      .map((row) => this.entryOf(row));
  }

  /** Returns edits newest first: of one person if `userid` is given; for a `lead` also those that a lead must decide on. */
  newest({
    states,
    userid = null,
    lead = false,
    limit,
    offset,
  }: {
    states: readonly JournalState[];
    userid?: number | null;
    lead?: boolean;
    limit: number;
    offset: number;
  }): JournalEntry[] {
    return this.s.db
      .all(sql<Row>`SELECT * FROM journal WHERE state IN ${listOf(states)}
         AND (${userid} IS NULL OR ${userid} IN (userid, sender)
           OR (${Number(lead)} AND cause ->> '$.kind' = 'shut-out'))
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
  takenIn(days: number, site: number, limit: number): string[] {
    const { event, isSure } = eventsSince(this.s, site - days * 86_400);
    return this.s.db
      .all(sql<{ entryid: string }>`SELECT entryid FROM journal j
         WHERE state = 'done' AND ${isEdit}
           AND EXISTS (SELECT 1 FROM journal_event e WHERE e.sequence = j.sequence AND e.state = 'done'
             AND (e.rowid > ${event} OR (NOT ${Number(isSure)} AND e.date > ${this.s.now - days * 86_400})))
         ORDER BY sequence DESC LIMIT ${limit}`)
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

const addResource = prepared(
  (
    kind: Value<string>,
    id: Value<number>,
    sequence: Value<number | bigint>,
    before: Value<Buffer | null>,
  ) => sql`INSERT INTO journal_resource (kind, id, sequence, before)
     VALUES (${kind}, ${id}, ${sequence}, ${before})`,
);

const addEvent = prepared(
  (
    sequence: Value<number>,
    date: Value<number>,
    state: Value<JournalState>,
    cause: Value<string | null>,
  ) => sql`INSERT INTO journal_event (sequence, date, state, cause)
     VALUES (${sequence}, ${date}, ${state}, ${cause})`,
);

const changeState = prepared(
  (
    state: Value<JournalState>,
    cause: Value<string | null>,
    sequence: Value<number>,
  ) => sql`UPDATE journal SET state = ${state}, cause = ${cause}, attempts = attempts + (${state} = 'sending')
     WHERE sequence = ${sequence} AND state NOT IN ('done', 'discarded')`,
);

export class JournalWriter extends JournalReader {
  declare protected readonly s: StoreWriter & Reads;

  /**
   * Adds an entry for this transaction if it touched any resource, with the resources and the provisional ids it gave.
   * `committed` reads the store as it was before, to keep what the edit was based on.
   */
  accept(operation: Operation, committed: <T>(fn: (s: Reads) => T) => T): void {
    const touched = this.s.feed.touched.filter(
      (one, index, all) => all.findIndex((other) => other.kind === one.kind && other.id === one.id) === index,
    );
    if (touched.length === 0) return;
    const { clock, meta, now, viewer } = this.s;
    this.insert(
      {
        ...operation,
        entryid: uuid7(now * 1000),
        issued: meta.issued,
        userid: viewer?.userid ?? 0,
        wallClock: now,
        monotonicClock: clock.seconds,
        bootid: clock.bootid,
      },
      touched.map(({ kind, id }) => ({ kind, id, before: committed((s) => documentBefore(s, kind, id)) })),
    );
    for (const { kind, id } of touched) if (kind === 'guide') this.keepShown(id, committed);
  }

  /** Keeps the readers' version of a released guide: only the site changes it, except for a release made here. */
  private keepShown(guideid: number, committed: <T>(fn: (s: Reads) => T) => T): void {
    if (this.s.siteVersions.get('guide_shown', guideid) !== undefined) return;
    const shown = committed((s) => (s.releases.current(guideid) ? guideBody(s, guideid) : undefined));
    if (shown) this.s.siteVersions.set('guide_shown', guideid, shown);
  }

  /** Keeps the site's version of what an edit from another desk is about to change: its base may be older, or of a lost history. */
  keepSiteVersions(touched: readonly Touch[]): void {
    for (const { kind, id } of touched) {
      if (!isResourceKind(kind) || isProvisional(id) || this.isPending(kind, id)) continue;
      const here = documentBefore(this.s, kind, id);
      if (here && this.s.siteVersions.get(kind, id) === undefined) this.s.siteVersions.set(kind, id, here);
      if (kind === 'guide') this.keepShown(id, (fn) => fn(this.s));
    }
  }

  /** @param touched with the packed documents as they were before, for kinds that are merged */
  insert(
    entry: Operation &
      Pick<JournalEntry, 'entryid' | 'issued' | 'userid' | 'wallClock' | 'monotonicClock' | 'bootid'> &
      Partial<Pick<JournalEntry, 'resolution'>>,
    touched: readonly (Touch & { before: Buffer | null })[],
  ): void {
    const { query } = entry;
    labelTransaction(`accept ${entry.route}`);
    const { lastInsertRowid: sequence } = this.s.db.run(
      builder.insertInto('journal').values({
        entryid: entry.entryid,
        operation: entry.route,
        params: JSON.stringify(entry.params),
        query: JSON.stringify(query),
        body: JSON.stringify(entry.body ?? null),
        base_revisionid: query['revisionid'] === undefined ? null : Number(query['revisionid']),
        issued: JSON.stringify(entry.issued),
        userid: entry.userid,
        wall_clock: entry.wallClock,
        monotonic_clock: entry.monotonicClock,
        boot_id: entry.bootid,
        resolution: entry.resolution ? JSON.stringify(entry.resolution) : null,
      }),
    );
    for (const { kind, id, before } of touched) {
      this.s.db.run(addResource(kind, id, sequence, before));
    }
  }

  /** Changes the state and adds an event. An entry that is done or discarded stays so, except by `undoDecision`. */
  setState(
    entry: Pick<JournalEntry, 'sequence' | 'route'>,
    state: JournalState,
    cause: Cause | null = null,
  ): void {
    labelTransaction(`${state} ${entry.route}`);
    const text = cause && JSON.stringify(cause);
    const { changes } = this.s.db.run(changeState(state, text, entry.sequence));
    invariant(changes === 1, 'an entry that has ended does not change its state');
    this.s.db.run(addEvent(entry.sequence, this.s.now, state, text));
  }

  /** Parks a done edit that a restored site has lost. */
  lose({ sequence }: Pick<JournalEntry, 'sequence'>): void {
    const cause = JSON.stringify(lostBySite);
    const { changes } = this.s.db.run(sql`UPDATE journal SET state = 'parked', cause = ${cause}
       WHERE sequence = ${sequence} AND state = 'done'`);
    invariant(changes === 1, 'only an edit that the site accepted can be lost there');
    this.s.db.run(addEvent(sequence, this.s.now, 'parked', cause));
  }

  /** Makes a lead the sender, because the author was deactivated. */
  sendAs(entry: Pick<JournalEntry, 'sequence'>, userid: number): void {
    this.s.db.run(sql`UPDATE journal SET sender = ${userid} WHERE sequence = ${entry.sequence}`);
  }

  /** Stores a person's decision on a parked entry's conflicts and makes it pending again. */
  resolve(entry: Pick<JournalEntry, 'sequence' | 'route'>, resolution: Resolution): void {
    this.s.db.run(sql`UPDATE journal SET resolution = ${JSON.stringify(resolution)}
       WHERE sequence = ${entry.sequence}`);
    this.setState(entry, 'pending');
  }

  /** Undoes a decision: parks its entry again, also if the decision discarded it. */
  undoDecision(entry: Pick<JournalEntry, 'sequence'>, cause: Cause): void {
    const text = JSON.stringify(cause);
    const { changes } = this.s.db.run(sql`UPDATE journal
       SET state = 'parked', cause = ${text}, resolution = NULL
       WHERE sequence = ${entry.sequence} AND resolution IS NOT NULL AND state IN ('pending', 'discarded')`);
    invariant(changes === 1, 'only a decision that was not sent can be undone');
    this.s.db.run(sql`INSERT INTO journal_event (sequence, date, state, cause)
       VALUES (${entry.sequence}, ${this.s.now}, 'parked', ${text})`);
  }

  /** Moves a resource's edits to the id that the site gave it. */
  renameTouched(kind: string, from: number, to: number): void {
    this.s.db.run(
      sql`UPDATE OR IGNORE journal_resource SET id = ${to} WHERE kind = ${kind} AND id = ${from}`,
    );
  }
}

/** Returns the document before the edit: packed for kinds that are merged, JSON of others to restore it on a discard. */
function documentBefore(s: Reads, kind: ResourceKind, id: number): Buffer | null {
  if (kind === 'views') return null;
  if (kind !== 'guide' && kind !== 'wiki') {
    const text = resourceOf(kind).text(s, id);
    return text === undefined ? null : Buffer.from(text);
  }
  if (kind === 'wiki') {
    const row = s.wikis.row(id);
    return row ? packWikiDocument(s.wikis.document(row)) : null;
  }
  // If a guide has a draft, that is what people edit.
  return s.guides.draft(id) ?? guideBody(s, id) ?? null;
}

const guideBody = (s: Reads, guideid: number): Buffer | undefined =>
  s.db.one(sql<StoredRow<'guide_doc', 'body'>>`SELECT body FROM guide_doc WHERE guideid = ${guideid}`)?.body;
