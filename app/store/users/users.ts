import { invalid, notFound } from '../../../shared/errors.ts';
import type { User, UserSummary } from '../../../shared/model/user.ts';
import { isAdmin, privilegeOf } from '../actor.ts';
import type { Actor, Role } from '../actor.ts';
import { builder, directions, prepared, sql } from '../sql.ts';
import type { StoredRow, Value } from '../sql.ts';
import { SITE_PLACEHOLDER, withoutPlaceholders } from '../placeholders.ts';
import { isSelective } from '../selective.ts';
import { republishRestricted } from '../feed/republish.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';
import { putRemoteUser, updateSummary } from './remote.ts';
import type { RemoteProfile } from './remote.ts';
import { searchUserIds } from './search.ts';
import type { Paging } from './search.ts';

export interface UserRow {
  userid: number;
  email: string | null;
  username: string;
  unique_username: string | null;
  password: string | null;
  role: Role;
  join_date: number;
  reputation: number;
  langid: string;
  location: string | null;
  summary: string | null;
  about_raw: string;
  about_rendered: string;
  imageid: number | null;
  remote: string | null;
  sso_userid: string | null;
  banned: number;
  deleted: number;
}

/** Fields that may be set on a user (CONTRACT 3.4). Absent means unchanged. */
export interface UserFields {
  username?: string | undefined;
  unique_username?: string | null | undefined;
  location?: string | null | undefined;
  about?: string | undefined;
  summary?: string | null | undefined;
  image?: number | null | undefined;
  langid?: string | undefined;
  role?: Role | undefined;
  sso_userid?: string | null | undefined;
}

export interface NewUser extends UserFields {
  /** Defaults to the next id. */
  userid?: number;
  email: string | null;
  username: string;
  /** `null` for a user who cannot sign in. */
  passwordHash: string | null;
  role: Role;
  join_date?: number;
  reputation?: number;
}

const rowOf = prepared(
  (userid: Value<number>) => sql<UserRow>`SELECT * FROM account WHERE userid = ${userid}`,
);

const teamsOf = prepared(
  (userid: Value<number>) =>
    sql<
      StoredRow<'team_member', 'teamid'>
    >`SELECT teamid FROM team_member WHERE userid = ${userid} ORDER BY teamid`,
);

export class UserReader {
  protected readonly s: StoreReader;
  private readonly rows = new Map<number, UserRow | undefined>();

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** Cached: a read sees one state of the store and needs the same few people repeatedly. */
  row(userid: number): UserRow | undefined {
    if (!this.rows.has(userid)) this.rows.set(userid, this.rowNow(userid));
    return this.rows.get(userid);
  }

  protected rowNow(userid: number): UserRow | undefined {
    return this.s.db.one(rowOf(userid));
  }

  findByEmail(email: string): UserRow | undefined {
    return this.s.db.one(sql<UserRow>`SELECT * FROM account WHERE email = ${email} AND deleted = 0`);
  }

  /** Returns whether a user has this address. */
  hasEmail(email: string): boolean {
    return this.s.db.one(sql`SELECT 1 FROM account WHERE email = ${email}`) !== undefined;
  }

  findBySso(sso_userid: string): UserRow | undefined {
    return this.s.db.one(
      sql<UserRow>`SELECT * FROM account WHERE sso_userid = ${sso_userid} AND deleted = 0`,
    );
  }

  username(userid: number): string {
    return this.row(userid)?.username ?? '';
  }

  teams(userid: number): number[] {
    return this.s.db.all(teamsOf(userid)).map((row) => row.teamid);
  }

  /** Returns a user who may act now; null if unknown, deleted or deactivated. */
  actor(userid: number): Actor | null {
    return this.row(userid)?.banned ? null : this.author(userid);
  }

  /** Returns an author, also one deactivated since; null if unknown or deleted. */
  author(userid: number): Actor | null {
    const row = this.row(userid);
    if (!row || row.deleted) return null;
    const teams = row.remote ? this.summary(userid).teams : this.teams(userid);
    return { userid, username: row.username, role: row.role, teams };
  }

  /** Returns a user summary (CONTRACT 3.5) as templated JSON text; a placeholder for an unknown user. */
  summaryText(userid: number): string {
    const row = this.row(userid);
    if (row?.remote) return row.remote;
    return JSON.stringify(this.summaryOf(userid, row));
  }

  summary(userid: number): UserSummary {
    return JSON.parse(this.summaryText(userid)) as UserSummary;
  }

  /** Returns a user as answered (CONTRACT 3.4), with private fields if the viewer is that user; templated. */
  user(userid: number): User {
    const row = this.requireRow(userid);
    const summary = this.summary(userid);
    return {
      ...summary,
      location: row.location,
      latitude: null,
      longitude: null,
      certification_count: 0,
      badge_counts: this.s.badges.counts(userid),
      summary: row.summary,
      about_raw: row.about_raw || false,
      about_rendered: row.about_rendered || false,
      greatest_privilege: summary.privileges[0] ?? privilegeOf(row.role),
      langid: row.langid,
      ...(isAdmin(this.s.viewer) ? { sso_userid: row.sso_userid } : {}),
      ...(this.s.viewer?.userid === userid
        ? { links: [], unread_notification_count: this.s.notifications.countUnread(userid) }
        : {}),
    };
  }

  /**
   * Returns the feed's document as templated JSON text: the user as answered, `active: false` if deactivated, earned
   * badges and, for readers with a sign-in, the id in another system.
   */
  feedText(userid: number): string {
    const { links: _, unread_notification_count: __, ...user } = this.user(userid);
    return JSON.stringify({
      ...user,
      ...(this.s.viewer ? { sso_userid: this.requireRow(userid).sso_userid } : {}),
      badges: this.s.badges.list(userid).filter(({ earned }) => earned),
      ...(this.requireRow(userid).banned ? { active: false } : {}),
    });
  }

  /** Returns summaries as templated JSON texts, by userid. */
  list(options: Paging & { order: 'ASC' | 'DESC'; joinedSince?: number | undefined }): string[] {
    const { joinedSince: since, order, limit, offset } = options;
    const isFew =
      since !== undefined && isSelective(this.s.db, sql`account WHERE deleted = 0 AND join_date`, since);
    return this.s.db
      .all(sql<{ userid: number }>`SELECT userid
         FROM account ${isFew ? sql`INDEXED BY account_joined` : sql``}
         WHERE deleted = 0 ${since === undefined ? sql`` : sql`AND join_date >= ${since}`}
         ORDER BY userid ${directions[order]} LIMIT ${limit} OFFSET ${offset}`)
      .map(({ userid }) => this.summaryText(userid));
  }

  /** Returns whether this hub ever had an account. Deleted accounts keep their row; the author of imported guides is not an account. */
  hasAccounts(): boolean {
    const importer = this.s.meta.get<number>('import:author') ?? 0;
    return this.s.db.one(sql`SELECT 1 FROM account WHERE userid <> ${importer} LIMIT 1`) !== undefined;
  }

  count(): number {
    return this.s.db.one(sql<{ n: number }>`SELECT count(*) AS n FROM account WHERE deleted = 0`)?.n ?? 0;
  }

  /** Returns summaries as templated JSON texts (`search.ts`). */
  search(text: string, paging: Paging): string[] {
    return searchUserIds(this.s, text, paging).map((userid) => this.summaryText(userid));
  }

  requireUser(userid: number, field: string): UserRow {
    const row = this.row(userid);
    if (!row || row.deleted) throw invalid(field, `There is no user ${userid}.`);
    return row;
  }

  requireRow(userid: number): UserRow {
    const row = this.row(userid);
    if (!row || row.deleted) throw notFound('User');
    return row;
  }

  private summaryOf(userid: number, row: UserRow | undefined): UserSummary {
    return {
      userid,
      username: row?.username ?? 'Unknown user',
      unique_username: row?.unique_username ?? null,
      join_date: row?.join_date ?? 0,
      image: row?.imageid ? (this.s.media.image(row.imageid) ?? null) : null,
      reputation: row?.reputation ?? 0,
      url: `${SITE_PLACEHOLDER}/User/${userid}/${encodeURIComponent(row?.username ?? '').replaceAll('%20', '+')}`,
      teams: this.teams(userid),
      privileges: [privilegeOf(row?.role ?? 'technician')],
    };
  }
}

export class UserWriter extends UserReader {
  declare protected readonly s: StoreWriter;

  /** Not cached: a transaction changes what it reads. */
  override row(userid: number): UserRow | undefined {
    return this.rowNow(userid);
  }

  /** @throws AppError `invalid` if the email address, the unique username or the userid is taken */
  create(fields: NewUser): number {
    if (fields.userid !== undefined) this.s.meta.claimId('user', fields.userid);
    const userid = fields.userid ?? this.s.meta.nextId('user');
    const { email } = fields;
    if (this.row(userid)) throw invalid('userid', `There is already a user ${userid}.`, 'already_exists');
    if (email !== null && this.hasEmail(email)) {
      throw invalid('email', 'There is already an account with this e-mail address.', 'already_exists');
    }
    this.s.db.run(
      builder.insertInto('account').values({
        userid,
        email,
        username: withoutPlaceholders(fields.username),
        password: fields.passwordHash,
        role: fields.role,
        join_date: fields.join_date ?? Math.floor(this.s.now),
        modified_date: this.s.now,
        reputation: fields.reputation ?? 0,
        langid: fields.langid ?? this.s.meta.site.langid,
        about_raw: '',
        about_rendered: '',
        banned: 0,
        deleted: 0,
      }),
    );
    this.change(userid, fields);
    this.s.feed.record('user', userid);
    return userid;
  }

  /** Updates a user. An edit that changes nothing makes no feed line. */
  update(userid: number, fields: UserFields): void {
    const before = this.requireRow(userid);
    this.change(userid, fields);
    const after = this.requireRow(userid);
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    this.s.db.run(sql`UPDATE account SET modified_date = ${this.s.now} WHERE userid = ${userid}`);
    this.s.feed.record('user', userid);
    if (after.role !== before.role) republishRestricted(this.s);
  }

  /** Deactivates or reactivates a user. The trigger `account_locked_out` deletes a deactivated user's tokens. */
  setActive(userid: number, active: boolean): void {
    this.requireRow(userid);
    this.s.db.run(sql`UPDATE account SET banned = ${active ? 0 : 1} WHERE userid = ${userid}`);
    this.s.feed.record('user', userid);
  }

  /** Deletes an account. The row stays as the author of what this person wrote. */
  delete(userid: number): void {
    this.requireRow(userid);
    this.s.db.run(sql`UPDATE account
       SET deleted = 1, email = NULL, unique_username = NULL, sso_userid = NULL, password = NULL
       WHERE userid = ${userid}`);
    this.s.teams.forgetUser(userid);
    this.s.collaborators.detach('user', userid);
    this.s.db.run(sql`DELETE FROM notification WHERE userid = ${userid}`);
    this.s.feed.record('user', userid, true);
  }

  /**
   * Stores a user as a site names them in a document or at sign-in; templated.
   *
   * @param profile absent if the document is of something else. An edit of their profile that waits then stays shown.
   */
  putRemote(summary: UserSummary, profile?: RemoteProfile): void {
    if (!profile && this.s.journal.isPending('user', summary.userid)) return;
    putRemoteUser(this.s, summary, profile ?? {});
  }

  addSession(userid: number, tokenHash: string): void {
    this.s.sessions.add({ userid, tokenHash });
  }

  private change(userid: number, fields: UserFields): void {
    const { username, unique_username, location, about, summary, image, langid, role, sso_userid } = fields;
    if (unique_username) this.requireFree(userid, 'unique_username', unique_username);
    if (sso_userid) this.requireFree(userid, 'sso_userid', sso_userid);
    const picture = image === undefined || image === null ? image : this.s.media.requireImage(image, 'image');
    const about_raw = about === undefined ? undefined : withoutPlaceholders(about);
    const values = {
      ...(username === undefined ? {} : { username: withoutPlaceholders(username) }),
      ...(unique_username === undefined ? {} : { unique_username }),
      ...(location === undefined ? {} : { location: location && withoutPlaceholders(location) }),
      ...(summary === undefined ? {} : { summary: summary && withoutPlaceholders(summary) }),
      ...(langid === undefined ? {} : { langid }),
      ...(role === undefined ? {} : { role }),
      ...(sso_userid === undefined ? {} : { sso_userid }),
      ...(about_raw === undefined
        ? {}
        : {
            about_raw,
            about_rendered: about_raw && this.s.wikis.render(about_raw, 'about', this.aboutOf(userid)),
          }),
      ...(picture === undefined ? {} : { imageid: picture?.id ?? null }),
    };
    if (Object.keys(values).length === 0) return;
    this.s.db.run(builder.updateTable('account').set(values).where('userid', '=', userid));
    if (picture !== undefined) this.s.media.setUses('user', userid, picture ? [picture.guid] : []);
    updateSummary(this.s, userid, () => ({
      ...(username === undefined ? {} : { username: withoutPlaceholders(username) }),
      ...(unique_username === undefined ? {} : { unique_username }),
      ...(picture === undefined ? {} : { image: picture }),
      ...(role === undefined ? {} : { privileges: [privilegeOf(role)] }),
    }));
  }

  private aboutOf(userid: number): string {
    const row = this.s.db.one(sql<StoredRow<'account', 'about_rendered'>>`SELECT about_rendered FROM account
       WHERE userid = ${userid}`);
    return row?.about_rendered ?? '';
  }

  private requireFree(userid: number, field: 'unique_username' | 'sso_userid', value: string): void {
    const other = this.s.db.one(
      sql`SELECT 1 FROM account WHERE ${sql.ref(field)} = ${value} AND userid <> ${userid}`,
    );
    if (other) {
      throw invalid(field, 'This is taken by another user.', 'already_exists');
    }
  }
}
