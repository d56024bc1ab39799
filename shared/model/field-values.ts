import { z } from 'zod';

import { judgement } from './field-extras.ts';

/** A value of a field in one job, with the limits that the field had when it was entered. `time`: UNIX seconds of the job's start. */
export const fieldValue = z.object({
  entryid: z.int(),
  workorderid: z.string(),
  time: z.number(),
  value: z.string(),
  ...judgement.shape,
});
export type FieldValueOfJob = z.infer<typeof fieldValue>;

/** The limits and the unit of a field in a report, and whether it takes a date: as in its newest revision. */
export const reportedExtras = judgement.omit({ outside: true }).extend({ date: z.literal(true).optional() });

/** A field of a guide's forms with its values, oldest first. Revisions of a field are one. */
export const fieldReport = z.object({
  stepid: z.int().nullable(),
  label: z.string(),
  /** One of `fieldTypes`, or what another site has; empty if the form is not known here. */
  field_type: z.string(),
  ...reportedExtras.shape,
  values: z.array(fieldValue),
});
export type FieldReport = z.infer<typeof fieldReport>;

export const valuesReport = z.object({
  title: z.string(),
  /** Number of jobs that the values come from. */
  jobs: z.int(),
  /** Older jobs of the period were left out. */
  more: z.boolean(),
  fields: z.array(fieldReport),
});
export type ValuesReport = z.infer<typeof valuesReport>;
