import { limits } from '../../../shared/limits.ts';
import { reportedExtras } from '../../../shared/model/field-values.ts';
import type { FieldReport, ValuesReport } from '../../../shared/model/field-values.ts';
import type { WorkLogEntry, WorkValue } from '../../../shared/model/work-log.ts';
import type { FieldRevision } from '../forms/forms.ts';
import { bytesOf } from '../sizes.ts';
import type { StoreReader } from '../aggregates.ts';

/** Bounds of the start of a job in UNIX seconds; `to` is excluded. */
export interface Period {
  from?: number | undefined;
  to?: number | undefined;
}

/** Returns what was recorded in the newest jobs of a guide that the viewer may see, by field and oldest first. */
export function fieldValues(s: StoreReader, guideid: number, period: Period): ValuesReport {
  const { jobs, more } = newestJobs(s, guideid, period);
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
    more,
    fields: [...fields.values()],
  };
}

/** Returns the newest jobs of a guide, oldest first, and whether there are more than a report has. */
function newestJobs(
  s: StoreReader,
  guideid: number,
  period: Period,
): { jobs: WorkLogEntry[]; more: boolean } {
  const { reported, reportedValues } = limits.workLog;
  const jobs: WorkLogEntry[] = [];
  let left = reportedValues.max;
  for (let offset = 0; ; offset += page) {
    const found = s.workLog.list({ guideid, ...period, order: 'DESC', offset, limit: page });
    for (const job of found) {
      left -= bytesOf(JSON.stringify(job.work_data));
      if (jobs.length === reported.max || left < 0) return { jobs: jobs.toReversed(), more: true };
      jobs.push(job);
    }
    if (found.length < page) return { jobs: jobs.toReversed(), more: false };
  }
}

/** Jobs per look-up. */
const page = 50;

function add(
  fields: Map<string, FieldReport>,
  { entryid, workorderid, starttime }: WorkLogEntry,
  { stepid, label, value, benchside }: WorkValue,
  revision: FieldRevision | undefined,
): void {
  const key = `${stepid} ${revision?.field.field_guid ?? label}`;
  const values = fields.get(key)?.values ?? [];
  values.push({ entryid, workorderid, time: starttime, value, outside: false, ...benchside });
  const { field_type = '', benchside: extras } = revision?.field ?? {};
  fields.set(key, { stepid, label, field_type, ...reportedExtras.parse(extras ?? {}), values });
}
