import { isDate, isNotApplicable } from '../../../shared/model/field-extras.ts';
import type { FieldExtras, Judgement } from '../../../shared/model/field-extras.ts';
import type { FieldInput, FieldValue, StepForm, StepFormField } from '../../../shared/model/step-form.ts';
import { isRequired, readValue } from '../../../shared/model/step-form.ts';
import type { WorkValue } from '../../../shared/model/work-log.ts';
import { numeral } from '../../../shared/numeral.ts';
import { amount, readNumeral } from '../../numerals.ts';
import { keyed } from '../../components/keyed.ts';
import type { Keyed } from '../../components/keyed.ts';
import { calendarDay, joinList } from '../../format.ts';
import { stepFormTexts } from './texts.ts';

/** The progress of storing a typed value. */
export type SaveState =
  | { kind: 'saving' }
  /** `at` in milliseconds of `performance.now()`. */
  | { kind: 'saved'; at: number }
  /** Nothing answered, or the run cannot be changed now; the value is kept and sent again. */
  | { kind: 'waiting'; message: string }
  /** The value breaks the field's rules; the value stored before stays. */
  | { kind: 'refused'; message: string };

export interface FormDraft {
  /** As typed. */
  input: FieldInput | null;
  state: SaveState;
}

export type Drafts = ReadonlyMap<number, FormDraft>;

export const storedValue = (data: readonly WorkValue[], field_revisionid: number): WorkValue | undefined =>
  data.find((item) => item.field_revisionid === field_revisionid);

/** Gives each field of a form a key by its type and label. The ids and the guid of a field that was made at a desk are replaced by the site's. */
export const keyedFields = (fields: readonly StepFormField[]): Keyed<StepFormField>[] =>
  keyed(fields, ({ field_type, label }) => `${field_type} ${label}`);

/**
 * Returns what a field shows: the typed value, until a run that was read after saving it has another value.
 *
 * @param readAt when `stored` was read; it may be from before the value was saved
 */
export function inputOf(
  field: StepFormField,
  draft: FormDraft | undefined,
  stored: string | undefined,
  readAt: number,
): FieldInput {
  const shown = shownValue(field.field_type, stored ?? '');
  if (!draft) return shown;
  if (draft.state.kind !== 'saved' || readAt <= draft.state.at) return draft.input ?? '';
  const read = enteredValue(field, draft.input);
  const same = 'value' in read && read.value === (stored ?? '');
  return same ? (draft.input ?? '') : shown;
}

/** Returns a stored value as its field shows it. */
const shownValue = (field_type: string, value: string): string =>
  field_type === 'Numeric Input' ? numeral(value) : value;

/** Formats a stored value for people who read it. `date`: its field takes a date. */
export const wordsOfValue = (field_type: string, value: string, date: boolean | undefined): string =>
  date && isDate(value) ? calendarDay(value) : shownValue(field_type, value);

/** Formats the limits of a field, of numbers with their unit; empty if there is no limit. */
export function rangeWords({ lowest, highest, unit, noFails, fails }: FieldExtras): string {
  if (noFails) return stepFormTexts.form.mustBeYes;
  if (fails) return stepFormTexts.form.mustNotBe(joinList(fails));
  const { between, atLeast, atMost } = stepFormTexts.form.limits;
  const measured = (limit: number): string => [amount(limit), unit].filter(Boolean).join(' ');
  if (lowest !== undefined && highest !== undefined) return between(amount(lowest), measured(highest));
  if (lowest !== undefined) return atLeast(measured(lowest));
  return highest === undefined ? '' : atMost(measured(highest));
}

/** Formats a stored value that has limits: a number with its unit, a choice, or the answer to a check box. */
export function judgedWords(value: string, judged: Judgement | undefined): string {
  if (judged?.noFails) return value === '0' ? stepFormTexts.form.no : stepFormTexts.form.yes;
  return judged?.fails ? value : [numeral(value), judged?.unit].filter(Boolean).join(' ');
}

/** Returns the values that are out of the limits of their fields. */
export const outOfLimits = (data: readonly WorkValue[]): WorkValue[] =>
  data.filter(({ benchside }) => benchside?.outside);

/** Returns an entered value as the API stores it, or why the field refuses it. An empty text removes a value. */
export function enteredValue(field: StepFormField, input: FieldInput | null): FieldValue {
  if (input === null || input === '') return { value: '' };
  if (field.field_type !== 'Numeric Input' || isNotApplicable(field.benchside, input))
    return readValue(field, input);
  const read = readNumeral(String(input));
  return 'plain' in read ? readValue(field, read.plain) : read;
}

/**
 * Returns one field_revisionid of each older form revision that the run uses, to fetch that form by. A run keeps the
 * revision in which a step was filled in, and is checked by it, also if the form has changed since.
 */
export function olderForms(current: readonly StepForm[], data: readonly WorkValue[]): number[] {
  const known = new Set(current.flatMap(({ fields }) => fields.map((field) => field.field_revisionid)));
  const steps = new Map<number, number>();
  for (const { stepid, field_revisionid } of data) {
    if (stepid === null || field_revisionid === null) continue;
    const formed = data.some((item) => item.stepid === stepid && known.has(item.field_revisionid ?? 0));
    if (!formed) steps.set(stepid, Math.max(field_revisionid, steps.get(stepid) ?? field_revisionid));
  }
  return [...steps.values()];
}

/** Returns the forms of a run: the current ones, except for steps that were filled in with an older revision. */
export function formsInRun(current: readonly StepForm[], older: readonly StepForm[]): StepForm[] {
  const replaced = new Set(older.map(({ stepid }) => stepid));
  return [...current.filter(({ stepid }) => !replaced.has(stepid)), ...older];
}

/** Returns the refused input, by field_revisionid. */
export const refusedTexts = (drafts: Drafts): Record<string, string> =>
  Object.fromEntries(
    [...drafts].flatMap(([id, { input, state }]) =>
      state.kind === 'refused' && typeof input === 'string' ? [[id, input]] : [],
    ),
  );

/** A field that prevents finishing a run, and why. */
export interface OpenField {
  stepid: number;
  field: StepFormField;
  reason: 'missing' | 'refused' | 'waiting' | 'preset';
}

/** Returns whether a field is a check box that its author ticked in advance (CONTRACT 9). It proves nothing until it is confirmed. */
export const isPreset = ({ field_type, placeholder }: StepFormField): boolean =>
  field_type === 'Checkbox' && placeholder === '1';

/** Returns whether a check box asks for an answer before anything is entered, so that a "No" is an answer too. */
export const asksFirst = (field: StepFormField): boolean =>
  isPreset(field) || (field.field_type === 'Checkbox' && isRequired(field));

export function openFields(
  forms: readonly StepForm[],
  data: readonly WorkValue[],
  drafts: Drafts,
): OpenField[] {
  return forms.flatMap(({ stepid, fields }) =>
    fields.flatMap((field): OpenField[] => {
      const state = drafts.get(field.field_revisionid)?.state.kind;
      if (state === 'refused' || state === 'waiting') return [{ stepid, field, reason: state }];
      const missing =
        isRequired(field) && state !== 'saving' && !storedValue(data, field.field_revisionid)?.value;
      const isUnconfirmed =
        isPreset(field) && state === undefined && !storedValue(data, field.field_revisionid);
      if (isUnconfirmed) return [{ stepid, field, reason: 'preset' }];
      return missing ? [{ stepid, field, reason: 'missing' }] : [];
    }),
  );
}
