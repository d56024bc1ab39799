import type { ReadAccess } from '../access.ts';
import { unpackGuide } from '../guides/document.ts';
import type { GuideDocument } from '../guides/document.ts';
import { revisionOf } from '../guides/history.ts';
import { sql } from '../sql.ts';
import { releaseColumns } from './rows.ts';
import type { ReleaseRow } from './rows.ts';

/** Must match the condition of its index exactly. */
export const wasReleased = sql`r.status IN ('released', 'superseded')`;

/**
 * Returns the documents of the guide's releases that are or were released, by id. Sorted in JavaScript, because
 * sorting in SQL costs more for the many guides without releases.
 */
export function releasedDocuments(s: ReadAccess, guideid: number): GuideDocument[] {
  return s.db
    .all(sql<ReleaseRow>`SELECT ${releaseColumns} FROM release r
       WHERE r.guideid = ${guideid} AND ${wasReleased}`)
    .sort((a, b) => a.releaseid - b.releaseid)
    .flatMap((row) => {
      const blob = releasedBlob(s, row);
      return blob ? unpackGuide(blob) : [];
    });
}

/** Returns whether any of those documents has this step. */
export const wasStepReleased = (s: ReadAccess, guideid: number, stepid: number): boolean =>
  releasedDocuments(s, guideid).some(({ steps }) => steps.some((step) => step.stepid === stepid));

/** Returns the packed document of a release; undefined if its revision is not here. */
export const releasedBlob = (s: ReadAccess, { guideid, revisionid }: ReleaseRow): Buffer | undefined =>
  revisionid === null ? undefined : revisionOf(s, guideid, revisionid)?.body;
