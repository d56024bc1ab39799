import { limits } from '../../../shared/limits.ts';
import type { FieldReport, ValuesReport } from '../../../shared/model/field-values.ts';
import type { WorkLogEntry, WorkValue } from '../../../shared/model/work-log.ts';
import type { FieldRevision } from '../forms/forms.ts';
import type { StoreReader } from '../aggregates.ts';

/** Bounds of the start of a job in UNIX seconds; `to` is excluded. */
export interface Period {
  from?: number | undefined;
  to?: number | undefined;
}

/** Returns what was recorded in the newest jobs of a guide that the viewer may see, by field and oldest first. */
export function fieldValues(s: StoreReader, guideid: number, period: Period): ValuesReport {
  const { max } = limits.workLog.reported;
  const found = s.workLog.list({ guideid, ...period, order: 'DESC', offset: 0, limit: max + 1 });
  const jobs = found.slice(0, max).toReversed();
  const revisions = jobs.flatMap(({ work_data }) =>
    work_data.flatMap(({ field_revisionid }) => field_revisionid ?? []),
  );
  const known = s.forms.fieldRevisions([...new Set(revisions)]);
  const fields = new Map<string, FieldReport>();
  for (const job of jobs)
    for (const value of job.work_data) add(fields, job, value, known.get(value.field_revisionid ?? 0));
  return {
    title: jobs.at(-1)?.benchside.title ?? '',
    jobs: jobs.length,
    more: found.length > max,
    fields: [...fields.values()],
  };
}

function add(
  fields: Map<string, FieldReport>,
  { entryid, workorderid, starttime }: WorkLogEntry,
  { stepid, label, value, benchside }: WorkValue,
  revision: FieldRevision | undefined,
): void {
  const key = `${stepid} ${revision?.field.field_guid ?? label}`;
  const { outside = false, ...judged } = benchside ?? {};
  const values = fields.get(key)?.values ?? [];
  values.push({ entryid, workorderid, time: starttime, value, outside });
  fields.set(key, { stepid, label, field_type: revision?.field.field_type ?? '', ...judged, values });
}
