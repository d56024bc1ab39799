import type { z } from 'zod';

import { AppError } from '../shared/errors.ts';
import type { FieldError } from '../shared/errors.ts';

/** Parses input with a schema. @throws AppError `invalid` that names every wrong field */
export function parseInput(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return {};
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) => fieldError(issue, value));
  const message = errors.map((error) => `${error.field}: ${error.message}`).join('; ');
  throw new AppError('invalid', message, { errors });
}

function fieldError(issue: z.core.$ZodIssue, value: unknown): FieldError {
  const [head, ...rest] = issue.path;
  const field = head === undefined ? 'body' : String(head);
  const index = rest.find((part) => typeof part === 'number');
  const missing =
    issue.code === 'invalid_type' &&
    issue.path.reduce<unknown>((at, key) => (isRecord(at) ? at[String(key)] : undefined), value) ===
      undefined;
  return {
    field,
    message: missing ? 'is required' : (rest.length > 0 ? `${rest.join('.')}: ` : '') + issue.message,
    code: missing ? 'missing_field' : 'invalid',
    ...(index === undefined ? {} : { index }),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
