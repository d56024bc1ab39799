import type { FieldError } from '../../shared/errors.ts';
import { phrase } from '../../shared/phrase.ts';
import { texts } from '../texts.ts';

/** The API refused the request, or nothing answered (`status` 0). `message` is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly errors: readonly FieldError[];

  constructor(status: number, message: string, errors: readonly FieldError[] = [], cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.errors = errors;
  }
}

/** Returns the error for an answer with a failure status. */
export function errorIn(status: number, answer: unknown): ApiError {
  const { message, errors } = problemOf(answer);
  return new ApiError(status, message ?? texts.errors.unexpectedAnswer(status), errors);
}

function problemOf(answer: unknown): { message?: string; errors: FieldError[] } {
  if (typeof answer !== 'object' || answer === null) return { errors: [] };
  const message =
    'message' in answer && typeof answer.message === 'string' ? { message: answer.message } : {};
  const errors = 'errors' in answer && Array.isArray(answer.errors) ? (answer.errors as FieldError[]) : [];
  return { ...message, errors };
}

export const errorStatus = (error: unknown): number => (error instanceof ApiError ? error.status : 0);

export const fieldErrorsOf = (error: unknown): readonly FieldError[] =>
  error instanceof ApiError ? error.errors.map((one) => ({ ...one, message: phrase(one.message) })) : [];

export const errorMessage = (error: unknown): string =>
  error instanceof Error && error.message ? phrase(error.message) : texts.errors.unexpected;
