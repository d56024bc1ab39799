import { z } from 'zod';

/**
 * Yields the paths of keys that a schema of loose objects does not name, such as `guides[].colour`. Skips objects that
 * only refer to a resource by id.
 */
export function* unknownKeys(schema: unknown, value: unknown, path = ''): Generator<string> {
  if (schema instanceof z.ZodObject && isRecord(value)) {
    const shape: Record<string, unknown> = schema.shape;
    for (const [key, item] of Object.entries(value)) {
      const place = path === '' ? key : `${path}.${key}`;
      if (Object.hasOwn(shape, key)) yield* unknownKeys(shape[key], item, place);
      else yield place;
    }
  } else if (schema instanceof z.ZodArray && Array.isArray(value)) {
    for (const item of value) yield* unknownKeys(schema.element, item, `${path}[]`);
  } else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    yield* unknownKeys(schema.unwrap(), value, path);
  } else if (schema instanceof z.ZodPipe) {
    // The schema of the input comes first in a pipe, except after a preprocessing step.
    yield* unknownKeys(schema.in instanceof z.ZodTransform ? schema.out : schema.in, value, path);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
