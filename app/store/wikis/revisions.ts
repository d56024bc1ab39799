import { forbidden, notFound } from '../../../shared/errors.ts';
import type { WikiRevision } from '../../../shared/model/wiki.ts';
import { sql } from '../sql.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';
import { madeBy } from '../site-revisions.ts';
import { isPrivate } from './document.ts';
import type { WikiRow } from './rows.ts';

/** Lists revisions of a wiki that are kept here, newest first: all on a hub, only replaced ones at a desk. */
export function readWikiRevisions(
  s: StoreReader,
  row: WikiRow,
  { limit, offset }: { limit: number; offset: number },
): WikiRevision[] {
  const maker = madeBy({ kind: 'wiki', id: row.wikiid }, sql`r.revisionid`);
  const revisions = s.db.all(sql<{
    revisionid: number;
    userid: number | null;
    date: number;
  }>`WITH revision AS (
       SELECT 1 AS kept, rowid AS age, revisionid, userid, date FROM wiki_revision
       WHERE wikiid = ${row.wikiid}
         AND (revisionid > 0 OR (${row.revisionid < 0 ? 1 : 0} AND site_revisionid IS NULL))
       UNION ALL SELECT 0, 0, w.revisionid, NULL, w.modified_date FROM wiki w WHERE w.wikiid = ${row.wikiid}
         AND NOT EXISTS (
           SELECT 1 FROM wiki_revision r WHERE r.wikiid = w.wikiid AND r.revisionid = w.revisionid))
     SELECT r.revisionid, coalesce(r.userid, ${maker}) AS userid, r.date
     FROM revision r ORDER BY r.kept, r.date DESC, r.age DESC LIMIT ${limit} OFFSET ${offset}`);
  return revisions.map(({ revisionid, userid, date }) => ({
    revisionid,
    userid,
    username: userid === null ? null : s.users.username(userid),
    date,
    current: revisionid === row.revisionid,
  }));
}

/**
 * Returns a wiki's answer with the content of an old revision.
 *
 * @throws AppError `not-found` if it does not exist or is not kept here; `forbidden` if it was private
 */
export function answerRevision(s: StoreReader, row: WikiRow, revisionid: number): string {
  if (revisionid === row.revisionid) return s.wikis.answer(row);
  const body = s.wikis.revision(row.wikiid, revisionid);
  if (!body) throw notFound('Revision');
  if (isPrivate(body) && !s.wikis.maySee({ ...row, private: 1 })) throw forbidden('This page is private.');
  return s.wikis.answer(row, JSON.stringify(body));
}

/** Keeps the version that an edit replaces: at a desk the site's version is not among the revisions. */
export function keepReplaced(s: StoreWriter, wikiid: number): void {
  s.db.run(sql`INSERT INTO wiki_revision (wikiid, revisionid, userid, date, body)
     SELECT w.wikiid, w.revisionid, NULL, w.modified_date, d.body
     FROM wiki w JOIN wiki_doc d ON d.wikiid = w.wikiid
     WHERE w.wikiid = ${wikiid} ON CONFLICT DO NOTHING`);
}
