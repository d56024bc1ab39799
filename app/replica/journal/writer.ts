import { invariant } from '../../../shared/assert.ts';
import { labelTransaction } from '../../failpoint.ts';
import { isResourceKind } from '../../store/resources/kinds.ts';
import { builder, prepared, sql } from '../../store/sql.ts';
import type { Value } from '../../store/sql.ts';
import { isProvisional } from '../../store/provisional-ids.ts';
import type { StoreWriter } from '../../store/aggregates.ts';
import type { Operation } from '../../store/replica-parts.ts';
import { limits } from '../../../shared/limits.ts';
import { limitedCause } from './limited-cause.ts';
import { lostBySite } from './entry.ts';
import type { Cause, JournalState } from '../../../shared/model/journal.ts';
import type { JournalEntry, Resolution, Touch } from './entry.ts';
import { uuid7 } from './uuid7.ts';

import { documentBefore, guideBody } from './document-before.ts';
import { JournalReader } from './reader.ts';
import type { JournalReads } from './reader.ts';

/** Characters of a cause for which there is always room. */
const small = 64 * 1024;

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
  declare protected readonly s: StoreWriter & JournalReads;

  /**
   * Adds an entry for this transaction if it touched any resource, with the resources and the provisional ids it gave.
   * `committed` reads the store as it was before, to keep what the edit was based on.
   */
  accept(operation: Operation, committed: <T>(fn: (s: JournalReads) => T) => T): void {
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
  private keepShown(guideid: number, committed: <T>(fn: (s: JournalReads) => T) => T): void {
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
    const text = cause && this.textOf(cause);
    const { changes } = this.s.db.run(changeState(state, text, entry.sequence));
    invariant(changes === 1, 'an entry that has ended does not change its state');
    this.s.db.run(addEvent(entry.sequence, this.s.now, state, text));
  }

  /** Returns the JSON of a cause within the limits of one cause and of all. */
  private textOf(cause: Cause): string {
    const { cause: one, causes: all } = limits.sync;
    const text = limitedCause(cause, one.max);
    if (text.length <= small) return text;
    const stored = this.s.db.one(
      sql<{
        length: number;
      }>`SELECT total(octet_length(cause)) AS length FROM journal WHERE state = 'parked'`,
    );
    const room = all.max - (stored?.length ?? 0);
    return text.length <= room ? text : limitedCause(cause, Math.max(room, small));
  }

  /** Parks a done edit that a restored site has lost. */
  lose({ sequence }: Pick<JournalEntry, 'sequence'>): void {
    const cause = JSON.stringify(lostBySite);
    const { changes } = this.s.db.run(sql`UPDATE journal SET state = 'parked', cause = ${cause}
       WHERE sequence = ${sequence} AND state = 'done'`);
    invariant(changes === 1, 'only an edit that the site accepted can be lost there');
    this.s.db.run(addEvent(sequence, this.s.now, 'parked', cause));
  }

  /** Makes a lead the sender, because the author was deactivated, or the author again. */
  sendAs(entry: Pick<JournalEntry, 'sequence'>, userid: number): void {
    this.s.db.run(sql`UPDATE journal SET sender = ${userid} WHERE sequence = ${entry.sequence}`);
  }

  /** Stores a person's decision on a parked entry's conflicts and makes it pending again. */
  resolve(entry: Pick<JournalEntry, 'sequence' | 'route'>, resolution: Resolution): void {
    this.s.db.run(sql`UPDATE journal SET resolution = ${JSON.stringify(resolution)}
       WHERE sequence = ${entry.sequence}`);
    this.setState(entry, 'pending');
  }

  /** Gives a discarded entry its former state again. */
  bringBack({ sequence }: Pick<JournalEntry, 'sequence'>, state: JournalState, cause: Cause | null): void {
    const text = cause && JSON.stringify(cause);
    this.s.db.run(sql`UPDATE journal SET state = ${state}, cause = ${text}
       WHERE sequence = ${sequence} AND state = 'discarded'`);
    this.s.db.run(addEvent(sequence, this.s.now, state, text));
  }

  /** Undoes a decision: parks its entry again, also if the decision discarded it. Earlier decisions about other fields stay. */
  undoDecision({ sequence, resolution }: Pick<JournalEntry, 'sequence' | 'resolution'>, cause: Cause): void {
    const text = JSON.stringify(cause);
    const decided = cause.conflicts?.map(({ field }) => field) ?? [];
    const left = Object.entries(resolution?.fields ?? {}).filter(([field]) => !decided.includes(field));
    const earlier = left.length === 0 ? null : JSON.stringify({ fields: Object.fromEntries(left) });
    const { changes } = this.s.db.run(sql`UPDATE journal
       SET state = 'parked', cause = ${text}, resolution = ${earlier}
       WHERE sequence = ${sequence} AND resolution IS NOT NULL AND state IN ('pending', 'discarded')`);
    invariant(changes === 1, 'only a decision that was not sent can be undone');
    this.s.db.run(sql`INSERT INTO journal_event (sequence, date, state, cause)
       VALUES (${sequence}, ${this.s.now}, 'parked', ${text})`);
  }

  /** Moves the edits of a page, and of its tags, to the page that has its title now (SPEC J7.5). */
  movePage(from: number, to: number): void {
    this.renameTouched('wiki', from, to);
    this.renameTouched('tags', -from, -to);
  }

  /** Makes decisions that discarded edits final, because the site was restored: their edits may name what it has lost (SPEC J7.18). */
  endUndo(): void {
    this.s.db.run(sql`INSERT INTO journal_event (sequence, date, state, cause)
       SELECT sequence, ${this.s.now}, 'discarded', ${JSON.stringify(lostBySite)} FROM journal j
       WHERE state = 'discarded' AND resolution IS NOT NULL AND (SELECT e.cause FROM journal_event e
         WHERE e.sequence = j.sequence ORDER BY e.rowid DESC LIMIT 1) IS NULL`);
  }

  /** Moves a resource's edits to the id that the site gave it. */
  renameTouched(kind: string, from: number, to: number): void {
    this.s.db.run(
      sql`UPDATE OR IGNORE journal_resource SET id = ${to} WHERE kind = ${kind} AND id = ${from}`,
    );
  }
}
