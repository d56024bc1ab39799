import { invariant } from '../../../shared/assert.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DeviceReport } from '../../../shared/model/device.ts';
import { concerning } from '../../failpoint.ts';
import { documentText } from '../feed/change-text.ts';
import type { ChangeKind } from '../feed/feed.ts';
import type { StoreReader, StoreWriter } from '../store.ts';
import { packWikiDocument } from '../wikis/document.ts';
import { lostBySite } from './entry.ts';
import type { Cause, JournalEntry, JournalState, Resolution, Touch } from './entry.ts';
import { uuid7 } from './uuid7.ts';

export type JournalCounts = Record<JournalState | 'accepted', number>;

/** What somebody asked for, as the API took it. */
export interface Operation {
  /** The endpoint's route: `PATCH /guides/{guideid}`. */
  route: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: unknown;
  /** Of a request that may be repeated: its answer is kept, as text. */
  keyed?: { key: string; textOf(result: unknown): string };
}

type Waiting = DeviceReport['people'][number];

export class JournalReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** Of all entries. */
  counts(): JournalCounts {
    return this.count('1');
  }

  /** Of what people changed: that they read something waits unseen. */
  editCounts(): JournalCounts {
    return this.count(isEdit);
  }

  /** Of each person with edits that the site does not have: how many, and when the oldest was made (UNIX seconds). */
  waiting(): Waiting[] {
    return this.s.db.allSql<Waiting>(
      `SELECT coalesce(sender, userid) AS userid, sum(state = 'pending') AS pending, sum(state = 'sending') AS sending,
         sum(state = 'parked') AS parked,
         sum(state = 'parked' AND coalesce(cause ->> '$.kind' = 'conflict', 0)) AS conflicts,
         min(wall_clock) AS oldest_date
       FROM journal WHERE state IN ('pending', 'sending', 'parked') AND ${isEdit} GROUP BY coalesce(sender, userid)`,
    );
  }

  private count(condition: string): JournalCounts {
    const counts: JournalCounts = { accepted: 0, pending: 0, sending: 0, done: 0, parked: 0, discarded: 0 };
    for (const row of this.s.db.allSql<{ state: JournalState; n: number }>(
      `SELECT state, count(*) AS n FROM journal WHERE ${condition} GROUP BY state`,
    )) {
      counts[row.state] = row.n;
      counts.accepted += row.n;
    }
    return counts;
  }

  /**
   * Looks for entries that went missing or changed their state unseen: accepted = pending + sending + done + parked +
   * discarded, and each entry is in the state it was last put into.
   *
   * @returns what is wrong, in words; empty when all is well
   */
  verify(): string[] {
    const accepted =
      this.s.db.oneSql<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'journal'")?.seq ?? 0;
    const { accepted: found } = this.counts();
    const unseen = this.s.db.allSql<{ entryid: string; state: string; last: string | null }>(
      `SELECT j.entryid, j.state, (SELECT e.state FROM journal_event e WHERE e.sequence = j.sequence
         ORDER BY e.rowid DESC LIMIT 1) AS last FROM journal j WHERE coalesce(last, 'pending') <> j.state`,
    );
    return [
      ...(found === accepted ? [] : [`${accepted} edits were accepted, and ${found} are in the journal.`]),
      ...unseen.map(
        ({ entryid, state, last }) => `${entryid} is ${state}, and was last put to ${last ?? 'pending'}.`,
      ),
    ];
  }

  /** UNIX seconds of the oldest edit the site has not confirmed. */
  oldestPending(): number | null {
    return (
      this.s.db.oneSql<{ date: number | null }>(
        `SELECT min(wall_clock) AS date FROM journal WHERE state IN ('pending', 'sending', 'parked') AND ${isEdit}`,
      )?.date ?? null
    );
  }

  /** Whether edits of this resource have not reached the site. */
  isPending(kind: string, id: number): boolean {
    return this.s.db.oneSql(`SELECT 1 ${ofResource} LIMIT 1`, [kind, id]) !== undefined;
  }

  /** The edit by which a person made this themselves here, and that the site has not got yet. */
  creationOf(kind: 'wiki', id: number): JournalEntry | undefined {
    return this.pendingOf(kind, id).find((entry) => entry.route === 'POST /wikis');
  }

  /** Whether an edit that waits makes it, so that this provisional id may become another. */
  isComing(provisional: number): boolean {
    return this.isMakerIn(['pending', 'sending', 'parked'], provisional);
  }

  /** Whether the edit that made it has reached the site. */
  wasSent(provisional: number): boolean {
    return this.isMakerIn(['done'], provisional);
  }

  /** The edit that made it, also along with something else. */
  makerOf(provisional: number): JournalEntry | undefined {
    const row = this.s.db.oneSql<Row>(
      "SELECT j.* FROM journal j, json_each(j.issued) i WHERE i.value ->> 'id' = ? LIMIT 1",
      [provisional],
    );
    return row && this.entryOf(row);
  }

  private isMakerIn(states: readonly JournalState[], provisional: number): boolean {
    const sql = `SELECT 1 FROM journal j, json_each(j.issued) i
      WHERE j.state IN (SELECT value FROM json_each(?)) AND i.value ->> 'id' = ? LIMIT 1`;
    return this.s.db.oneSql(sql, [JSON.stringify(states), provisional]) !== undefined;
  }

  /** Edits of this resource that have not reached the site, in order. */
  pendingOf(kind: string, id: number): JournalEntry[] {
    // To ask for whole rows costs ten times as much, also where there are none.
    if (!this.isPending(kind, id)) return [];
    return this.s.db
      .allSql<Row>(`SELECT j.* ${ofResource} ORDER BY j.sequence`, [kind, id])
      .map((row) => this.entryOf(row));
  }

  /** The same, by sequence alone. */
  sequencesOf(kind: string, id: number): number[] {
    return this.s.db
      .allSql<{ sequence: number }>(`SELECT t.sequence ${ofResource} ORDER BY t.sequence`, [kind, id])
      .map(({ sequence }) => sequence);
  }

  /** Resources with edits that have not reached the site; `sequence` of the first. */
  waitingResources(kind: string): { id: number; sequence: number }[] {
    return this.s.db.allSql(
      `SELECT t.id, min(t.sequence) AS sequence FROM journal_touch t JOIN journal j ON j.sequence = t.sequence
       WHERE t.kind = ? AND j.state NOT IN ('done', 'discarded') GROUP BY t.id`,
      [kind],
    );
  }

  /** Entries in these states, in order. */
  list(states: readonly JournalState[], after = 0, limit = -1): JournalEntry[] {
    return this.s.db
      .allSql<Row>(
        `SELECT * FROM journal j WHERE j.state IN (SELECT value FROM json_each(?)) AND j.sequence > ?
         ORDER BY j.sequence LIMIT ?`,
        [JSON.stringify(states), after, limit],
      )
      .map((row) => this.entryOf(row));
  }

  /** Edits that this person made, and that nobody has taken over, in order. */
  unsentOf(userid: number): JournalEntry[] {
    return this.s.db
      .allSql<Row>(
        `SELECT * FROM journal WHERE userid = ? AND sender IS NULL AND state IN ('pending', 'sending', 'parked')
         ORDER BY sequence`,
        [userid],
      )
      .map((row) => this.entryOf(row));
  }

  /** Newest first; of one person where given, for a lead with those that a lead is to decide about. */
  newest(options: {
    states: readonly JournalState[];
    userid?: number;
    lead?: boolean;
    limit: number;
    offset: number;
  }): JournalEntry[] {
    return this.s.db
      .allSql<Row>(
        `SELECT * FROM journal WHERE state IN (SELECT value FROM json_each(:states))
           AND (:userid IS NULL OR :userid IN (userid, sender) OR (:lead AND cause ->> '$.kind' = 'shut-out')) AND ${isEdit} ORDER BY sequence DESC LIMIT :limit OFFSET :offset`,
        [
          {
            ...options,
            userid: options.userid ?? null,
            lead: options.lead ? 1 : 0,
            states: JSON.stringify(options.states),
          },
        ],
      )
      .map((row) => this.entryOf(row));
  }

  /** By its UUID. @throws AppError `not-found` */
  require(entryid: string): JournalEntry {
    const row = this.s.db.oneSql<Row>('SELECT * FROM journal WHERE entryid = ?', [entryid]);
    if (!row) throw new AppError('not-found', `There is no edit ${entryid} in the journal of this desk.`);
    return this.entryOf(row);
  }

  /** Set aside because a restored hub has lost them. */
  lost(): JournalEntry[] {
    return this.list(['parked']).filter(({ cause }) => cause?.message === lostBySite.message);
  }

  /** Edits that the site has taken since a date, newest first. Entryids. */
  takenSince(date: number, limit: number): string[] {
    return this.s.db
      .allSql<{ entryid: string }>(
        `SELECT entryid FROM journal j WHERE state = 'done' AND attempts > 0 AND ${isEdit}
           AND EXISTS (SELECT 1 FROM journal_event e WHERE e.sequence = j.sequence AND e.state = 'done' AND e.date > ?)
         ORDER BY sequence DESC LIMIT ?`,
        [date, limit],
      )
      .map(({ entryid }) => entryid);
  }

  has(entryid: string): boolean {
    return this.s.db.oneSql('SELECT 1 FROM journal WHERE entryid = ?', [entryid]) !== undefined;
  }

  /** What an entry changed. */
  touches(sequence: number): Touch[] {
    return this.s.db.allSql('SELECT kind, id FROM journal_touch WHERE sequence = ?', [sequence]);
  }

  /** The document an edit was based on, as it was stored; `undefined` where none is kept. */
  before(sequence: number, kind: string, id: number): Buffer | undefined {
    const sql = 'SELECT before FROM journal_touch WHERE sequence = ? AND kind = ? AND id = ?';
    return this.s.db.oneSql<{ before: Buffer | null }>(sql, [sequence, kind, id])?.before ?? undefined;
  }

  /** What has happened to an entry since it was accepted, oldest first. */
  events(sequence: number): { date: number; state: JournalState; cause: Cause | null }[] {
    return this.s.db
      .allSql<{ date: number; state: JournalState; cause: string | null }>(
        'SELECT date, state, cause FROM journal_event WHERE sequence = ? ORDER BY rowid',
        [sequence],
      )
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
      params: this.s.aliases.resolve(JSON.parse(row.params) as Record<string, string>),
      query: this.s.aliases.resolve(JSON.parse(row.query) as Record<string, string>),
      body: this.s.aliases.resolve(JSON.parse(row.body)),
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

const isEdit = "operation <> 'POST /benchside/views'";

/** A list of three would be made a table at each look; of two it is compared with. */
const ofResource = `FROM journal_touch t JOIN journal j ON j.sequence = t.sequence
  WHERE t.kind = ? AND t.id = ? AND j.state NOT IN ('done', 'discarded')`;

export class JournalWriter extends JournalReader {
  declare protected readonly s: StoreWriter;

  /**
   * Writes down what this transaction did, when it did anything: the resources it touched and the provisional ids it
   * gave. `committed` shows the store as it was before: what an edit was based on is kept with it.
   */
  accept(operation: Operation, committed: <T>(fn: (s: StoreReader) => T) => T): void {
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

  /** What readers see of a guide with a release: only the site changes it, but a release made here shows another. */
  private keepShown(guideid: number, committed: <T>(fn: (s: StoreReader) => T) => T): void {
    if (this.s.sync.remote('guide_shown', guideid) !== undefined) return;
    const shown = committed((s) => (s.releases.current(guideid) ? guideBody(s, guideid) : undefined));
    if (shown) this.s.sync.setRemote('guide_shown', guideid, shown);
  }

  /** @param touched with the documents as they were before, packed, of kinds that are merged */
  insert(
    entry: Operation &
      Pick<JournalEntry, 'entryid' | 'issued' | 'userid' | 'wallClock' | 'monotonicClock' | 'bootid'>,
    touched: readonly (Touch & { before: Buffer | null })[],
  ): void {
    const { query } = entry;
    concerning(`accept ${entry.route}`);
    const { lastInsertRowid: sequence } = this.s.db.runSql(
      `INSERT INTO journal (entryid, operation, params, query, body, base_revisionid, issued, userid, wall_clock,
         monotonic_clock, boot_id)
       VALUES (:entryid, :operation, :params, :query, :body, :base_revisionid, :issued, :userid, :wall_clock,
         :monotonic_clock, :boot_id)`,
      [
        {
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
        },
      ],
    );
    for (const { kind, id, before } of touched) {
      this.s.db.runSql('INSERT INTO journal_touch (kind, id, sequence, before) VALUES (?, ?, ?, ?)', [
        kind,
        id,
        sequence,
        before,
      ]);
    }
  }

  /** Every change of a state is written down; an entry that is done or discarded stays so, but for `undecide`. */
  setState(
    entry: Pick<JournalEntry, 'sequence' | 'route'>,
    state: JournalState,
    cause: Cause | null = null,
  ): void {
    concerning(`${state} ${entry.route}`);
    const text = cause && JSON.stringify(cause);
    const { changes } = this.s.db.runSql(
      `UPDATE journal SET state = :state, cause = :cause, attempts = attempts + (:state = 'sending')
       WHERE sequence = :sequence AND state NOT IN ('done', 'discarded')`,
      [{ state, cause: text, sequence: entry.sequence }],
    );
    invariant(changes === 1, 'an entry that has ended does not change its state');
    this.s.db.runSql('INSERT INTO journal_event (sequence, date, state, cause) VALUES (?, ?, ?, ?)', [
      entry.sequence,
      this.s.now,
      state,
      text,
    ]);
  }

  /** The site had it, and has lost it: it waits for a person. */
  lose({ sequence }: Pick<JournalEntry, 'sequence'>): void {
    const cause = JSON.stringify(lostBySite);
    const { changes } = this.s.db.runSql(
      "UPDATE journal SET state = 'parked', cause = ? WHERE sequence = ? AND state = 'done'",
      [cause, sequence],
    );
    invariant(changes === 1, 'only what the site had can be lost there');
    this.s.db.runSql("INSERT INTO journal_event (sequence, date, state, cause) VALUES (?, ?, 'parked', ?)", [
      sequence,
      this.s.now,
      cause,
    ]);
  }

  /** Its author was shut out: a lead sends it in their own name. */
  sendAs(entry: Pick<JournalEntry, 'sequence'>, userid: number): void {
    this.s.db.runSql('UPDATE journal SET sender = ? WHERE sequence = ?', [userid, entry.sequence]);
  }

  /** A person's decision about the conflicts of a parked entry, which is tried again. */
  resolve(entry: Pick<JournalEntry, 'sequence' | 'route'>, resolution: Resolution): void {
    this.s.db.runSql('UPDATE journal SET resolution = ? WHERE sequence = ?', [
      JSON.stringify(resolution),
      entry.sequence,
    ]);
    this.setState(entry, 'pending');
  }

  /** A decision is taken back: its entry is parked as it was, also when the decision had ended it. */
  undecide(entry: Pick<JournalEntry, 'sequence'>, cause: Cause): void {
    const text = JSON.stringify(cause);
    const { changes } = this.s.db.runSql(
      `UPDATE journal SET state = 'parked', cause = ?, resolution = NULL
       WHERE sequence = ? AND resolution IS NOT NULL AND state IN ('pending', 'discarded')`,
      [text, entry.sequence],
    );
    invariant(changes === 1, 'only a decision that was not sent is taken back');
    this.s.db.runSql("INSERT INTO journal_event (sequence, date, state, cause) VALUES (?, ?, 'parked', ?)", [
      entry.sequence,
      this.s.now,
      text,
    ]);
  }

  /** A resource has got the site's id: its edits are found by that. */
  renameTouched(kind: string, from: number, to: number): void {
    this.s.db.runSql('UPDATE OR IGNORE journal_touch SET id = ? WHERE kind = ? AND id = ?', [to, kind, from]);
  }
}

/** The document as it was: packed of kinds that are merged, for merging; of others as JSON, for giving an edit up. */
function documentBefore(s: StoreReader, kind: ChangeKind, id: number): Buffer | null {
  if (kind === 'views') return null;
  if (kind !== 'guide' && kind !== 'wiki') {
    const text = documentText(s, { kind, id });
    return text === undefined ? null : Buffer.from(text);
  }
  if (kind === 'wiki') {
    const row = s.wikis.row(id);
    return row ? packWikiDocument(s.wikis.document(row)) : null;
  }
  // Where a guide has a release, its draft is what people edit.
  return s.guides.draft(id) ?? guideBody(s, id) ?? null;
}

const guideBody = (s: StoreReader, guideid: number): Buffer | undefined =>
  s.db.oneSql<{ body: Buffer }>('SELECT body FROM guide_doc WHERE guideid = ?', [guideid])?.body;
