import { outlineOf } from '../guides/outline.ts';
import { sql } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';
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
  return first.body !== null && outlineOf(first.body).isPublic;
}

/** Returns whether a wiki is or was public. */
export const wasPublicWiki = (s: StoreReader, wikiid: number): boolean =>
  s.db.one(sql`SELECT 1 FROM wiki WHERE wikiid = ${wikiid} AND was_public = 0`) === undefined;
