import { isAdmin } from '../actor.ts';
import type { StoreReader } from '../store.ts';

export interface Paging {
  offset: number;
  limit: number;
}

/**
 * Returns userids: the user with this id, or matches in the contract's order (4.4). People who signed in find a whole
 * email address; only admins find parts of one, so that nobody can guess an address letter by letter (decision 0019).
 */
export function searchUserIds(s: StoreReader, text: string, { offset, limit }: Paging): number[] {
  const byId = /^\d{1,15}$/.test(text) ? s.users.row(Number(text)) : undefined;
  if (byId && !byId.deleted) return offset === 0 ? [byId.userid] : [];
  const email = s.viewer ? 'email' : 'NULL';
  return userids(
    s,
    `SELECT userid, CASE
       WHEN unique_username = :text COLLATE NOCASE THEN 0
       WHEN username = :text COLLATE NOCASE THEN 1
       WHEN ${email} = :text COLLATE NOCASE THEN 2
       WHEN unique_username LIKE :part ESCAPE '\\' THEN 3
       WHEN username LIKE :part ESCAPE '\\' THEN 4
       WHEN ${isAdmin(s.viewer) ? 'email' : 'NULL'} LIKE :part ESCAPE '\\' THEN 5
     END AS place
     FROM account WHERE deleted = 0 AND place IS NOT NULL ORDER BY place, userid LIMIT :limit OFFSET :offset`,
    { text, part: partOf(text), limit, offset },
  );
}

/** Returns userids by username and unique username: exact matches first, then partial ones alphabetically. */
export function searchNames(s: StoreReader, text: string, { offset, limit }: Paging): number[] {
  return userids(
    s,
    `SELECT userid FROM account
     WHERE deleted = 0 AND (username LIKE :part ESCAPE '\\' OR unique_username LIKE :part ESCAPE '\\')
     ORDER BY (username = :text COLLATE NOCASE OR unique_username IS :text COLLATE NOCASE) DESC,
       username COLLATE NOCASE, userid
     LIMIT :limit OFFSET :offset`,
    { text, part: partOf(text), limit, offset },
  );
}

const userids = (s: StoreReader, sql: string, parameters: Record<string, unknown>): number[] =>
  s.db.allSql<{ userid: number }>(sql, [parameters]).map((row) => row.userid);

/** Returns a pattern for LIKE with `\` as the escape character. */
const partOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
