import type { ReadAccess } from '../access.ts';
import { revisionOf } from '../guides/history.ts';
import { outlineOf } from '../guides/outline.ts';
import type { GuideOutline } from '../guides/outline.ts';
import { sql } from '../sql.ts';
import { releaseColumns } from './rows.ts';
import type { ReleaseRow } from './rows.ts';

/** Must match the condition of its index exactly. */
export const wasReleased = sql`r.status IN ('released', 'superseded')`;

/**
 * Returns the outlines of the guide's releases that are or were released, by id. Sorted in JavaScript, because
 * sorting in SQL costs more for the many guides without releases.
 */
export function releasedOutlines(s: ReadAccess, guideid: number): GuideOutline[] {
  return s.db
    .all(sql<ReleaseRow>`SELECT ${releaseColumns} FROM release r
       WHERE r.guideid = ${guideid} AND ${wasReleased}`)
    .sort((a, b) => a.releaseid - b.releaseid)
    .flatMap((row) => {
      const blob = releasedBlob(s, row);
      return blob ? outlineOf(blob) : [];
    });
}

/** Returns the steps of those releases. */
export const releasedStepids = (s: ReadAccess, guideid: number): ReadonlySet<number> =>
  new Set(releasedOutlines(s, guideid).flatMap(({ steps }) => steps.map(({ stepid }) => stepid)));

/** Returns the packed document of a release; undefined if its revision is not here. */
export const releasedBlob = (s: ReadAccess, { guideid, revisionid }: ReleaseRow): Buffer | undefined =>
  revisionid === null ? undefined : revisionOf(s, guideid, revisionid)?.body;
