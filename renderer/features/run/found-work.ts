import type { FoundWork } from '../../../shared/model/benchside.ts';
import { paths } from '../../location.ts';
import { runTexts } from './texts.ts';

/** Returns where to go for a job: on with one's own, to taking over one that was handed over, else to its report. */
export function jobPlace(
  { entryid, guideid, userid, status }: FoundWork['jobs'][number],
  viewer: number | undefined,
): string {
  if (status === 'suspended') return paths.startWork(guideid);
  if (userid === viewer && (status === 'started' || status === 'paused')) return paths.run(entryid);
  return paths.workLog(entryid);
}

/** Returns the guide of assigned work, which the person may not see, and for whom it is: a person or a bench. */
export const assignedWords = ({ title, guideid, assignee, bench }: FoundWork['assigned'][number]) => ({
  guide: title === '' ? runTexts.assigned.guide(String(guideid)) : title,
  to: runTexts.assigned.to(assignee?.username ?? bench),
});
