import type { StoreReader, StoreWriter } from '../store.ts';

/** A guide or a page. */
interface Versioned {
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
