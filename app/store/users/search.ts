import { isAdmin } from '../actor.ts';
import { likePart, sql } from '../sql.ts';
import type { Query } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';

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
  const isPart = likePart(text);
  const none = sql`NULL`;
  return userids(
    s,
    sql`SELECT userid, CASE
       WHEN unique_username = ${text} COLLATE NOCASE THEN 0
       WHEN username = ${text} COLLATE NOCASE THEN 1
       WHEN ${s.viewer ? sql`email` : none} = ${text} COLLATE NOCASE THEN 2
       WHEN unique_username ${isPart} THEN 3
       WHEN username ${isPart} THEN 4
       WHEN ${isAdmin(s.viewer) ? sql`email` : none} ${isPart} THEN 5
     END AS place
     FROM account WHERE deleted = 0 AND place IS NOT NULL
     ORDER BY place, userid LIMIT ${limit} OFFSET ${offset}`,
  );
}

/** Returns userids by username and unique username: exact matches first, then partial ones alphabetically. */
export function searchNames(s: StoreReader, text: string, { offset, limit }: Paging): number[] {
  const isPart = likePart(text);
  return userids(
    s,
    sql`SELECT userid FROM account
     WHERE deleted = 0 AND (username ${isPart} OR unique_username ${isPart})
     ORDER BY (username = ${text} COLLATE NOCASE OR unique_username IS ${text} COLLATE NOCASE) DESC,
       username COLLATE NOCASE, userid
     LIMIT ${limit} OFFSET ${offset}`,
  );
}

const userids = (s: StoreReader, query: Query<{ userid: number }>): number[] =>
  s.db.all(query).map((row) => row.userid);
