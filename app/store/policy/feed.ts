import { unpackGuide } from '../guides/document.ts';
import { sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';
import { wikiRow } from '../wikis/rows.ts';
import type { StoreReader } from '../aggregates.ts';
import { isPrivate } from '../wikis/document.ts';
import { mayReadGuide } from './guides.ts';

/** Returns whether the guide's readers saw this release before it was withdrawn, so that desks have it. */
export function wasShownRelease(s: StoreReader, releaseid: number): boolean {
  const guide = s.releases.guideOnceReleased(releaseid);
  return guide !== undefined && mayReadGuide(s, guide);
}

/** Returns whether a guide is or was public: now, ever published, or when it came into the hub. */
export function wasPublicGuide(s: StoreReader, guideid: number): boolean {
  const first = s.db.one(sql<{ shown: number; body: Buffer | null }>`SELECT g.public = 1
       OR g.published_date IS NOT NULL AS shown,
       (SELECT r.body FROM guide_revision r WHERE r.guideid = g.guideid ORDER BY r.revisionid LIMIT 1) AS body
     FROM guide g WHERE g.guideid = ${guideid}`);
  if (!first || first.shown === 1) return true;
  return first.body !== null && unpackGuide(first.body).body.public;
}

/** Returns whether a wiki is or was public in any of its revisions. */
export function wasPublicWiki(s: StoreReader, wikiid: number): boolean {
  const row = wikiRow(s, wikiid);
  if (!row || row.private === 0) return true;
  return s.db
    .all(sql<StoredRow<'wiki_revision', 'revisionid'>>`SELECT revisionid FROM wiki_revision
       WHERE wikiid = ${wikiid}`)
    .some(({ revisionid }) => {
      const body = s.wikis.revision(wikiid, revisionid);
      return body !== undefined && !isPrivate(body);
    });
}
