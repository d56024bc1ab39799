import type { CopyState } from '../../../shared/model/benchside.ts';
import type { Completeness } from '../../store/media/copies.ts';
import { sql } from '../../store/sql.ts';
import type { ReplicaReader } from '../replica.ts';

/**
 * Returns how complete the local copy of a guide and its prerequisites is.
 *
 * @param own whether the store is the site itself, so that everything is here
 * @throws AppError `not-found`, `forbidden`
 */
export function copyStateOf(s: ReplicaReader, guideid: number, own: boolean): CopyState {
  s.guides.requireVisible(guideid);
  const media = s.media.copies.completeness('guide', guideid);
  if (own) {
    const { needed } = media;
    const complete = { needed, present: needed, missing: [] };
    return { guideid, checked_date: null, ready: true, media: complete, prerequisites: [] };
  }
  const checked_date = checkedDate(s, guideid);
  const prerequisites = [...incomplete(s, guideid), ...absent(s, guideid)];
  const ready = checked_date !== null && media.present === media.needed && prerequisites.length === 0;
  return { guideid, checked_date, ready, media, prerequisites };
}

/**
 * Returns when the site last confirmed this version: when the guide arrived, or when a later round with all changes
 * ended. Null if never.
 */
function checkedDate(s: ReplicaReader, guideid: number): number | null {
  const came = s.guides.checkedDate(guideid);
  if (!came) return null;
  const last = s.rounds.lastSuccess(s.now);
  // A wrong clock may have stored a time in the future.
  if (came > s.now) return last ?? s.now;
  return Math.max(came, last ?? 0);
}

function incomplete(s: ReplicaReader, guideid: number): CopyState['prerequisites'] {
  return s.guides.allPrerequisites(guideid).flatMap((row) => {
    const reason =
      checkedDate(s, row.guideid) === null
        ? 'The hub has not confirmed it yet.'
        : missingPictures(s.media.copies.completeness('guide', row.guideid));
    return reason ? [{ guideid: row.guideid, title: row.title, reason }] : [];
  });
}

function missingPictures({ needed, present }: Completeness): string | undefined {
  const missing = needed - present;
  return missing === 0 ? undefined : `Pictures that are not on this desk: ${missing}.`;
}

/** Returns prerequisites that the site names but that are not here. */
function absent(s: ReplicaReader, guideid: number): CopyState['prerequisites'] {
  return s.db
    .all(sql<{ guideid: number; title: string | null }>`WITH RECURSIVE needed(guideid) AS (
         SELECT prerequisite FROM prerequisite WHERE guideid = ${guideid}
         UNION SELECT p.prerequisite FROM needed n JOIN prerequisite p ON p.guideid = n.guideid
       ) SELECT n.guideid, g.title FROM needed n LEFT JOIN guide g ON g.guideid = n.guideid
       WHERE g.guideid IS NULL OR g.deleted = 1`)
    .map((row) => ({
      guideid: row.guideid,
      title: row.title ?? `Guide ${row.guideid}`,
      reason: 'It is not on this desk.',
    }));
}
