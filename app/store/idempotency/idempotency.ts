import { invalid } from '../../../shared/errors.ts';
import { isLead } from '../actor.ts';
import { prepared, sql } from '../sql.ts';
import type { Value } from '../sql.ts';
import type { ReadAccess, WriteAccess } from '../access.ts';

/** Number of days with edits for which answers are kept. */
const keptDays = 30;

/** The same for edits that came in a file, because a stick may take months to come back. */
const keptDaysOfFiles = 365;

/** `date` in days since 1970 by this machine's clock. */
interface DayOfEdits {
  date: number;
  count: number;
}

/** Thrown inside a transaction if the request was already carried out, to undo the repetition. */
export class Repeated extends Error {
  override readonly name = 'Repeated';
  /** Templated JSON text of the first request's answer. */
  readonly answer: string;
  /** Newest line of the feed before the first request was carried out. */
  readonly sequence: number;

  constructor(answer: string, sequence: number) {
    super('this request was carried out before');
    this.answer = answer;
    this.sequence = sequence;
  }
}

export interface KeptAnswerToEdit {
  key: string;
  /** 0 if nobody was signed in. */
  userid: number;
  route: string;
  /** Templated JSON text. */
  answer: string;
  /** Newest line of the feed before the edit. */
  sequence: number;
}

/** An edit that came in a file and was not carried out, because of what others have changed at this hub or because it refused the edit. */
export interface EditConflict {
  key: string;
  userid: number;
  route: string;
  /** JSON of the parameters in the path, with the `langid` of the query if it has one. */
  params: string;
  /** JSON of the cause with which a desk parks the edit. */
  cause: string;
}

const keptUnder = prepared(
  (key: Value<string>) =>
    sql<
      Omit<KeptAnswerToEdit, 'key'>
    >`SELECT userid, route, answer, sequence FROM idempotency WHERE key = ${key}`,
);

/**
 * Answers to edits with an `Idempotency-Key`, and conflicts of edits that have no answer yet. An answer commits in the edit's transaction, so
 * neither exists without the other.
 */
export class IdempotencyReader {
  protected readonly s: ReadAccess;

  constructor(s: ReadAccess) {
    this.s = s;
  }

  /** Returns those of the keys that no request here has used. */
  unknown(keys: readonly string[]): string[] {
    return this.s.db
      .all(sql<{ key: string }>`SELECT value AS key FROM json_each(${JSON.stringify(keys)})
         WHERE value NOT IN (SELECT key FROM idempotency)`)
      .map(({ key }) => key);
  }

  /** Returns all kept answers. */
  all(): KeptAnswerToEdit[] {
    return this.s.db.all(
      sql<KeptAnswerToEdit>`SELECT key, userid, route, answer, sequence FROM idempotency ORDER BY key`,
    );
  }

  /** Returns the kept conflicts of edits that were not carried out since. */
  conflicts(): EditConflict[] {
    return this.s.db.all(sql<EditConflict>`SELECT key, userid, route, params, cause FROM edit_conflict
       WHERE key NOT IN (SELECT key FROM idempotency) ORDER BY key`);
  }

  /** @throws Repeated if this request was carried out before; AppError `invalid` if the key was used for another one */
  refuseRepeat(key: string, route: string): void {
    const row = this.s.db.one(keptUnder(key));
    if (!row) return;
    if (!this.isOwnerOrHeir(row.userid) || row.route !== route)
      throw invalid('Idempotency-Key', 'This Idempotency-Key was used for another request.');
    throw new Repeated(row.answer, row.sequence);
  }

  /** Returns whether the viewer made this person's edits, or may: a lead takes over what a deactivated person could not send (SPEC A4). */
  private isOwnerOrHeir(userid: number): boolean {
    const { viewer, db } = this.s;
    if (userid === (viewer?.userid ?? 0)) return true;
    const isDeactivated = sql`SELECT 1 FROM account WHERE userid = ${userid} AND banned = 1`;
    return isLead(viewer) && db.one(isDeactivated) !== undefined;
  }
}

export class IdempotencyWriter extends IdempotencyReader {
  declare protected readonly s: WriteAccess;

  /** @param sequence newest line of the feed before the edit */
  keep(key: string, route: string, answer: string, sequence: number): void {
    const { now, viewer } = this.s;
    const day = this.dayOfEdits();
    this.s.db.run(sql`DELETE FROM idempotency WHERE day <= ${day - keptDays}`);
    this.s.db.run(sql`INSERT INTO idempotency (key, userid, route, answer, date, sequence, day)
       VALUES (${key}, ${viewer?.userid ?? 0}, ${route}, ${answer}, ${now}, ${sequence}, ${day})`);
  }

  /** Keeps answers to edits that came in a file for longer (SPEC U6.4). */
  keepForFile(keys: readonly string[]): void {
    const day = this.dayOfEdits() + keptDaysOfFiles - keptDays;
    this.s.db.run(sql`UPDATE idempotency
       SET day = ${day}
       WHERE key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`);
  }

  /** Replaces what is known about the conflicts of edits that came in a file. @param keys those that were tried now */
  keepConflicts(keys: readonly string[], conflicts: readonly EditConflict[]): void {
    const day = this.dayOfEdits();
    this.s.db.run(sql`DELETE FROM edit_conflict WHERE day <= ${day - keptDaysOfFiles}`);
    this.s.db.run(sql`DELETE FROM edit_conflict
       WHERE key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`);
    for (const { key, userid, route, params, cause } of conflicts)
      this.s.db.run(sql`INSERT INTO edit_conflict (key, userid, route, params, cause, day)
         VALUES (${key}, ${userid}, ${route}, ${params}, ${cause}, ${day})`);
  }

  /** Returns the number of days with edits so far. A clock that jumps ahead by a month counts as one day. */
  private dayOfEdits(): number {
    const { meta, now } = this.s;
    const known = meta.get<DayOfEdits>('day-of-edits');
    const date = Math.floor(now / 86_400);
    if (known?.date === date) return known.count;
    const count = (known?.count ?? 0) + (known && date < known.date ? 0 : 1);
    meta.set('day-of-edits', { date, count } satisfies DayOfEdits);
    return count;
  }
}
