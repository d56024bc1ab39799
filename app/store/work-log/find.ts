import type { FoundWork } from '../../../shared/model/benchside.ts';
import type { EntryStatus } from '../../../shared/model/work-log.ts';
import { findableRuns } from '../policy/runs.ts';
import { likePart, sql } from '../sql.ts';
import type { SqlPart } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';

const mostFound = 8;
/** Shorter texts are parts of too many numbers and names. */
const shortest = { order: 3, name: 2 } as const;
const open: readonly EntryStatus[] = ['started', 'paused', 'suspended'];
const lastCharacter = '\u{10ffff}';

/**
 * Finds jobs and assigned work by work order number, and people with jobs by name, as the viewer may see them. An open job, and work that
 * was not started, is found by any part of its number, a job that has ended by its beginning.
 */
export function findWork(s: StoreReader, text: string): FoundWork {
  const typed = text.trim().replace(/\s+/g, ' ');
  if (!s.viewer) return { jobs: [], assigned: [], people: [] };
  const readable = findableRuns(s);
  const isNumber = typed.length >= shortest.order;
  return {
    jobs: isNumber ? jobs(s, typed, readable) : [],
    assigned: isNumber ? s.assignments.find(typed, mostFound) : [],
    people: typed.length < shortest.name ? [] : people(s, typed, readable),
  };
}

function jobs(s: StoreReader, typed: string, readable: SqlPart): FoundWork['jobs'] {
  const find = (condition: SqlPart): number[] =>
    s.db
      .all(sql<{ entryid: number }>`SELECT w.entryid FROM work_log w
         WHERE ${condition} AND ${readable} ORDER BY w.number DESC LIMIT ${mostFound}`)
      .map(({ entryid }) => entryid);
  const found = open.flatMap((status) =>
    find(sql`w.status = ${status} AND w.workorderid ${likePart(typed)}`),
  );
  // People type the letters of a number in any case. A text without a digit would match the beginning of every number of a series.
  if (/\d/.test(typed))
    for (const start of new Set([typed, typed.toUpperCase(), typed.toLowerCase()]))
      found.push(...find(sql`w.workorderid >= ${start} AND w.workorderid < ${start + lastCharacter}`));
  return [...new Set(found)].slice(0, mostFound).map((entryid) => {
    const { guideid, userid, workorderid, status, benchside } = s.workLog.require(entryid);
    return {
      entryid,
      guideid,
      userid,
      workorderid,
      status,
      title: benchside.title,
      username: s.users.username(userid),
    };
  });
}

function people(s: StoreReader, typed: string, readable: SqlPart): FoundWork['people'] {
  return s.users.search(typed, { limit: mostFound, offset: 0 }).flatMap((text) => {
    const { userid, username } = JSON.parse(text) as { userid: number; username: string };
    const has = s.db.one(sql`SELECT 1 FROM work_person h JOIN work_log w ON w.entryid = h.entryid
       WHERE h.userid = ${userid} AND ${readable} LIMIT 1`);
    return has === undefined ? [] : [{ userid, username }];
  });
}
