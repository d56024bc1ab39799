import { limits } from '../../../shared/limits.ts';
import { isAdmin } from '../actor.ts';
import type { Actor } from '../actor.ts';
import { prepared, sql } from '../sql.ts';
import type { SqlPart, StoredRow, Value } from '../sql.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';

export type SessionRow = StoredRow<'session'>;

export interface NewSession {
  userid: number;
  tokenHash: string;
  userAgent?: string | undefined;
  /** Public key of edits that are signed with the token; for sessions of a hub. */
  editKey?: string | undefined;
  /** The admin who impersonates this person. */
  impersonatedBy?: number | undefined;
}

/** Returns the condition that the session has not expired. */
const isAlive = (now: number | Value<number>): SqlPart =>
  sql`(ends_date IS NULL OR ends_date > ${now}) AND (idle_seconds IS NULL OR used_date + idle_seconds > ${now})`;

const personOf = prepared(
  (tokenHash: Value<string>, now: Value<number>) =>
    sql<
      StoredRow<'session', 'userid' | 'impersonated_by'>
    >`SELECT userid, impersonated_by FROM session WHERE token_hash = ${tokenHash} AND ${isAlive(now)}`,
);

/** Sessions by the hash of their token. */
export class SessionReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  actorOf(tokenHash: string): Actor | null {
    const row = this.s.db.one(personOf(tokenHash, this.s.now));
    if (!row) return null;
    // Impersonation ends when the person is no longer an admin.
    const by = row.impersonated_by;
    return by === null || isAdmin(this.s.users.actor(by)) ? this.s.users.actor(row.userid) : null;
  }

  row(tokenid: number): SessionRow | undefined {
    return this.s.db.one(sql<SessionRow>`SELECT * FROM session WHERE tokenid = ${tokenid}`);
  }

  /** Returns sessions of a user, most recently used first. */
  ofUser(userid: number): SessionRow[] {
    return this.s.db.all(sql<SessionRow>`SELECT * FROM session
       WHERE userid = ${userid} AND ${isAlive(this.s.now)} ORDER BY used_date DESC, tokenid DESC`);
  }
}

export class SessionWriter extends SessionReader {
  declare protected readonly s: StoreWriter;

  /**
   * Adds a session, or renews it: a desk may sign a person in again under a known token of the site. At a desk sessions
   * do not expire, because its clock may be wrong: the site's refusal ends them.
   */
  add({ userid, tokenHash, editKey, userAgent = '', impersonatedBy }: NewSession): void {
    const { now } = this.s;
    const { life, idle } = limits.session;
    const { isDesk } = this.s.meta;
    const endsDate = isDesk ? null : now + life.max;
    const idleSeconds = isDesk ? null : idle.max;
    this.s.db.run(sql`DELETE FROM session WHERE userid = ${userid} AND NOT (${isAlive(now)})`);
    this.s.db.run(sql`INSERT INTO session
         (token_hash, userid, created_date, used_date, user_agent, impersonated_by, ends_date, idle_seconds, edit_key)
       VALUES (${tokenHash}, ${userid}, ${now}, ${now}, ${userAgent}, ${impersonatedBy ?? null}, ${endsDate}, ${idleSeconds},
         ${editKey ?? null})
       ON CONFLICT (token_hash) DO UPDATE
       SET userid = excluded.userid, created_date = excluded.created_date,
         used_date = excluded.used_date, user_agent = excluded.user_agent, impersonated_by = excluded.impersonated_by,
         ends_date = excluded.ends_date, idle_seconds = excluded.idle_seconds, edit_key = excluded.edit_key`);
    this.s.db.run(sql`DELETE FROM session WHERE tokenid IN (
         SELECT tokenid FROM session WHERE userid = ${userid} AND token_hash <> ${tokenHash}
         ORDER BY used_date DESC, tokenid DESC LIMIT -1 OFFSET ${limits.session.count.max - 1})`);
  }

  /** Adds a session for work of the hub in a person's name. It ends no other session of theirs. */
  addBrief({ userid, tokenHash, seconds }: { userid: number; tokenHash: string; seconds: number }): void {
    const { now } = this.s;
    this.s.db.run(sql`INSERT INTO session (token_hash, userid, created_date, used_date, user_agent, ends_date)
       VALUES (${tokenHash}, ${userid}, ${now}, ${now}, 'Edits from a file', ${now + seconds})`);
  }

  /** @param uses UNIX seconds of the last use by token hash */
  touch(uses: ReadonlyMap<string, number>): void {
    for (const [tokenHash, now] of uses) {
      this.s.db.run(sql`UPDATE session
         SET used_date = ${now}
         WHERE token_hash = ${tokenHash} AND used_date < ${now}`);
    }
  }

  /** Makes a session end earlier. @param seconds from now */
  endWithin(tokenHash: string, seconds: number): void {
    this.s.db.run(sql`UPDATE session
       SET ends_date = ${this.s.now + seconds}
       WHERE token_hash = ${tokenHash}`);
  }

  end(tokenHash: string): void {
    this.s.db.run(sql`DELETE FROM session WHERE token_hash = ${tokenHash}`);
  }

  endOne(tokenid: number): void {
    this.s.db.run(sql`DELETE FROM session WHERE tokenid = ${tokenid}`);
  }

  /** Ends all sessions of a person, including those in which they impersonate others. */
  endAll(userid: number): void {
    this.s.db.run(sql`DELETE FROM session WHERE ${userid} IN (userid, impersonated_by)`);
  }
}
