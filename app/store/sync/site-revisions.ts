import type { StoreReader, StoreWriter } from '../store.ts';

/** A guide or a page. */
export interface Versioned {
  kind: 'guide' | 'wiki';
  id: number;
}

/**
 * An edit that was made here has become this version of the site. What it made here, at first and whenever it was carried
 * over to another version, has its author and its time.
 */
export function noteSiteRevision(
  s: StoreWriter,
  { kind, id }: Versioned,
  edit: { userid: number; wallClock: number },
  revisionid: number,
): void {
  s.db.runSql(
    `UPDATE ${kind}_revision SET site_revisionid = ?
     WHERE ${kind}id = ? AND revisionid < 0 AND userid = ? AND date = ?`,
    [revisionid, id, edit.userid, edit.wallClock],
  );
}

/** SQL for who made a version of the site here, which does not say whose its versions are; `number` is SQL for its number. */
export const madeBy = (kind: Versioned['kind'], number: string): string =>
  `(SELECT m.userid FROM ${kind}_revision m
    WHERE m.${kind}id = :${kind}id AND m.site_revisionid = ${number} LIMIT 1)`;

/** The guide of a version that was made here. */
export const guideOfVersion = (s: StoreReader, revisionid: number): number | undefined =>
  s.db.oneSql<{ guideid: number }>('SELECT guideid FROM guide_revision WHERE revisionid = ?', [revisionid])
    ?.guideid;

/** The site's number for a version made here; `undefined` where the site has made none of it. */
export const siteRevision = (
  s: StoreReader,
  { kind, id }: Versioned,
  revisionid: number,
): number | undefined =>
  s.db.oneSql<{ revisionid: number }>(
    `SELECT site_revisionid AS revisionid FROM ${kind}_revision
     WHERE ${kind}id = ? AND revisionid = ? AND site_revisionid IS NOT NULL`,
    [id, revisionid],
  )?.revisionid;

/** The site's number for a version of a guide that was made here, or for the newest before it that the site has. */
export const siteRevisionUpTo = (s: StoreReader, revisionid: number): number | undefined =>
  s.db.oneSql<{ revisionid: number }>(
    `WITH RECURSIVE past (guideid, revisionid, site_revisionid, parent, age) AS (
       SELECT guideid, revisionid, site_revisionid, parent, 0 FROM guide_revision WHERE revisionid = ?
       UNION ALL SELECT r.guideid, r.revisionid, r.site_revisionid, r.parent, age + 1
       FROM past JOIN guide_revision r ON r.guideid = past.guideid AND r.revisionid = past.parent
       WHERE past.revisionid < 0 AND past.site_revisionid IS NULL)
     SELECT coalesce(site_revisionid, revisionid) AS revisionid FROM past
     WHERE revisionid > 0 OR site_revisionid IS NOT NULL ORDER BY age LIMIT 1`,
    [revisionid],
  )?.revisionid;
