import type { FieldInput, FieldValue, StepForm, StepFormField } from '../../../shared/model/step-form.ts';
import { readValue } from '../../../shared/model/step-form.ts';
import type { WorkValue } from '../../../shared/model/work-log.ts';
import { numeral, readNumeral } from '../../numerals.ts';

/** How a value that was typed stands with the API. */
export type SaveState =
  | { kind: 'saving' }
  /** `at` in milliseconds of the page's own clock. */
  | { kind: 'saved'; at: number }
  /** Nothing answered, or it may not be changed just now; it is kept and sent again. */
  | { kind: 'waiting'; message: string }
  /** It breaks the field's rules: what was stored before still is. */
  | { kind: 'refused'; message: string };

export interface Draft {
  /** As typed. */
  input: FieldInput | null;
  state: SaveState;
}

export type Drafts = ReadonlyMap<number, Draft>;

export const storedValue = (data: readonly WorkValue[], field_revisionid: number): WorkValue | undefined =>
  data.find((item) => item.field_revisionid === field_revisionid);

/**
 * What a field shows: what is typed, until a run that was read after it was saved holds something else.
 *
 * @param readAt when `stored` was read: the answer to saving may reach the screen later than that it was saved
 */
export function inputOf(
  field: StepFormField,
  draft: Draft | undefined,
  stored: string | undefined,
  readAt: number,
): FieldInput {
  const shown = wordsOfValue(field.field_type, stored ?? '');
  if (!draft) return shown;
  if (draft.state.kind !== 'saved' || readAt <= draft.state.at) return draft.input ?? '';
  const read = enteredValue(field, draft.input);
  const same = 'value' in read && read.value === (stored ?? '');
  return same ? (draft.input ?? '') : shown;
}

/** A stored value as people write it. */
export const wordsOfValue = (field_type: string, value: string): string =>
  field_type === 'Numeric Input' ? numeral(value) : value;

/** What somebody entered as the API stores it, or why the field does not take it. An empty text removes a value. */
export function enteredValue(field: StepFormField, input: FieldInput | null): FieldValue {
  if (input === null || input === '') return { value: '' };
  if (field.field_type !== 'Numeric Input') return readValue(field, input);
  const read = readNumeral(String(input));
  return 'plain' in read ? readValue(field, read.plain) : read;
}

/**
 * A form may change while a run uses it: a step whose values are of an older revision keeps that one, by which the
 * run is judged. One field of each such form, to ask for it.
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

/** The forms of a run: those of today, but for steps that are filled in by an older one. */
export function formsInRun(current: readonly StepForm[], older: readonly StepForm[]): StepForm[] {
  const replaced = new Set(older.map(({ stepid }) => stepid));
  return [...current.filter(({ stepid }) => !replaced.has(stepid)), ...older];
}

/** What was typed and refused, by field_revisionid. */
export const refusedTexts = (drafts: Drafts): Record<string, string> =>
  Object.fromEntries(
    [...drafts].flatMap(([id, { input, state }]) =>
      state.kind === 'refused' && typeof input === 'string' ? [[id, input]] : [],
    ),
  );

/** A field that keeps a run from being finished, and why. */
export interface OpenField {
  stepid: number;
  field: StepFormField;
  reason: 'missing' | 'refused' | 'waiting';
}

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
        field.required && state !== 'saving' && !storedValue(data, field.field_revisionid)?.value;
      return missing ? [{ stepid, field, reason: 'missing' }] : [];
    }),
  );
}
