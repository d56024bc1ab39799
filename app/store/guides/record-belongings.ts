import type { WriteAccess } from '../access.ts';
import { belongings } from '../resources/belongings.ts';
import type { Belonging } from '../resources/belongings.ts';
import { resourceKinds } from '../resources/kinds.ts';
import { sql } from '../sql.ts';
import type { SqlPart } from '../sql.ts';
import { stepidsKnown } from './rows.ts';

/** Hub: records everything that belongs to the guide (`Belonging`) in the feed. */
export function recordAll(s: WriteAccess, guideid: number): void {
  recordContent(s, guideid);
  recordWork(s, guideid);
}

/** Records everything that belongs to the guide but work with it. */
export const recordContent = (s: WriteAccess, guideid: number): void =>
  record(s, ({ toGuide, isWork }) => (isWork ? undefined : toGuide?.(guideid)));

/** Records jobs with this guide, and assigned work. */
export const recordWork = (s: WriteAccess, guideid: number): void =>
  record(s, ({ toGuide, isWork }) => (isWork ? toGuide?.(guideid) : undefined));

/** Records forms of these steps, and comments that do not come with the guide. */
export function recordSteps(s: WriteAccess, stepids: readonly number[]): void {
  for (const stepid of new Set(stepids)) record(s, ({ toStep }) => toStep?.(stepid));
}

/** Records everything that belongs to a page. */
export const recordPage = (s: WriteAccess, wikiid: number): void =>
  record(s, ({ toPage }) => toPage?.(wikiid));

/** @param idsOf returns SQL for the ids to record */
function record(s: WriteAccess, idsOf: (belongs: Belonging) => SqlPart | undefined): void {
  for (const kind of resourceKinds) {
    const ids = idsOf(belongings[kind]);
    if (ids) for (const { id } of s.db.all(sql<{ id: number }>`${ids}`)) s.feed.record(kind, id);
  }
}

/** Carries out a change, and records comments on the steps that it hides from readers: until now they came with the guide. */
export function recordingHidden(s: WriteAccess, guideid: number, change: () => void): void {
  if (s.meta.isDesk) return change();
  const before = stepidsKnown(s, guideid, { shown: 1 });
  change();
  const shown = new Set(stepidsKnown(s, guideid, { shown: 1 }));
  const hidden = before.filter((stepid) => !shown.has(stepid));
  recordSteps(s, hidden);
}

/** Returns the steps that readers do not see. */
export const hiddenSteps = (s: WriteAccess, guideid: number): number[] =>
  stepidsKnown(s, guideid, { shown: 0 });
