import { z } from 'zod';

/**
 * Returns a schema of records with at most `max` names. It counts them before it reads any, as lists with a `max` do: zod makes an
 * issue of each wrong value, and a record has no limit of its own.
 */
export const limitedRecord = <Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  key: Key,
  value: Value,
  max: number,
) => {
  const record = z.record(key, value);
  return z
    .preprocess((given: z.input<typeof record>, context) => {
      if (isObject(given) && Object.keys(given).length > max)
        context.addIssue({ code: 'custom', message: `must have at most ${max} items` });
      return given;
    }, record)
    .meta({ maxProperties: max });
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
