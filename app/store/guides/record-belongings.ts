import type { WriteAccess } from '../access.ts';
import { sql } from '../sql.ts';
import type { Query, StoredRow } from '../sql.ts';

/*
 * Hub: a change of a guide shows or hides also what belongs to it, such as comments and forms of its steps. The feed has to report these
 * too, because some people see them for the first time or no longer.
 */

/** Records everything that belongs to the guide. */
export function recordAll(s: WriteAccess, guideid: number): void {
  recordContent(s, guideid);
  recordWork(s, guideid);
}

/** Records everything that belongs to the guide but work with it. */
export function recordContent(s: WriteAccess, guideid: number): void {
  for (const kind of ['tags', 'translations', 'collaborators'] as const) s.feed.record(kind, guideid);
  recordSteps(s, [
    ...idsOf(s, sql`SELECT stepid AS id FROM step_form WHERE guideid = ${guideid} AND current = 1`),
    // Other comments come with the guide.
    ...idsOf(
      s,
      sql`SELECT m.contextid AS id FROM comment m WHERE m.guideid = ${guideid} AND m.context = 'step'
         AND NOT EXISTS (SELECT 1 FROM step t WHERE t.stepid = m.contextid AND t.shown = 1)`,
    ),
  ]);
  for (const id of idsOf(s, sql`SELECT releaseid AS id FROM release WHERE guideid = ${guideid}`))
    s.feed.record('release', id);
}

/** Records jobs with this guide, and assigned work. */
export function recordWork(s: WriteAccess, guideid: number): void {
  for (const id of idsOf(s, sql`SELECT entryid AS id FROM work_log WHERE guideid = ${guideid}`))
    s.feed.record('entry', id);
  for (const id of idsOf(s, sql`SELECT assignmentid AS id FROM assignment WHERE guideid = ${guideid}`))
    s.feed.record('assignment', id);
}

/** Records forms of these steps, and comments that do not come with the guide. */
export function recordSteps(s: WriteAccess, stepids: readonly number[]): void {
  for (const stepid of new Set(stepids)) {
    if (s.db.one(sql`SELECT 1 FROM step_form WHERE stepid = ${stepid} AND current = 1`))
      s.feed.record('form', stepid);
    for (const { commentid } of s.db.all(sql<StoredRow<'comment', 'commentid'>>`SELECT commentid
       FROM comment WHERE context = 'step' AND contextid = ${stepid} AND status <> 'deleted'`))
      s.feed.record('comment', commentid);
  }
}

/** Carries out a change, and records comments on the steps that it hides from readers: until now they came with the guide. */
export function recordingHidden(s: WriteAccess, guideid: number, change: () => void): void {
  if (s.meta.isDesk) return change();
  const before = stepsOf(s, guideid, { shown: 1 });
  change();
  const shown = new Set(stepsOf(s, guideid, { shown: 1 }));
  const hidden = before.filter((stepid) => !shown.has(stepid));
  recordSteps(s, hidden);
}

/** Returns the steps that readers do not see. */
export const hiddenSteps = (s: WriteAccess, guideid: number): number[] => stepsOf(s, guideid, { shown: 0 });

const stepsOf = (s: WriteAccess, guideid: number, { shown }: { shown: 0 | 1 }): number[] =>
  idsOf(s, sql`SELECT stepid AS id FROM step WHERE guideid = ${guideid} AND shown = ${shown}`);

const idsOf = (s: WriteAccess, query: Query<{ id: number }>): number[] => s.db.all(query).map(({ id }) => id);
