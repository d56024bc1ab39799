import { randomBytes } from 'node:crypto';

import { AppError } from '../../../shared/errors.ts';
import type { FieldError } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { fieldExtras } from '../../../shared/model/field-extras.ts';
import type { FieldExtras } from '../../../shared/model/field-extras.ts';
import { fieldTypes } from '../../../shared/model/field-type.ts';
import type { StepFormField } from '../../../shared/model/step-form.ts';
import { fieldInputs, isFieldType } from '../../../shared/model/step-form-input.ts';
import { withoutPlaceholders } from '../placeholders.ts';

/** A stored field, without its `field_revisionid`. */
export type StoredField = Omit<StepFormField, 'field_revisionid' | 'benchside'> & {
  benchside: FieldExtras | null;
};

/**
 * A validated field of a request. Without a guid, `withGuids` chooses one; without `benchside`, which other programs do not know,
 * `withExtras` keeps what the field had.
 */
export type CheckedField = Omit<StoredField, 'field_guid' | 'benchside'> & {
  field_guid: string | undefined;
  benchside: FieldExtras | null | undefined;
};

/** A field of the form's former version, by which a field without a guid is recognised. */
type EarlierField = Pick<StepFormField, 'field_guid' | 'field_type' | 'label' | 'benchside'>;

/** A field of a site. A third-party site has no `benchside`. */
export type SiteField = Omit<StoredField, 'benchside'> & Pick<CheckedField, 'benchside'>;

/** @throws AppError `invalid` with the `index` and `field` of each error */
export function checkFields(given: readonly Record<string, unknown>[]): CheckedField[] {
  const errors: FieldError[] = [];
  if (given.length > limits.form.fields.max)
    errors.push({
      field: 'fields',
      message: `must have at most ${limits.form.fields.max} items`,
      code: 'invalid',
    });
  const fields: CheckedField[] = [];
  for (const [index, raw] of given.entries()) {
    const checked = checkField(raw);
    for (const error of checked.errors) errors.push({ ...error, index });
    if (errors.length >= limits.answer.errors.max) break;
    fields.push(checked.field);
  }
  fields.forEach(({ field_guid }, index) => {
    if (field_guid !== undefined && fields.findIndex((other) => other.field_guid === field_guid) !== index)
      errors.push({ field: 'field_guid', index, code: 'invalid', message: `"${field_guid}" is used twice` });
  });
  if (errors.length === 0) return fields;
  const message = errors
    .slice(0, limits.answer.errors.max)
    .map(
      ({ field, index, message }) => `${index === undefined ? '' : `fields[${index}].`}${field}: ${message}`,
    )
    .join('; ');
  throw new AppError('invalid', message, { errors });
}

function checkField(raw: Record<string, unknown>): { field: CheckedField; errors: FieldError[] } {
  const empty = {
    label: '',
    required: false,
    placeholder: '',
    textarea: '',
    field_guid: undefined,
    benchside: undefined,
  };
  const type = raw['field_type'];
  if (!isFieldType(type)) {
    const field = { ...empty, field_type: '', options: '[]' };
    return { field, errors: [problem('field_type', type, `must be one of: ${fieldTypes.join(', ')}`)] };
  }
  const parsed = fieldInputs[type].safeParse(cleaned(raw));
  const { options, ...rest } = parsed.success ? parsed.data : {};
  return {
    field: { ...empty, ...rest, field_type: type, options: JSON.stringify(cleaned(options ?? [])) },
    errors: (parsed.error?.issues.slice(0, limits.answer.errors.max) ?? []).map(({ path, message }) => {
      const [field = 'body', ...deeper] = path.map(String);
      return problem(field, raw[field], deeper.length > 0 ? `${deeper.join('.')} ${message}` : message);
    }),
  };
}

/** Returns a value as it was sent, without placeholders in any of its texts. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return withoutPlaceholders(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleaned(one)]));
}

/** Reads a field of a third-party site in any spelling; never refuses one. */
export function fieldOfSite(raw: Readonly<Record<string, unknown>>): SiteField {
  const textOf = (value: unknown): string =>
    typeof value === 'boolean' ? String(Number(value)) : withoutPlaceholders(String(value ?? ''));
  const { field_guid, field_type, label, required, placeholder, textarea, options, benchside } = raw;
  return {
    field_guid: textOf(field_guid),
    field_type: textOf(field_type),
    label: textOf(label),
    required: required === true || Number(required) === 1,
    placeholder: textOf(placeholder),
    textarea: textOf(textarea),
    options: typeof options === 'string' && options !== '' ? options : JSON.stringify(options || []),
    benchside: benchside === undefined ? undefined : (fieldExtras.safeParse(benchside).data ?? null),
  };
}

/** Reads a field of a third-party site and fills in its type's defaults as for a field written here. */
export function asWritten(raw: Readonly<Record<string, unknown>>): SiteField {
  const there = fieldOfSite(raw);
  const { field_guid, options, ...rest } = there;
  const { field, errors } = checkField({ ...rest, ...(options === '[]' ? {} : { options }) });
  return errors.length === 0 ? { ...field, field_guid } : there;
}

const problem = (field: string, value: unknown, message: string): FieldError => ({
  field,
  message: value === undefined ? 'is required' : message,
  code: value === undefined ? 'missing_field' : 'invalid',
});

/**
 * Gives each field that does not say what it has beyond the contract what the field had before. A third-party site may give a new
 * field a guid of its own; such a field is known by its type and label.
 */
export function withExtras<Field extends SiteField>(
  fields: readonly Field[],
  before: readonly EarlierField[],
): (Field & Pick<StoredField, 'benchside'>)[] {
  return fields.map((field) => {
    if (field.benchside !== undefined) return { ...field, benchside: field.benchside };
    const alike = before.filter(({ field_type }) => field_type === field.field_type);
    const old =
      alike.find(({ field_guid }) => field_guid === field.field_guid) ??
      alike.find(({ label }) => label === field.label);
    return { ...field, benchside: old?.benchside ?? null };
  });
}

/** Gives each field without a guid the guid of an earlier field with the same type and label, or a new one. */
export function withGuids(fields: readonly CheckedField[], before: readonly EarlierField[]): StoredField[] {
  const used = new Set(fields.map((field) => field.field_guid));
  const named = fields.map(({ field_guid, ...field }) => {
    const known =
      field_guid ??
      before.find(
        (old) =>
          !used.has(old.field_guid) && old.field_type === field.field_type && old.label === field.label,
      )?.field_guid ??
      `field_${randomBytes(8).toString('hex')}`;
    used.add(known);
    return { field_guid: known, ...field };
  });
  return withExtras(named, before);
}
