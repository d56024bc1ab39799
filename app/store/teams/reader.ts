import { createHash, timingSafeEqual } from 'node:crypto';

import { forbidden, notFound } from '../../../shared/errors.ts';
import type { Team, TeamAttributes } from '../../../shared/model/team.ts';
import { mayManageTeam } from '../policy/teams.ts';
import { SITE_PLACEHOLDER } from '../placeholders.ts';
import { directions, sql } from '../sql.ts';
import type { Query, SqlPart, StoredRow } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';

/** A team in a fixture. */
export type TeamRow = Pick<StoredRow<'team'>, 'teamid' | 'name' | 'description' | 'owner'>;

export interface StoredTeam extends StoredRow<'team'> {
  reputation: number;
  member_count: number;
  new_member_since: number;
}

export interface TeamListOptions {
  order: 'ASC' | 'DESC';
  /** UNIX seconds, inclusive. */
  newMemberSince?: number | undefined;
  offset: number;
  limit: number;
}

/** Returns SQL for teams with aggregates of their members; `teams` is a query for the wanted rows. */
const withMembers = (teams: SqlPart): Query<StoredTeam> =>
  sql<StoredTeam>`SELECT t.*, count(m.userid) AS member_count, coalesce(max(m.joined_date), 0) AS new_member_since,
     coalesce(sum(u.reputation), 0) AS reputation
   FROM (${teams}) t LEFT JOIN team_member m ON m.teamid = t.teamid LEFT JOIN account u ON u.userid = m.userid
   GROUP BY t.teamid`;

export class TeamReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  row(teamid: number): TeamRow | undefined {
    return this.s.db.one(
      sql<TeamRow>`SELECT teamid, name, description, owner FROM team WHERE teamid = ${teamid}`,
    );
  }

  stored(teamid: number): StoredTeam | undefined {
    return this.s.db.one(withMembers(sql`SELECT * FROM team WHERE teamid = ${teamid}`));
  }

  /** @throws AppError `not-found` */
  require(teamid: number): StoredTeam {
    const team = this.stored(teamid);
    if (!team) throw notFound('Team');
    return team;
  }

  /** Returns teams by teamid; templated. */
  list({ order, newMemberSince, offset, limit }: TeamListOptions): Team[] {
    const recent =
      newMemberSince === undefined
        ? sql``
        : sql`WHERE teamid IN (SELECT teamid FROM team_member WHERE joined_date >= ${newMemberSince})`;
    const by = directions[order];
    const page = sql`SELECT * FROM team ${recent} ORDER BY teamid ${by} LIMIT ${limit} OFFSET ${offset}`;
    return this.s.db
      .all(sql<StoredTeam>`${withMembers(page)} ORDER BY t.teamid ${by}`)
      .map((row) => this.team(row));
  }

  /** Returns a team as lists show it; templated. */
  team(row: StoredTeam): Team {
    const { teamid, name, description, owner, imageid } = row;
    return {
      teamid,
      name,
      description,
      owner,
      image: imageid === null ? null : (this.s.media.image(imageid) ?? null),
      reputation: row.reputation,
      member_count: row.member_count,
      new_member_since: Math.floor(row.new_member_since),
      url: `${SITE_PLACEHOLDER}/Team/${teamid}/${encodeURIComponent(name).replaceAll('%20', '+')}`,
      location: row.location,
      latitude: row.latitude,
      longitude: row.longitude,
    };
  }

  /** Returns a team with its page and details; templated. @throws AppError `not-found` */
  attributes(teamid: number): TeamAttributes {
    const row = this.require(teamid);
    const page = this.s.wikis.find('TEAM', String(teamid));
    const body = page && this.s.wikis.maySee(page) ? this.s.wikis.document(page).body : undefined;
    const knowsCode = !this.s.meta.isDesk || row.join_code !== null;
    return {
      ...this.team(row),
      created_date: row.created_date,
      contents_raw: body?.contents_raw ?? '',
      contents_rendered: body?.contents_rendered ?? '',
      ...(mayManageTeam(this.s.viewer, row) && knowsCode ? { join_code: row.join_code } : {}),
    };
  }

  count(): number {
    return this.s.db.one(sql<{ n: number }>`SELECT count(*) AS n FROM team`)?.n ?? 0;
  }

  ids(): number[] {
    return this.s.db.all(sql<{ teamid: number }>`SELECT teamid FROM team`).map((row) => row.teamid);
  }

  /** Returns userids, earliest members first. */
  memberIds(teamid: number): number[] {
    return this.memberships(teamid).map(({ userid }) => userid);
  }

  /** Returns summaries of all members as one templated JSON text. */
  membersText(teamid: number): string {
    return `[${this.memberIds(teamid)
      .map((userid) => this.s.users.summaryText(userid))
      .join(',')}]`;
  }

  /** Returns the feed's document, without the join code: the team, its creation date and its memberships; templated JSON text. */
  feedText(teamid: number): string | undefined {
    const row = this.stored(teamid);
    if (!row) return undefined;
    const { created_date } = row;
    return JSON.stringify({ ...this.team(row), created_date, members: this.memberships(teamid) });
  }

  isMember(teamid: number, userid: number): boolean {
    return (
      this.s.db.one(sql`SELECT 1 FROM team_member WHERE teamid = ${teamid} AND userid = ${userid}`) !==
      undefined
    );
  }

  protected memberships(teamid: number): { userid: number; joined_date: number }[] {
    return this.s.db.all(sql`SELECT userid, joined_date FROM team_member
       WHERE teamid = ${teamid}
       ORDER BY joined_date, userid`);
  }

  /**
   * Returns whether the viewer gave the right join code; false on a desk that does not know the code, where the site
   * decides.
   *
   * @throws AppError `forbidden` for a wrong or missing code
   */
  protected provesCode({ join_code }: StoredTeam, given: string | undefined): boolean {
    if (!given) throw forbidden('To join a team yourself, enter its join code.', ['Admin']);
    if (join_code !== null && sameText(join_code, given)) return true;
    if (join_code === null && this.s.meta.isDesk) return false;
    throw forbidden('This is not the join code of the team.', ['Admin']);
  }
}

/** Compares in constant time. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
