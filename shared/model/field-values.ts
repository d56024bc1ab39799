import { z } from 'zod';

/** A value of a field in one job. `time`: UNIX seconds of the job's start. */
export const fieldValue = z.object({
  entryid: z.int(),
  workorderid: z.string(),
  time: z.number(),
  value: z.string(),
  /** Outside of the limits that the field had when the value was entered. */
  outside: z.boolean(),
});
export type FieldValueOfJob = z.infer<typeof fieldValue>;

/** A field of a guide's forms with its values, oldest first. Revisions of a field are one. */
export const fieldReport = z.object({
  stepid: z.int().nullable(),
  label: z.string(),
  /** One of `fieldTypes`, or what another site has; empty if the form is not known here. */
  field_type: z.string(),
  /** Of the newest value. */
  lowest: z.number().optional(),
  highest: z.number().optional(),
  unit: z.string().optional(),
  noFails: z.literal(true).optional(),
  fails: z.array(z.string()).optional(),
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
