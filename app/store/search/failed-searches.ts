import { limits } from '../../../shared/limits.ts';
import type { FailedSearch } from '../../../shared/model/failed-search.ts';
import { withoutPlaceholders } from '../placeholders.ts';
import { sql } from '../sql.ts';
import type { ReadAccess, WriteAccess } from '../access.ts';
import type { StoreWriter } from '../aggregates.ts';
import { findWork } from '../work-log/find.ts';

/** Returns the failed searches, the most frequent first. */
export const failedSearches = (s: ReadAccess): FailedSearch[] =>
  s.db
    .all(sql<FailedSearch>`SELECT words, count, last_date FROM failed_search`)
    .toSorted((a, b) => b.count - a.count || b.last_date - a.last_date);

/**
 * Hub: counts a failed search, unless the hub finds something with all of its words for this person. Of too many, those that were searched for longest
 * ago are forgotten; each further search for the same words keeps them a day longer, up to 30, so that nobody can displace what many miss. A desk sends the search to its hub. Leads read the words, and may see neither this person's jobs nor addresses of people.
 */
export function noteFailedSearch(s: StoreWriter, text: string): void {
  const { viewer } = s;
  const work = findWork(s, text);
  if (address.test(text) || [work.jobs, work.assigned, work.people].some(({ length }) => length > 0)) return;
  // An edit that touches nothing is not journaled; a report is sent like the views of this person.
  if (s.meta.isDesk && viewer) return s.feed.record('views', viewer.userid);
  const words = withoutPlaceholders(text).toLowerCase().replace(/\s+/g, ' ').trim();
  if (words === '') return;
  const [best] = s.search.find({ text: words, limit: 1, offset: 0 }).page;
  if (best && !best.without) return;
  s.db.run(sql`INSERT INTO failed_search (words, count, last_date) VALUES (${words}, 1, ${Math.floor(s.now)})
     ON CONFLICT (words) DO UPDATE SET count = count + 1, last_date = excluded.last_date`);
  s.db.run(sql`DELETE FROM failed_search WHERE words IN (
     SELECT words FROM failed_search ORDER BY last_date + 86400 * min(count - 1, 30) DESC
     LIMIT -1 OFFSET ${sql.lit(limits.search.failed.max)})`);
}

/** Part of an e-mail address. */
const address = /\S@\S/;

export function forgetFailedSearch(s: WriteAccess, words: string): void {
  s.db.run(sql`DELETE FROM failed_search WHERE words = ${words}`);
}
