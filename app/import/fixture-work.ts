import { AppError } from '../../shared/errors.ts';
import type { IdKind } from '../store/meta.ts';
import type { StoreWriter } from '../store/store.ts';
import type { StepFormField } from '../store/work/work.ts';
import type { At } from './fixture-documents.ts';
import type { Fixture } from './fixture-schema.ts';

/** Step forms, work logs, releases and videos. */
export function putWork(s: StoreWriter, fixture: Fixture, at: At): void {
  for (const form of fixture.step_forms) at(`step_forms: step ${form.stepid}`, () => putForm(s, form));
  for (const {
    entryid,
    guideid,
    userid,
    workorderid,
    status,
    starttime,
    endtime,
    guide_revisionid,
    ...rest
  } of fixture.work_log) {
    s.meta.claimId('entry', entryid);
    const current = s.guides.row(guideid)?.revisionid ?? 0;
    const row = { entryid, guideid, userid, workorderid, status, starttime, endtime: endtime ?? null };
    s.work.putEntry({ ...row, guide_revisionid: guide_revisionid ?? current, rest });
  }
  for (const { releaseid, guideid, langid, revisionid, status, ...rest } of fixture.releases) {
    s.meta.claimId('release', releaseid);
    s.work.putRelease({ releaseid, guideid, langid, revisionid: revisionid ?? null, status, rest });
  }
  for (const video of fixture.videos) {
    s.meta.claimId('video', video.videoid);
    s.work.putVideo(video.videoid, video.userid ?? null, video);
  }
}

/** A form that is the step's already stays as it is, with its numbers. */
function putForm(s: StoreWriter, { form_revisionid, stepid, fields }: Fixture['step_forms'][number]): void {
  const owner = s.guides.stepOwner(stepid);
  if (!owner) throw new AppError('not-found', `There is no step ${stepid}.`);
  const claimed = (kind: IdKind, id: number | undefined): number => {
    if (id === undefined) return s.meta.nextId(kind);
    s.meta.claimId(kind, id);
    return id;
  };
  const old = s.db.allSql<{ form_revisionid: number; field_revisionid: number; body: string }>(
    `SELECT form_revisionid, field_revisionid, f.body FROM step_form JOIN step_form_field f USING (form_revisionid)
     WHERE stepid = ? AND current = 1 ORDER BY f.position`,
    [stepid],
  );
  const formid = form_revisionid ?? old[0]?.form_revisionid;
  const wanted = fields.map((field, index): StepFormField => {
    const { field_type, label, required, placeholder, textarea, options } = field;
    const before = old[index] && (JSON.parse(old[index].body) as StepFormField);
    const field_guid = field.field_guid ?? before?.field_guid ?? `field_${stepid}_${index + 1}`;
    return { field_guid, field_type, label, required, placeholder, textarea, options };
  });
  const unchanged =
    old.length === fields.length &&
    old[0]?.form_revisionid === formid &&
    wanted.every((field, index) => {
      const given = fields[index]?.field_revisionid;
      return (
        JSON.stringify(field) === old[index]?.body &&
        (given === undefined || given === old[index]?.field_revisionid)
      );
    });
  if (unchanged) return;
  s.work.putStepForm(
    { form_revisionid: claimed('form', form_revisionid), stepid, guideid: owner.guideid },
    wanted.map((field, index) => ({
      field_revisionid: claimed('field', fields[index]?.field_revisionid),
      field,
    })),
  );
}
