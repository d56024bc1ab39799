import { useQuery } from '@tanstack/react-query';

import type { StepFormField } from '../../../shared/model/step-form.ts';
import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { useNow } from '../../hooks/page.ts';
import { guideQuery } from '../../queries.ts';
import { formsQuery } from '../run/queries.ts';
import { completedQuery } from './queries.ts';
import type { RunReportProps } from './run-report.tsx';
import { mediansBefore } from './statistics.ts';

/** Everything that is said of a run. The guide may be gone; what was done stays. */
export function useReport(entry: WorkLogEntry): RunReportProps {
  const now = useNow();
  const guide = useQuery(guideQuery(entry.guideid));
  const forms = useQuery(formsQuery(entry.guideid)).data ?? [];
  const others = useQuery(completedQuery(entry.guideid)).data ?? [];
  const typeOf: RunReportProps['typeOf'] = ({ field_revisionid, stepid, label }) => {
    const fields = forms.flatMap((form): [number, StepFormField][] =>
      form.fields.map((field) => [form.stepid, field]),
    );
    const found =
      fields.find(([, field]) => field.field_revisionid === field_revisionid) ??
      fields.find(([step, field]) => step === stepid && field.label === label);
    return found?.[1].field_type ?? '';
  };
  return { entry, guide: guide.data, typeOf, medians: mediansBefore(entry, others), now };
}
