import { z } from 'zod';

import { limits } from '../limits.ts';
import { fieldExtras, imageids, isDate, isNotApplicable } from './field-extras.ts';
import type { Known } from './known.ts';

/** Field of a form in an answer (CONTRACT 9). `options` is always JSON text. */
export const stepFormField = z.looseObject({
  field_guid: z.string(),
  field_revisionid: z.int(),
  /** One of `fieldTypes`; another site may have more. */
  field_type: z.string(),
  label: z.string(),
  required: z.boolean(),
  placeholder: z.string(),
  textarea: z.string(),
  options: z.string(),
  /** Absent at sites that do not have it, null if there is nothing beyond the contract. */
  benchside: fieldExtras.nullish(),
});
export type StepFormField = Known<z.infer<typeof stepFormField>>;

export const stepForm = z.looseObject({
  form_revisionid: z.int(),
  stepid: z.int(),
  guideid: z.int(),
  /** In the order they are shown. */
  fields: z.array(stepFormField),
});
export type StepForm = Omit<Known<z.infer<typeof stepForm>>, 'fields'> & { fields: StepFormField[] };

/** Returns whether the step of a form must not be skipped. */
export const isObligatory = ({ fields }: Pick<StepForm, 'fields'>): boolean =>
  fields.some(({ benchside }) => benchside?.obligatory);

/** Returns whether a job needs a value of the field before it ends. In the contract a check box is never required; ours may be. */
export const isRequired = ({ required, benchside }: Pick<StepFormField, 'required' | 'benchside'>): boolean =>
  required || benchside?.required === true;

const numeral = /^[-+]?(\d+(\.\d*)?|\.\d+)$/;
const setFlag = z.union([z.boolean(), z.literal([0, 1, '0', '1'])]).transform((value) => Number(value) === 1);
const bound = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.union([z.number(), z.string().trim().regex(numeral, 'must be a number').transform(Number)]).optional(),
);

/** The `options` of a Numeric Input. A given limit applies unless its flag turns it off. */
export const numericOptions = z
  .object({
    limit_decimals: setFlag.optional(),
    decimals: bound.pipe(z.int().min(0).max(8).optional()),
    limit_min: setFlag.optional(),
    min: bound,
    limit_max: setFlag.optional(),
    max: bound,
  })
  .transform(({ decimals, min, max, ...limits }) => ({
    limit_decimals: limits.limit_decimals ?? decimals !== undefined,
    decimals: decimals ?? 0,
    limit_min: limits.limit_min ?? min !== undefined,
    min: min ?? 0,
    limit_max: limits.limit_max ?? max !== undefined,
    max: max ?? 0,
  }))
  .refine(({ limit_min, min, limit_max, max }) => !(limit_min && limit_max && min > max), {
    path: ['min'],
    message: 'must not be above the highest value',
  });
export type NumericOptions = z.output<typeof numericOptions>;

type Ruled = Pick<StepFormField, 'field_type' | 'options' | 'benchside'>;

/** Returns the choices of a Radios or Select field. */
export function choicesOf({ options }: Pick<Ruled, 'options'>): string[] {
  const parsed: unknown = JSON.parse(options || '[]');
  return Array.isArray(parsed) ? parsed.map(String) : [];
}

export function limitsOf({ options }: Pick<Ruled, 'options'>): NumericOptions {
  const parsed = numericOptions.safeParse(JSON.parse(options || '{}'));
  return parsed.success ? parsed.data : numericOptions.parse({});
}

export type FieldInput = string | number | boolean;
export type FieldValue = { value: string } | { problem: string };

/** Returns an entered value as `work_data` stores it (CONTRACT 10.1), or why the field refuses it. */
export function readValue(field: Ruled, input: FieldInput): FieldValue {
  const text = typeof input === 'boolean' ? String(Number(input)) : String(input);
  if (text.length > limits.form.value.max)
    return { problem: `must have at most ${limits.form.value.max} characters` };
  if (isNotApplicable(field.benchside, text)) return { value: text };
  switch (field.field_type) {
    case 'Text Input':
      if (field.benchside?.date && !isDate(text)) return { problem: 'must be a date such as 2026-11-24' };
      return /[\n\r]/.test(text) ? { problem: 'must be one line' } : { value: text };
    case 'Checkbox':
      return checkboxValue(text);
    case 'Numeric Input':
      return numericValue(limitsOf(field), text.trim());
    case 'Radios':
    case 'Select': {
      const choices = choicesOf(field);
      return choices.includes(text) ? { value: text } : { problem: `must be one of: ${choices.join(', ')}` };
    }
    case 'Image':
      return imageValue(field.benchside?.several === true, text);
    default:
      return { value: text };
  }
}

function imageValue(several: boolean, text: string): FieldValue {
  const ids = imageids(text);
  if (ids.length === 0 || (ids.length > 1 && !several)) return { problem: 'must be the id of an image' };
  const { max } = limits.form.pictures;
  return ids.length > max ? { problem: `must have at most ${max} pictures` } : { value: text };
}

function checkboxValue(text: string): FieldValue {
  const value = { '1': '1', true: '1', '0': '0', false: '0' }[text];
  return value === undefined ? { problem: 'must be 1 or 0, true or false' } : { value };
}

function numericValue(limits: NumericOptions, text: string): FieldValue {
  if (!numeral.test(text)) return { problem: 'must be a number, with a point before its decimals' };
  const decimals = text.split('.')[1]?.length ?? 0;
  const { limit_decimals, limit_min, min, limit_max, max } = limits;
  if (limit_decimals && decimals > limits.decimals)
    return { problem: `must have at most ${limits.decimals} decimals` };
  if (limit_min && Number(text) < min) return { problem: `must be ${min} or more` };
  if (limit_max && Number(text) > max) return { problem: `must be ${max} or less` };
  return { value: text };
}
