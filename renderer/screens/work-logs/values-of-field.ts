import { notApplicable } from '../../../shared/model/field-extras.ts';
import type { FieldReport, FieldValueOfJob, ValuesReport } from '../../../shared/model/field-values.ts';
import { csvOf, iso } from '../../features/run-report/export.ts';
import { median } from '../../features/run-report/statistics.ts';

/** A number that a job recorded. `time`: UNIX seconds. */
export interface NumberPoint {
  time: number;
  number: number;
  outside: boolean;
  order: string;
}

/** Returns the numbers of a field; empty for fields of other types. */
export const numbersOf = ({ field_type, values }: FieldReport): NumberPoint[] =>
  field_type === 'Numeric Input'
    ? values
        .map(({ time, value, outside, workorderid }) => ({
          time,
          number: Number(value),
          outside,
          order: workorderid,
        }))
        .filter(({ number }) => Number.isFinite(number))
    : [];

/** Returns how often each choice or tick was recorded, most frequent first; empty for fields of other types. */
export function countsOf({ field_type, values }: FieldReport): { value: string; n: number }[] {
  if (!['Checkbox', 'Radios', 'Select'].includes(field_type)) return [];
  return [...Map.groupBy(values, ({ value }) => value)]
    .map(([value, { length }]) => ({ value, n: length }))
    .toSorted((a, b) => b.n - a.n);
}

/** Returns the lowest, highest and middle number. */
export function spreadOf(points: readonly NumberPoint[]): {
  lowest: number;
  highest: number;
  middle: number;
} {
  const numbers = points.map(({ number }) => number);
  return { lowest: Math.min(...numbers), highest: Math.max(...numbers), middle: median(numbers) ?? 0 };
}

/** Returns the values out of limits, newest first. */
export const outsideOf = ({ fields }: ValuesReport): { field: FieldReport; value: FieldValueOfJob }[] =>
  fields
    .flatMap((field) => field.values.filter(({ outside }) => outside).map((value) => ({ field, value })))
    .toSorted((a, b) => b.value.time - a.value.time);

export const saysNotApplicable = (value: string): boolean => value === notApplicable;

const head = [
  'entryid',
  'work_order',
  'started',
  'stepid',
  'field',
  'type',
  'value',
  'unit',
  'lowest',
  'highest',
  'out_of_limits',
];

/** Returns CSV: a line per value. */
export const valuesCsv = ({ fields }: ValuesReport): string =>
  csvOf([
    head,
    ...fields.flatMap(({ stepid, label, field_type, values }) =>
      values.map(
        ({ entryid, workorderid, time, value, unit = '', lowest = null, highest = null, outside }) => [
          entryid,
          workorderid,
          iso(time),
          stepid,
          label,
          field_type,
          value,
          unit,
          lowest,
          highest,
          outside ? 'yes' : 'no',
        ],
      ),
    ),
  ]);
