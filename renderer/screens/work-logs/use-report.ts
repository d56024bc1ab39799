import { useQuery } from '@tanstack/react-query';

import type { StepForm } from '../../../shared/model/step-form.ts';
import type { WorkLogEntry, WorkValue } from '../../../shared/model/work-log.ts';
import { useNow } from '../../hooks/page.ts';
import { guideQuery } from '../../api/queries/guides.ts';
import { formsQuery } from '../../api/queries/step-forms.ts';
import { completedQuery } from '../../api/queries/work-log.ts';
import type { RunReportProps } from './run-report.tsx';
import { mediansBefore } from './statistics.ts';

/** A value with the type of its field; empty when its form is gone. */
export interface Entered {
  value: WorkValue;
  type: string;
}

/** What was entered, in the order of the forms' fields; what no form has any more comes last. */
export function enteredIn({ work_data }: WorkLogEntry, forms: readonly StepForm[]): Entered[] {
  const fields = forms.flatMap(({ stepid, fields }) => fields.map((field) => ({ stepid, field })));
  const placed = work_data.map((value) => {
    const byId = fields.findIndex(({ field }) => field.field_revisionid === value.field_revisionid);
    const byLabel = fields.findIndex(
      ({ stepid, field }) => stepid === value.stepid && field.label === value.label,
    );
    const at = byId < 0 ? byLabel : byId;
    return { value, type: fields[at]?.field.field_type ?? '', at: at < 0 ? fields.length : at };
  });
  return placed.toSorted((a, b) => a.at - b.at).map(({ value, type }) => ({ value, type }));
}

/** Everything that is said of a run. The guide may be gone; what was done stays. */
export function useReport(entry: WorkLogEntry): RunReportProps {
  const now = useNow();
  const guide = useQuery(guideQuery(entry.guideid));
  const forms = useQuery(formsQuery(entry.guideid)).data ?? [];
  const others = useQuery(completedQuery(entry.guideid)).data ?? [];
  const entered = enteredIn(entry, forms);
  return { entry, guide: guide.data, entered, medians: mediansBefore(entry, others), now };
}
