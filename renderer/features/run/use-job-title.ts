import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { useTitle } from '../../hooks/page.ts';
import { runTexts } from './texts.ts';

/** Names the window, and what is printed of it, after a job and its guide. */
export function useJobTitle(entry: WorkLogEntry | undefined): void {
  useTitle(entry && `${runTexts.title(entry.workorderid)} · ${entry.benchside.title}`);
}
