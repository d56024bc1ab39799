import type { VersionsAroundReport } from '../../../shared/model/report.ts';
import type { StoreWriter } from '../../store/aggregates.ts';

/** Reports a problem of a guide or withdraws a report. @returns its answer, with the newest versions before and after */
export function aroundReport<Answer extends object>(
  s: StoreWriter,
  guideid: number,
  report: () => Answer,
): Answer & VersionsAroundReport {
  s.guides.requireVisible(guideid);
  const parent = s.guides.newestRevisionid(guideid);
  const answer = report();
  return { ...answer, revisionid: s.guides.newestRevisionid(guideid), parent };
}
