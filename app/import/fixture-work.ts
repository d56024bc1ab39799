import { AppError } from '../../shared/errors.ts';
import type { StoredField } from '../store/forms/field-input.ts';
import type { IdKind } from '../store/meta.ts';
import type { ReplicaWriter } from '../replica/replica.ts';
import type { At } from './fixture-documents.ts';
import type { Fixture } from './fixture-schema.ts';

/** Step forms, work logs, releases and videos. */
export function putWork(s: ReplicaWriter, fixture: Fixture, at: At): void {
  for (const form of fixture.step_forms) at(`step_forms: step ${form.stepid}`, () => putForm(s, form));
  for (const entry of fixture.work_log) putEntry(s, entry);
  for (const { releaseid, guideid, langid, revisionid, status, ...rest } of fixture.releases) {
    s.releases.putFixture({ releaseid, guideid, langid, revisionid: revisionid ?? null, status, rest });
  }
  for (const video of fixture.videos) {
    s.videos.put(video.videoid, video.userid ?? null, video);
  }
}

function putEntry(s: ReplicaWriter, entry: Fixture['work_log'][number]): void {
  const { entryid } = entry;
  const stored = (): string => JSON.stringify(s.workLog.stored(entryid) ?? null);
  const before = stored();
  s.meta.claimId('entry', entryid);
  s.workLog.putRemote(entry);
  if (stored() !== before) s.feed.record('entry', entryid);
}

/** Stores a form unless the step already has an equal one, which keeps its ids. */
function putForm(s: ReplicaWriter, { form_revisionid, stepid, fields }: Fixture['step_forms'][number]): void {
  if (!s.guides.stepOwner(stepid)) throw new AppError('not-found', `There is no step ${stepid}.`);
  const claimed = (kind: IdKind, id: number | undefined): number => {
    if (id === undefined) return s.meta.nextId(kind);
    s.meta.claimId(kind, id);
    return id;
  };
  const current = s.forms.ofStep(stepid);
  const old = current?.fields ?? [];
  const wanted = fields.map((field, index): StoredField => {
    const { field_type, label, required, placeholder, textarea, options, benchside } = field;
    const field_guid = field.field_guid ?? old[index]?.field_guid ?? `field_${stepid}_${index + 1}`;
    return { field_guid, field_type, label, required, placeholder, textarea, options, benchside };
  });
  const unchanged =
    old.length === fields.length &&
    (form_revisionid ?? current?.form_revisionid) === current?.form_revisionid &&
    wanted.every((field, index) => {
      const { field_revisionid, ...before } = old[index] ?? { field_revisionid: 0 };
      const given = fields[index]?.field_revisionid ?? field_revisionid;
      return JSON.stringify(field) === JSON.stringify(before) && given === field_revisionid;
    });
  if (unchanged) return;
  s.forms.putRemote({
    form_revisionid: claimed('form', form_revisionid),
    stepid,
    fields: wanted.map((field, index) => ({
      field_revisionid: claimed('field', fields[index]?.field_revisionid),
      ...field,
    })),
  });
  s.feed.record('form', stepid);
}
