import { z } from 'zod';

import { limits } from '../limits.ts';
import type { FieldType } from './field-type.ts';

/**
 * What a field of a form has beyond the contract, as `benchside` of the field (decision 0049). Other clients see a plain
 * field: a date is a text, a signature a picture, and limits refuse no value.
 */
export const fieldExtras = z.object({
  /** A Numeric Input: the lowest and highest value that passes. A value outside is saved, and marked as out of limits. */
  lowest: z.number().optional(),
  highest: z.number().optional(),
  unit: z.string().trim().min(1).max(limits.form.unit.max).optional(),
  /** A Text Input that takes a date, `2026-11-24`. */
  date: z.literal(true).optional(),
  /** A Checkbox that has to be answered, yes or no. The contract has no required check boxes. */
  required: z.literal(true).optional(),
  /** A Checkbox whose "No" is out of limits. */
  noFails: z.literal(true).optional(),
  /** Radios or Select: the choices that are out of limits. */
  fails: z.array(z.string().max(limits.form.label.max)).min(1).max(limits.form.choices.max).optional(),
  /** An Image that is drawn by hand. */
  signature: z.literal(true).optional(),
  /** An Image that takes several pictures; its value is their ids with commas between them. */
  several: z.literal(true).optional(),
  /** The field may be answered with `notApplicable`, whatever its type. */
  notApplicable: z.literal(true).optional(),
  /** The step of the form is obligatory. Any field may say so, because a form has no place for it. */
  obligatory: z.literal(true).optional(),
});
export type FieldExtras = z.infer<typeof fieldExtras>;

const perType: Partial<Record<FieldType, readonly (keyof FieldExtras)[]>> = {
  'Text Input': ['date'],
  'Numeric Input': ['lowest', 'highest', 'unit'],
  Checkbox: ['required', 'noFails'],
  Radios: ['fails'],
  Select: ['fails'],
  Image: ['signature', 'several'],
};

/** Reads the extras of a field in a request; null has none, undefined leaves them as they are. */
export const extrasInput = (type: FieldType) =>
  fieldExtras
    .refine(({ lowest, highest }) => !(lowest !== undefined && highest !== undefined && lowest > highest), {
      path: ['lowest'],
      message: 'must not be above the highest value',
    })
    .transform((extras): FieldExtras | null => {
      const taken = new Set<string>([...(perType[type] ?? []), 'notApplicable', 'obligatory']);
      const kept = Object.entries(extras).filter(([name, value]) => value !== undefined && taken.has(name));
      return kept.length > 0 ? Object.fromEntries(kept) : null;
    })
    .nullish();

/** The value of a field that does not apply. */
export const notApplicable = 'n/a';

export const isNotApplicable = (extras: FieldExtras | null | undefined, value: unknown): boolean =>
  extras?.notApplicable === true && value === notApplicable;

/** The limits of a value and whether it is outside of them. */
export const judgement = z.object({
  lowest: z.number().optional(),
  highest: z.number().optional(),
  unit: z.string().optional(),
  noFails: z.literal(true).optional(),
  fails: z.array(z.string()).optional(),
  outside: z.boolean(),
});
export type Judgement = z.infer<typeof judgement>;

/** Judges a stored value by the limits of its field; undefined where there is nothing to say. */
export function judge(extras: FieldExtras | null | undefined, value: string): Judgement | undefined {
  if (value.trim() === '' || isNotApplicable(extras, value)) return undefined;
  const { lowest, highest, unit, noFails, fails } = extras ?? {};
  if (noFails) return { noFails, outside: value === '0' };
  if (fails) return { fails, outside: fails.includes(value) };
  const number = Number(value);
  if (lowest === undefined && highest === undefined && unit === undefined) return undefined;
  if (Number.isNaN(number)) return undefined;
  const outside = (lowest !== undefined && number < lowest) || (highest !== undefined && number > highest);
  return {
    ...(lowest === undefined ? {} : { lowest }),
    ...(highest === undefined ? {} : { highest }),
    ...(unit === undefined ? {} : { unit }),
    outside,
  };
}

/** The year of a date that is being typed is 0002, 0020 and 0202 before it is 2026. */
const day = /^([1-9]\d{3})-(\d\d)-(\d\d)$/;

/** Returns whether the text is a day of the calendar such as `2026-11-24`, of a year from 1000. */
export function isDate(text: string): boolean {
  if (!day.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Returns the ids in the value of an Image field. */
export const imageids = (value: string): number[] =>
  /^-?\d{1,15}(,-?\d{1,15})*$/.test(value) ? value.split(',').map(Number) : [];
