import type { z } from 'zod';

import { AppError } from '../shared/errors.ts';
import type { FieldError } from '../shared/errors.ts';
import { limits } from '../shared/limits.ts';

/** Parses input with a schema. @throws AppError `invalid` that names wrong fields, as many as an answer may */
export function parseInput(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return {};
  const result = schema.safeParse(value, { error: plainRefusal });
  if (result.success) return result.data;
  const named = result.error.issues.slice(0, limits.answer.errors.max);
  const errors = named.map((issue) => fieldError(issue, value));
  const message = errors.map((error) => `${error.field}: ${error.message}`).join('; ');
  throw new AppError('invalid', message, { errors });
}

/** Returns whether a flag in a query is set: it is if present, unless it is `false` or `0` (CONTRACT 1.3). */
export const isFlagSet = (value: string | null): boolean =>
  value !== null && value !== 'false' && value !== '0';

function fieldError(issue: z.core.$ZodIssue, value: unknown): FieldError {
  const [head, ...rest] = issue.path;
  const field = head === undefined ? 'body' : String(head);
  const index = rest.find((part) => typeof part === 'number');
  const missing =
    (issue.code === 'invalid_type' || issue.code === 'invalid_union') &&
    issue.path.reduce<unknown>((at, key) => (isRecord(at) ? at[String(key)] : undefined), value) ===
      undefined;
  return {
    field,
    message: missing ? 'is required' : (rest.length > 0 ? `${rest.join('.')}: ` : '') + issue.message,
    code: missing ? 'missing_field' : 'invalid',
    ...(index === undefined ? {} : { index }),
  };
}

/** Says what people often get wrong in words that `phrase` can translate; everything else in those of zod. */
const plainRefusal: z.core.$ZodErrorMap = (issue) => {
  const isText = 'origin' in issue && issue.origin === 'string';
  const isList = 'origin' in issue && issue.origin === 'array';
  if (issue.code === 'too_big') {
    if (isText) return `must have at most ${issue.maximum} characters`;
    return isList ? `must have at most ${issue.maximum} items` : `must be ${issue.maximum} or less`;
  }
  if (issue.code === 'too_small') {
    if ((isText || isList) && Number(issue.minimum) === 1) return 'must not be empty';
    if (isText) return `must have at least ${issue.minimum} characters`;
    return isList ? undefined : `must be ${issue.minimum} or more`;
  }
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.map(String).join(', ')}`;
  return issue.code === 'invalid_format' && issue.format === 'email'
    ? 'must be an e-mail address'
    : undefined;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
