import { AppError } from '../../../shared/errors.ts';
import type { FieldError } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { imageids, judge } from '../../../shared/model/field-extras.ts';
import { isRequired, readValue } from '../../../shared/model/step-form.ts';
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
  const data = new ValueList(before, known);
  for (const [key, input] of Object.entries(given)) {
    const field = `fields.${key}`;
    const id = idNamed(key);
    const found = known.get(id);
    const held = data.of(id);
    if (held?.field_revisionid !== id) {
      const message = refusalOf(found, guides, run, offline);
      if (message !== undefined) {
        errors.push({ field, message, code: 'unknown_field' });
        continue;
      }
    }
    if (found) stepids.add(found.stepid);
    if (input === null || input === '') {
      data.remove(id);
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
    data.enter(id, { label, value: read.value, field_revisionid: id, stepid });
  }
  refuse(errors);
  return { data: data.inOrder(), stepids: [...stepids] };
}

/** Returns the id that a name is, and NaN for another spelling of an id: each field is named once. */
function idNamed(key: string): number {
  const id = Number(key);
  return String(id) === key ? id : Number.NaN;
}

/** The values of a run in their order. A field is found by any of its revisions in constant time, however many values there are. */
class ValueList {
  private readonly known: ReadonlyMap<number, FieldRevision>;
  /** Removed values leave a gap. */
  private readonly values: (WorkValue | undefined)[] = [];
  /** The positions of the values of a field, ascending: one, unless another program has stored several. */
  private readonly positions = new Map<string, number[]>();

  constructor(values: readonly WorkValue[], known: ReadonlyMap<number, FieldRevision>) {
    this.known = known;
    for (const value of values) this.append(value.field_revisionid, value);
  }

  /** Returns the first value of the field with this revision. */
  of(field_revisionid: number): WorkValue | undefined {
    const [first] = this.positions.get(this.fieldOf(field_revisionid)) ?? [];
    return first === undefined ? undefined : this.values[first];
  }

  /** Puts a value in the place of the first one of its field, or at the end. */
  enter(field_revisionid: number, value: WorkValue): void {
    const [first] = this.positions.get(this.fieldOf(field_revisionid)) ?? [];
    if (first === undefined) this.append(field_revisionid, value);
    else this.values[first] = value;
  }

  /** Removes all values of the field with this revision. */
  remove(field_revisionid: number): void {
    const field = this.fieldOf(field_revisionid);
    for (const position of this.positions.get(field) ?? []) this.values[position] = undefined;
    this.positions.delete(field);
  }

  inOrder(): WorkValue[] {
    return this.values.filter((value) => value !== undefined);
  }

  private append(field_revisionid: number | null, value: WorkValue): void {
    const position = this.values.push(value) - 1;
    if (field_revisionid === null) return;
    const field = this.fieldOf(field_revisionid);
    const others = this.positions.get(field);
    if (others) others.push(position);
    else this.positions.set(field, [position]);
  }

  private fieldOf(field_revisionid: number): string {
    const found = this.known.get(field_revisionid);
    return found ? fieldName(found) : String(field_revisionid);
  }
}

/** Returns what the revisions of a field have in common. */
const fieldName = ({ stepid, field }: FieldRevision): string => `${stepid} ${field.field_guid}`;

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
  const filled = new Set([...known.values()].map(fieldName));
  const errors: FieldError[] = [];
  for (const current of s.forms.currentAt(guideid, time)) {
    const used = newestFormOf(current.stepid, known);
    const { stepid, fields } = (used === undefined ? undefined : s.forms.revision(used)) ?? current;
    for (const field of fields) {
      const { required, field_guid, field_revisionid, label } = field;
      const isMissing = isRequired(field) && !filled.has(`${stepid} ${field_guid}`);
      if (isMissing && errors.length < limits.answer.errors.max)
        errors.push({
          field: `fields.${field_revisionid}`,
          message: required ? `${label} is required` : `${label} needs an answer: yes or no`,
          code: 'missing_field',
        });
    }
  }
  refuse(errors);
}

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
  const named = errors.slice(0, limits.answer.errors.max);
  const message = named.map((error) => `${error.field}: ${error.message}`).join('; ');
  throw new AppError('invalid', message, { errors: named });
}
