import type { z } from 'zod';

import { AppError } from '../../shared/errors.ts';
import type { FieldError } from '../../shared/errors.ts';

const maxJsonBytes = 16 * 1024 * 1024;

/** @throws AppError `invalid` that names every field */
export function parse(schema: z.ZodType | undefined, value: unknown): unknown {
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

/** Bodies are JSON whatever their `Content-Type` says (fact sheet 1.1); none at all counts as `{}`. */
export async function jsonBody(request: Request): Promise<unknown> {
  const length = Number(request.headers.get('Content-Length') ?? 0);
  if (length > maxJsonBytes) throw new AppError('too-large', 'The body is larger than 16 MiB.');
  const text = await request.text();
  if (text.length > maxJsonBytes) throw new AppError('too-large', 'The body is larger than 16 MiB.');
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError(
      'bad-json',
      `The body is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

export function queryOf(url: URL): Record<string, string> {
  const query: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [key, value] of url.searchParams) query[key.replace(/\[\]$/, '')] = value;
  return { ...query };
}
