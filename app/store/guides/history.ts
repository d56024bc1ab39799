import { limits } from '../../../shared/limits.ts';
import type { GuideRevision } from '../../../shared/model/guide.ts';
import { sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';
import type { ReadAccess } from '../access.ts';
import { madeBy } from '../site-revisions.ts';
import { describeChanges } from './describe-changes.ts';
import { documentOf, splitGuide } from './document.ts';
import type { GuideDocument } from './document.ts';

interface Revision {
  body: Buffer;
  /** Drafts are visible only to people who may edit the guide. */
  draft: boolean;
}

/** The version that readers see is no draft, even if only an unsent release at this desk shows it. */
const isDraft = sql`(r.draft = 1 AND NOT EXISTS (SELECT 1 FROM guide shown
  WHERE shown.guideid = r.guideid AND shown.revisionid = r.revisionid))`;

/** Returns a version of a guide by its id: the readers' version, the draft, an old one, or one that a desk got from its site. */
export function revisionOf(s: ReadAccess, guideid: number, revisionid: number): Revision | undefined {
  const row = s.db.one(sql<StoredRow<'guide_revision', 'body' | 'draft'>>`SELECT body, ${isDraft} AS draft
     FROM guide_revision r WHERE guideid = ${guideid} AND revisionid = ${revisionid}
     UNION ALL SELECT d.body, 0 FROM guide g JOIN guide_doc d ON d.guideid = g.guideid
       WHERE g.guideid = ${guideid} AND g.revisionid = ${revisionid}
     UNION ALL SELECT body, 1 FROM guide_draft
     WHERE guideid = ${guideid} AND revisionid = ${revisionid} LIMIT 1`);
  return row && { body: row.body, draft: row.draft === 1 };
}

interface RevisionRow {
  revisionid: number;
  parent: number | null;
  date: number;
  userid: number | null;
  username: string | null;
  draft: number;
}

/**
 * Returns revisions newest first. Provisional ids are newer than the site's, and descend. Of those only the ancestors of
 * the present version are listed: what the site has of the others is listed under the site's ids.
 */
export function readGuideRevisions(
  s: ReadAccess,
  guideid: number,
  { offset, limit, drafts }: { offset: number; limit: number; drafts: boolean },
): GuideRevision[] {
  const guide = { kind: 'guide', id: guideid } as const;
  // A desk may have only the readers' version.
  const rows = s.db.all(sql<RevisionRow>`WITH RECURSIVE mine AS (
       SELECT revisionid FROM guide WHERE guideid = ${guideid} AND revisionid < 0
       UNION SELECT revisionid FROM guide_draft WHERE guideid = ${guideid} AND revisionid < 0
       UNION SELECT r.parent FROM mine JOIN guide_revision r
         ON r.guideid = ${guideid} AND r.revisionid = mine.revisionid WHERE r.parent < 0),
     revision AS (
       SELECT revisionid, parent, date, coalesce(userid, ${madeBy(guide, sql`r.revisionid`)}) AS userid,
         ${isDraft} AS draft
       FROM guide_revision r WHERE guideid = ${guideid}
       UNION ALL SELECT g.revisionid, NULL, g.modified_date, ${madeBy(guide, sql`g.revisionid`)}, 0
       FROM guide g WHERE g.guideid = ${guideid} AND NOT EXISTS (
         SELECT 1 FROM guide_revision r WHERE r.guideid = g.guideid AND r.revisionid = g.revisionid))
     SELECT r.revisionid, r.parent, r.date, r.userid, u.username, r.draft
     FROM revision r LEFT JOIN account u ON u.userid = r.userid
     WHERE (r.draft = 0 OR ${drafts ? 1 : 0})
       AND (r.revisionid > 0 OR r.revisionid IN (SELECT revisionid FROM mine))
     ORDER BY r.revisionid < 0 DESC, abs(r.revisionid) DESC LIMIT ${limit} OFFSET ${offset}`);
  const versions = new VersionReader(s, guideid);
  return rows.map(({ revisionid, parent, date, userid, username, draft }) => ({
    revisionid,
    date,
    userid,
    username: username ?? '',
    changes: changesOf(s, versions, revisionid, parent),
    draft: draft === 1,
  }));
}

/** Returns an empty list if the previous version is not here, or the list of versions has read enough. */
function changesOf(
  s: ReadAccess,
  versions: VersionReader,
  revisionid: number,
  parent: number | null,
): string[] {
  const base = parent ?? olderThan(s, versions.guideid, revisionid);
  if (base === null) return s.meta.isDesk && revisionid > 0 ? [] : ['created'];
  const after = versions.document(revisionid);
  const before = versions.document(base);
  return before && after ? describeChanges(before, after) : [];
}

/** Unpacks versions of a guide one after the other, the last one once, until there were too many characters. */
class VersionReader {
  readonly guideid: number;
  private readonly s: ReadAccess;
  private left = limits.list.versions.max;
  private last: { revisionid: number; document: GuideDocument } | undefined;

  constructor(s: ReadAccess, guideid: number) {
    this.s = s;
    this.guideid = guideid;
  }

  document(revisionid: number): GuideDocument | undefined {
    if (this.last?.revisionid === revisionid) return this.last.document;
    const found = this.left > 0 ? revisionOf(this.s, this.guideid, revisionid) : undefined;
    if (!found) return undefined;
    const split = splitGuide(found.body);
    this.left -= split.body.length + split.steps.length;
    const document = documentOf(split);
    this.last = { revisionid, document };
    return document;
  }
}

/** Revisions without a stored parent (imported or made by early versions) follow the next lower id. */
function olderThan(s: ReadAccess, guideid: number, revisionid: number): number | null {
  if (revisionid < 0) return null;
  const row = s.db.one(sql<{ revisionid: number | null }>`SELECT max(revisionid) AS revisionid
     FROM guide_revision WHERE guideid = ${guideid} AND revisionid BETWEEN 0 AND ${revisionid - 1}`);
  return row?.revisionid ?? null;
}
