import { z } from 'zod';

import { limits } from '../limits.ts';
import { extrasInput } from './field-extras.ts';
import type { FieldExtras } from './field-extras.ts';
import { fieldTypes } from './field-type.ts';
import { numericOptions } from './step-form.ts';
import type { FieldType } from './field-type.ts';

export const isFieldType = (value: unknown): value is FieldType => fieldTypes.some((type) => type === value);

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? ''))
  .pipe(z.string().max(limits.form.label.max));
const line = text.refine((value) => !/[\n\r]/.test(value), 'must be one line');
const flag = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', ''])])
  .nullish()
  .transform((value) => Number(value ?? 0) === 1);

/** Options come as JSON or as JSON text (CONTRACT 9). */
const options = z.unknown().transform((value, context) => {
  if (typeof value !== 'string' || value.trim() === '') return value === '' ? undefined : value;
  try {
    return JSON.parse(value) as unknown;
  } catch (error) {
    context.addIssue({ code: 'custom', message: `must be JSON: ${String(error)}` });
    return z.NEVER;
  }
});

const choices = options.pipe(
  z
    .array(
      z
        .union([z.string(), z.number()])
        .transform((choice) => String(choice).trim())
        .pipe(z.string().max(limits.form.label.max, `must have at most ${limits.form.label.max} characters`)),
      {
        error: 'must be a list of texts',
      },
    )
    .min(1, 'must not be empty')
    .max(limits.form.choices.max, `must have at most ${limits.form.choices.max} items`)
    .refine((list) => list.every((choice) => choice !== ''), 'must not have an empty choice')
    .refine((list) => new Set(list).size === list.length, 'must not have the same choice twice'),
);

/** Pattern of the id that a field keeps in all revisions of its form. */
export const fieldGuid = /^[a-z0-9_]{1,100}$/;

const common = (type: FieldType) => ({
  field_guid: z
    .string()
    .regex(fieldGuid, 'must be lower-case letters, digits and underscores')
    .nullish()
    .transform((guid) => guid ?? undefined),
  label: text.refine((label) => label.trim() !== '', 'is required'),
  benchside: extrasInput(type),
});

/** A field in a request, with what its type takes. */
export type StepFormFieldInput = {
  /** One of `fieldTypes`; a field of another type comes from another site. */
  field_type: string;
  /** Made when absent. */
  field_guid?: string;
  label: string;
  required?: boolean;
  /** `1` or `0` for a Checkbox. */
  placeholder?: string;
  textarea?: string;
  /** Choices, or limits of numbers. */
  options?: readonly string[] | Readonly<Record<string, number | boolean>>;
  /** Without it, a field keeps what it has. */
  benchside?: FieldExtras | null;
};

/** A field as it is stored, as far as its type has it. */
interface ReadField {
  field_guid?: string | undefined;
  label?: string;
  required?: boolean;
  placeholder?: string;
  textarea?: string;
  options?: unknown;
  benchside?: FieldExtras | null | undefined;
}

/** The properties of a field that is a choice. Those that fail have to be among its choices. */
const choiceField = (type: 'Radios' | 'Select') =>
  z
    .object({ ...common(type), required: flag, options: choices })
    .refine(({ options, benchside }) => benchside?.fails?.every((one) => options.includes(one)) ?? true, {
      path: ['benchside', 'fails'],
      message: 'must be among the choices',
    });

/** The properties that a request may set on a field, by its type; others are ignored (CONTRACT 9). */
export const fieldInputs: Record<FieldType, z.ZodType<ReadField>> = {
  'Text Input': z.object({ ...common('Text Input'), required: flag, placeholder: line }),
  'Text Area': z.object({ ...common('Text Area'), required: flag, textarea: text }),
  Checkbox: z.object({ ...common('Checkbox'), placeholder: flag.transform((on) => (on ? '1' : '0')) }),
  'Numeric Input': z.object({
    ...common('Numeric Input'),
    required: flag,
    placeholder: line,
    options: options
      .transform((value) => value ?? {})
      .pipe(numericOptions)
      .optional()
      .transform((value) => value ?? numericOptions.parse({})),
  }),
  Radios: choiceField('Radios'),
  Select: choiceField('Select'),
  Image: z.object({ ...common('Image'), required: flag }),
};
