import { useQuery } from '@tanstack/react-query';

import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { useNow } from '../../hooks/page.ts';
import { guideQuery, guideRevisionQuery } from '../../api/queries/guides.ts';
import { formsQuery } from '../../api/queries/step-forms.ts';
import { completedQuery } from '../../api/queries/work-log.ts';
import { enteredIn } from './entered.ts';
import type { RunReportProps } from './run-report.tsx';
import { mediansBefore } from './statistics.ts';

/** Returns everything that a run's report needs. The report works without the guide, which may be deleted. */
export function useReport(entry: WorkLogEntry): RunReportProps {
  const now = useNow();
  const guide = useQuery(guideQuery(entry.guideid));
  const begun = entry.benchside.guide_revisionid;
  const isOlder = guide.data !== undefined && guide.data.revisionid !== begun;
  const older = useQuery({ ...guideRevisionQuery(entry.guideid, begun), enabled: isOlder && begun !== 0 });
  const revised = (isOlder ? older : guide).data?.modified_date;
  const forms = useQuery(formsQuery(entry.guideid)).data ?? [];
  const others = useQuery(completedQuery(entry.guideid)).data ?? [];
  const entered = enteredIn(entry, forms);
  return { entry, guide: guide.data, revised, entered, medians: mediansBefore(entry, others), now };
}
