import type { FieldExtras } from '../../../shared/model/field-extras.ts';
import { fieldInputs, isFieldType } from '../../../shared/model/step-form-input.ts';
import type { StepFormFieldInput } from '../../../shared/model/step-form-input.ts';
import type { FieldType } from '../../../shared/model/field-type.ts';
import type { StepForm, StepFormField } from '../../../shared/model/step-form.ts';
import { choicesOf, isObligatory, isRequired, limitsOf } from '../../../shared/model/step-form.ts';
import { numeral } from '../../../shared/numeral.ts';
import { plainDigits, readNumeral } from '../../numerals.ts';
import type { FieldKind } from './field-kinds.ts';
import { formTexts } from './texts.ts';

export const limitNames = ['limit_min', 'limit_max', 'limit_decimals'] as const;
export type LimitName = (typeof limitNames)[number];

/** A choice of a field; `fails` if it is out of limits. */
export interface BuilderChoice {
  text: string;
  fails: boolean;
}

export const emptyChoice: BuilderChoice = { text: '', fails: false };

/** A field in the form builder. */
export interface BuilderField {
  key: string;
  /** The same in all revisions of the form; null before the field is saved. */
  field_guid: string | null;
  /** One of `fieldTypes`; another site may have more. */
  field_type: string;
  label: string;
  required: boolean;
  /** Only for short and long texts and numbers. */
  placeholder: string;
  checked: boolean;
  choices: BuilderChoice[];
  /** "No" is out of limits. */
  noFails: boolean;
  /** As typed, in the person's locale; null if the limit is off. */
  limits: Record<LimitName, string | null>;
  /** Limits that mark a number; as typed, empty if there is none. */
  lowest: string;
  highest: string;
  unit: string;
  date: boolean;
  signature: boolean;
  several: boolean;
  notApplicable: boolean;
}

/** A form in the form builder; `basedOn` is the form_revisionid that it started from. */
export interface FormValue {
  basedOn: number | null;
  /** The step must not be skipped. */
  obligatory: boolean;
  fields: BuilderField[];
}

export const hasChoices = (type: string): boolean => type === 'Radios' || type === 'Select';

/** Returns the kind of a field; a type that is made elsewhere as it is. */
export function kindOf({ field_type, date, signature }: BuilderField): FieldKind | string {
  if (date) return 'Date';
  return signature ? 'Signature' : field_type;
}

export function newField(kind: FieldKind): BuilderField {
  if (kind === 'Date') return { ...emptyField('Text Input'), date: true };
  return kind === 'Signature' ? { ...emptyField('Image'), signature: true } : emptyField(kind);
}

/** A draft of an earlier version lacks newer properties. */
export const completeForm = (
  form: Omit<FormValue, 'obligatory'> & Partial<Pick<FormValue, 'obligatory'>>,
): FormValue => ({
  ...form,
  obligatory: form.obligatory ?? false,
  fields: form.fields.map((field) => ({
    ...emptyField('Text Input'),
    ...field,
    choices: field.choices.map((choice: BuilderChoice | string) =>
      typeof choice === 'string' ? { text: choice, fails: false } : choice,
    ),
  })),
});

const emptyField = (field_type: FieldType): BuilderField => ({
  key: crypto.randomUUID(),
  field_guid: null,
  field_type,
  label: '',
  required: false,
  placeholder: '',
  checked: false,
  choices: hasChoices(field_type) ? [emptyChoice, emptyChoice] : [],
  noFails: false,
  limits: { limit_min: null, limit_max: null, limit_decimals: null },
  lowest: '',
  highest: '',
  unit: '',
  date: false,
  signature: false,
  several: false,
  notApplicable: false,
});

function readField(field: StepFormField): BuilderField {
  const limits = limitsOf({ ...field, options: field.field_type === 'Numeric Input' ? field.options : '' });
  const { lowest, highest, unit = '', ...kinds } = field.benchside ?? {};
  const { date = false, signature = false, several = false, notApplicable = false } = kinds;
  const { noFails = false, fails = [] } = kinds;
  return {
    key: field.field_guid,
    field_guid: field.field_guid,
    field_type: field.field_type,
    label: field.label,
    required: isRequired(field),
    placeholder: field.field_type === 'Text Area' ? field.textarea : field.placeholder,
    checked: field.placeholder === '1',
    choices: hasChoices(field.field_type)
      ? choicesOf(field).map((text) => ({ text, fails: fails.includes(text) }))
      : [],
    noFails,
    limits: {
      limit_min: limits.limit_min ? numeral(String(limits.min)) : null,
      limit_max: limits.limit_max ? numeral(String(limits.max)) : null,
      limit_decimals: limits.limit_decimals ? numeral(String(limits.decimals)) : null,
    },
    lowest: lowest === undefined ? '' : numeral(String(lowest)),
    highest: highest === undefined ? '' : numeral(String(highest)),
    unit,
    date,
    signature,
    several,
    notApplicable,
  };
}

export const readForm = (form: StepForm | null): FormValue => ({
  basedOn: form?.form_revisionid ?? null,
  obligatory: form !== null && isObligatory(form),
  fields: (form?.fields ?? []).map(readField),
});

const limitKeys = { limit_min: 'min', limit_max: 'max', limit_decimals: 'decimals' } as const;

function numericOptions(limits: BuilderField['limits']): Record<string, number | boolean> {
  return Object.fromEntries(
    limitNames.flatMap((name) => {
      const limit = limitOf(limits[name]);
      return limit === null ? [] : Object.entries({ [name]: true, [limitKeys[name]]: limit });
    }),
  );
}

/** Parses a limit; null if it is empty or not a number. */
function limitOf(typed: string | null): number | null {
  const read = typed ? readNumeral(typed) : null;
  return read && 'plain' in read ? Number(read.plain) : null;
}

/** Reduces the input for the number of decimals to one digit up to 8. */
export const decimalsTyped = (typed: string): string =>
  numeral(plainDigits(typed).replaceAll(/\D/g, '').slice(-1).replace('9', '8'));

/** Returns a field as a request has it (CONTRACT 9), with only the properties of its type. */
export function writeField(field: BuilderField, obligatory = false): StepFormFieldInput {
  const { field_type, field_guid, label, required, placeholder, checked, choices, limits } = field;
  const common = {
    field_type,
    label: label.trim(),
    benchside: extrasOf(field, obligatory),
    ...(field_guid === null ? {} : { field_guid }),
  };
  switch (field_type) {
    case 'Checkbox':
      return { ...common, placeholder: checked ? '1' : '0' };
    case 'Text Area':
      return { ...common, required, textarea: placeholder };
    case 'Numeric Input':
      return { ...common, required, placeholder, options: numericOptions(limits) };
    case 'Radios':
    case 'Select':
      return { ...common, required, options: choices.map(({ text }) => text.trim()) };
    case 'Image':
      return { ...common, required };
    default:
      return { ...common, required, placeholder };
  }
}

/** Returns a form's fields as a request has them. */
export const writeFields = ({ fields, obligatory }: FormValue): StepFormFieldInput[] =>
  fields.map((field) => writeField(field, obligatory));

/** Makes the step of a form obligatory or not. A form cannot say so without a field, so an empty one gets a check box. */
export const withObligatory = (form: FormValue, obligatory: boolean): FormValue => ({
  ...form,
  obligatory,
  fields:
    obligatory && form.fields.length === 0
      ? [{ ...newField('Checkbox'), label: formTexts.obligatory.done }]
      : form.fields,
});

/** Returns what a field has beyond the contract, as its type has it. */
function extrasOf(field: BuilderField, obligatory: boolean): FieldExtras | null {
  const { field_type, required, unit, date, signature, several, notApplicable } = field;
  const fails = field.choices.filter((choice) => choice.fails).map(({ text }) => text.trim());
  const [lowest, highest] = [limitOf(field.lowest), limitOf(field.highest)];
  const extras: FieldExtras = {
    ...(field_type === 'Numeric Input' && lowest !== null ? { lowest } : {}),
    ...(field_type === 'Numeric Input' && highest !== null ? { highest } : {}),
    ...(field_type === 'Numeric Input' && unit.trim() !== '' ? { unit: unit.trim() } : {}),
    ...(field_type === 'Checkbox' && required ? { required } : {}),
    ...(field_type === 'Checkbox' && field.noFails ? { noFails: true } : {}),
    ...(hasChoices(field_type) && fails.length > 0 ? { fails } : {}),
    ...(date ? { date } : {}),
    ...(signature ? { signature } : {}),
    ...(several ? { several } : {}),
    ...(notApplicable ? { notApplicable } : {}),
    ...(obligatory ? { obligatory } : {}),
  };
  return Object.keys(extras).length > 0 ? extras : null;
}

/** Returns why a field cannot be saved; null if it can. Fields of types that are made elsewhere stay as they are. */
export function checkField(field: BuilderField): string | null {
  const words = formTexts.check;
  for (const name of limitNames) {
    const typed = field.limits[name];
    const read = typed ? readNumeral(typed) : null;
    if (read && 'problem' in read) return words.limit(formTexts.limits[name], read.problem);
  }
  for (const name of ['lowest', 'highest'] as const) {
    const read = field[name] ? readNumeral(field[name]) : null;
    if (read && 'problem' in read) return words.limit(formTexts.pass[name], read.problem);
  }
  if (!isFieldType(field.field_type)) return null;
  const [issue] = fieldInputs[field.field_type].safeParse(writeField(field)).error?.issues ?? [];
  if (!issue) return null;
  if (issue.code === 'too_big') return words.long(Number(issue.maximum));
  if (issue.path[0] === 'benchside') return words.pass;
  if (issue.path[0] !== 'options') return words.label;
  return hasChoices(field.field_type) ? words.choice : words.range;
}

/** Returns the field as a run shows it. */
export const previewOf = (field: BuilderField, index: number): StepFormField => {
  const choices = [...new Map(field.choices.map((choice) => [choice.text.trim(), choice])).values()].filter(
    ({ text }) => text.trim() !== '',
  );
  const written = writeField({ ...field, choices });
  return {
    field_guid: field.key,
    field_revisionid: -(index + 1),
    field_type: field.field_type,
    label: field.label || formTexts.field(index + 1),
    required: field.required,
    placeholder: field.field_type === 'Checkbox' ? (field.checked ? '1' : '0') : field.placeholder,
    textarea: field.placeholder,
    options: JSON.stringify(written.options ?? []),
    benchside: written.benchside ?? null,
  };
};

export const sameFields = (a: FormValue, b: FormValue): boolean =>
  JSON.stringify(writeFields(a)) === JSON.stringify(writeFields(b));
