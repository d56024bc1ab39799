import type { Account, Accounts } from '../../../shared/model/admin.ts';
import { isAdmin } from '../actor.ts';
import type { Role } from '../actor.ts';
import type { StoreReader } from '../store.ts';

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
  const { sql, parameters } = matching(s, filter);
  const { total } = s.db.oneSql<{ total: number }>(`SELECT count(*) AS total FROM account u WHERE ${sql}`, [
    parameters,
  ]) ?? { total: 0 };
  const rows = s.db.allSql<AccountRow>(
    `${select} WHERE ${sql} ORDER BY u.username COLLATE NOCASE, u.userid LIMIT :limit OFFSET :offset`,
    [{ ...parameters, limit, offset }],
  );
  return { total, people: rows.map((row) => accountOf(s, row)) };
}

export function accountOfUser(s: StoreReader, userid: number): Account | undefined {
  const row = s.db.oneSql<AccountRow>(`${select} WHERE u.deleted = 0 AND u.userid = ?`, [userid]);
  return row && accountOf(s, row);
}

const select = `SELECT u.userid, u.username, u.unique_username, u.email, u.role, u.banned, u.join_date,
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
): { sql: string; parameters: Record<string, unknown> } {
  const parts = ['u.deleted = 0'];
  if (role !== undefined) parts.push('u.role = :role');
  if (active !== undefined) parts.push('u.banned = :banned');
  if (search !== undefined) {
    const email = isAdmin(s.viewer) ? " OR u.email LIKE :part ESCAPE '\\'" : '';
    parts.push(
      `(u.username LIKE :part ESCAPE '\\' OR u.unique_username LIKE :part ESCAPE '\\'${email} OR u.userid = :id)`,
    );
  }
  return {
    sql: parts.join(' AND '),
    parameters: {
      ...(role !== undefined && { role }),
      ...(active !== undefined && { banned: active ? 0 : 1 }),
      ...(search !== undefined && {
        part: `%${search.replace(/[\\%_]/g, '\\$&')}%`,
        id: /^\d{1,15}$/.test(search) ? Number(search) : null,
      }),
    },
  };
}
