import { AppError } from '../../../shared/errors.ts';
import type { FieldError } from '../../../shared/errors.ts';
import { imageids, judge } from '../../../shared/model/field-extras.ts';
import { readValue } from '../../../shared/model/step-form.ts';
import type { FieldInput } from '../../../shared/model/step-form.ts';
import type { WorkValue } from '../../../shared/model/work-log.ts';
import type { FieldRevision } from '../forms/forms.ts';
import { withoutPlaceholders } from '../placeholders.ts';
import type { StoreReader } from '../aggregates.ts';

/** Values by `field_revisionid`; `null` and an empty text remove one. */
export type GivenValues = Readonly<Record<string, FieldInput | null>>;

interface Run {
  guideid: number;
  starttime: number;
}

interface Options {
  /** True for work done offline: its form may have changed before the run began. */
  offline: boolean;
}

/**
 * Returns the values of a run after new ones were entered, and the steps of those. A field has one value: a newer
 * revision's value replaces that of an older one.
 *
 * @throws AppError `invalid` naming each refused value as `fields.<field_revisionid>`
 */
export function enterValues(
  s: StoreReader,
  run: Run,
  before: readonly WorkValue[],
  given: GivenValues,
  { offline }: Options,
): { data: WorkValue[]; stepids: number[] } {
  const known = s.forms.fieldRevisions([...Object.keys(given).map(Number), ...revisionsIn(before)]);
  const guides = new Set(s.forms.guidesOf(run.guideid));
  const errors: FieldError[] = [];
  const stepids = new Set<number>();
  let data = [...before];
  for (const [key, input] of Object.entries(given)) {
    const field = `fields.${key}`;
    const id = Number(key);
    const found = known.get(id);
    const isSame = (item: WorkValue): boolean =>
      item.field_revisionid === id || (found !== undefined && isRevisionOf(item, found, known));
    const at = data.findIndex(isSame);
    const held = data[at];
    if (held?.field_revisionid !== id) {
      const message = refusalOf(found, guides, run, offline);
      if (message !== undefined) {
        errors.push({ field, message, code: 'unknown_field' });
        continue;
      }
    }
    if (found) stepids.add(found.stepid);
    if (input === null || input === '') {
      data = data.filter((item) => !isSame(item));
      continue;
    }
    const { label, field_type, options, benchside } = found?.field ?? {
      label: held?.label ?? '',
      ...unruled,
    };
    const read = readValue(
      { field_type, options, benchside },
      typeof input === 'string' ? withoutPlaceholders(input) : input,
    );
    if ('problem' in read) {
      errors.push({ field, message: `${label} ${read.problem}`, code: 'invalid' });
      continue;
    }
    if (held?.value === read.value && held.field_revisionid === id) continue;
    if (field_type === 'Image')
      for (const imageid of imageids(read.value)) s.media.requireImage(imageid, field);
    const stepid = found?.stepid ?? held?.stepid ?? null;
    const entered = { label, value: read.value, field_revisionid: id, stepid };
    data = held ? data.with(at, entered) : [...data, entered];
  }
  refuse(errors);
  return { data, stepids: [...stepids] };
}

/**
 * @param time when the run ended
 * @throws AppError `invalid` naming required fields without a value. A step with values is checked by the form they were
 * entered into; a step without by the form it had when the run ended.
 */
export function requireValues(
  s: StoreReader,
  guideid: number,
  data: readonly WorkValue[],
  time: number,
): void {
  const known = s.forms.fieldRevisions(revisionsIn(data));
  const filled = new Set([...known.values()].map(({ stepid, field }) => `${stepid} ${field.field_guid}`));
  const errors: FieldError[] = [];
  for (const current of s.forms.currentAt(guideid, time)) {
    const used = newestFormOf(current.stepid, known);
    const { stepid, fields } = (used === undefined ? undefined : s.forms.revision(used)) ?? current;
    for (const { required, field_guid, field_revisionid, label } of fields)
      if (required && !filled.has(`${stepid} ${field_guid}`) && errors.length < mostMissing)
        errors.push({
          field: `fields.${field_revisionid}`,
          message: `${label} is required`,
          code: 'missing_field',
        });
  }
  refuse(errors);
}

/** Missing fields that one answer names. */
const mostMissing = 100;

/** Returns the imageids among the values of a run. */
export function imagesIn(s: StoreReader, data: readonly WorkValue[]): Map<WorkValue, number[]> {
  const known = s.forms.fieldRevisions(revisionsIn(data));
  return new Map(
    data
      .filter((item) => known.get(item.field_revisionid ?? 0)?.field.field_type === 'Image')
      .map((item) => [item, imageids(item.value)]),
  );
}

/** Adds what the limits of their fields say about the values. A desk may know that only from its hub. */
export function judged(s: StoreReader, data: readonly WorkValue[]): WorkValue[] {
  const known = s.forms.fieldRevisions(revisionsIn(data));
  return data.map((item) => {
    const field = known.get(item.field_revisionid ?? 0)?.field;
    const benchside = field && judge(field.benchside, item.value);
    return benchside ? { ...item, benchside } : item;
  });
}

/** Converts a value that another program stored; a field may be named by its guid only. */
export function importedValue(
  s: StoreReader,
  guideid: number,
  item: Readonly<Record<string, unknown>>,
): WorkValue {
  const { field_guid, label, value, field_revisionid, stepid } = item;
  const whole = typeof field_revisionid === 'number' && typeof label === 'string';
  const found =
    !whole && typeof field_guid === 'string' ? s.forms.findByGuid(guideid, field_guid) : undefined;
  const numberOf = (id: unknown): number | null => (typeof id === 'number' ? id : null);
  return {
    ...item,
    label: typeof label === 'string' ? label : (found?.field.label ?? ''),
    value: typeof value === 'boolean' ? String(Number(value)) : String(value ?? ''),
    field_revisionid: numberOf(field_revisionid) ?? found?.field.field_revisionid ?? null,
    stepid: numberOf(stepid) ?? found?.stepid ?? null,
  };
}

/** A field whose form this desk never had accepts any text. */
const unruled = { field_type: '', options: '[]', benchside: null };

function refusalOf(
  found: FieldRevision | undefined,
  guides: ReadonlySet<number>,
  run: Run,
  offline: boolean,
): string | undefined {
  if (!found || !guides.has(found.guideid)) return 'No form of this guide has this field';
  if (offline || found.ended_date === null || found.ended_date >= run.starttime) return undefined;
  return 'The form had changed before this run began: use the fields it has now';
}

function isRevisionOf(
  item: WorkValue,
  { field, stepid }: FieldRevision,
  known: ReadonlyMap<number, FieldRevision>,
): boolean {
  const other = known.get(item.field_revisionid ?? 0);
  return other?.stepid === stepid && other.field.field_guid === field.field_guid;
}

/** Provisional forms count as newer than the site's. */
function newestFormOf(stepid: number, known: ReadonlyMap<number, FieldRevision>): number | undefined {
  const age = (id: number): number => (id < 0 ? 1e15 - id : id);
  return [...known.values()]
    .filter((one) => one.stepid === stepid)
    .map((one) => one.form_revisionid)
    .sort((a, b) => age(b) - age(a))[0];
}

const revisionsIn = (data: readonly WorkValue[]): number[] =>
  data.flatMap(({ field_revisionid }) => (field_revisionid === null ? [] : [field_revisionid]));

function refuse(errors: FieldError[]): void {
  if (errors.length === 0) return;
  throw new AppError('invalid', errors.map(({ field, message }) => `${field}: ${message}`).join('; '), {
    errors,
  });
}
