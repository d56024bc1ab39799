import type { Account, Accounts } from '../../../shared/model/admin.ts';
import { isAdmin } from '../actor.ts';
import type { Role } from '../actor.ts';
import { allOf, likePart, sql } from '../sql.ts';
import type { SqlPart } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';

export interface AccountFilter {
  /** A part of a name, of a unique name or (for admins) of an email address; or a userid. */
  search?: string | undefined;
  role?: Role | undefined;
  active?: boolean | undefined;
  limit: number;
  offset: number;
}

interface AccountRow {
  userid: number;
  username: string;
  unique_username: string | null;
  email: string | null;
  role: Role;
  banned: number;
  join_date: number;
  tokens: number;
  seen_date: number | null;
}

/** Returns a page of a hub's accounts, by name. */
export function accountsOf(s: StoreReader, { limit, offset, ...filter }: AccountFilter): Accounts {
  const condition = matching(s, filter);
  const { total } = s.db.one(
    sql<{ total: number }>`SELECT count(*) AS total FROM account u WHERE ${condition}`,
  ) ?? { total: 0 };
  const rows = s.db.all(sql<AccountRow>`${select} WHERE ${condition}
     ORDER BY u.username COLLATE NOCASE, u.userid LIMIT ${limit} OFFSET ${offset}`);
  return { total, people: rows.map((row) => accountOf(s, row)) };
}

export function accountOfUser(s: StoreReader, userid: number): Account | undefined {
  const row = s.db.one(sql<AccountRow>`${select} WHERE u.deleted = 0 AND u.userid = ${userid}`);
  return row && accountOf(s, row);
}

const select = sql`SELECT u.userid, u.username, u.unique_username, u.email, u.role, u.banned, u.join_date,
    (SELECT count(*) FROM session t WHERE t.userid = u.userid) AS tokens,
    (SELECT max(t.used_date) FROM session t WHERE t.userid = u.userid) AS seen_date
  FROM account u`;

const accountOf = (s: StoreReader, { banned, email, ...row }: AccountRow): Account => ({
  ...row,
  email: isAdmin(s.viewer) ? email : null,
  active: banned === 0,
  teams: s.users.teams(row.userid),
});

function matching(
  s: StoreReader,
  { search, role, active }: Omit<AccountFilter, 'limit' | 'offset'>,
): SqlPart {
  const parts = [sql`u.deleted = 0`];
  if (role !== undefined) parts.push(sql`u.role = ${role}`);
  if (active !== undefined) parts.push(sql`u.banned = ${active ? 0 : 1}`);
  if (search !== undefined) {
    const isPart = likePart(search);
    const email = isAdmin(s.viewer) ? sql`OR u.email ${isPart}` : sql``;
    const userid = /^\d{1,15}$/.test(search) ? Number(search) : null;
    parts.push(sql`(u.username ${isPart} OR u.unique_username ${isPart} ${email} OR u.userid = ${userid})`);
  }
  return allOf(parts);
}
