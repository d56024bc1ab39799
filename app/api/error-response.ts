import { AppError } from '../../shared/errors.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import { fromStore } from '../disk-error.ts';
import type { Logger } from '../log.ts';

/** HTTP statuses by error code; no other file knows them (CONTRACT 2.2). */
export const httpStatuses: Record<ErrorCode, number> = {
  'bad-json': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'other-history': 412,
  invalid: 422,
  'too-large': 422,
  unavailable: 503,
  incompatible: 500,
  internal: 500,
};

export interface ErrorAnswer {
  status: number;
  body: unknown;
  headers: Record<string, string>;
  /** True if the rest of the request was not read. */
  unread?: boolean;
}

/**
 * Returns the answer for an error (CONTRACT 2.1). An error that is no `AppError` is a bug: it is logged with its details, which
 * the answer omits.
 */
export function errorAnswer(error: unknown, log: Logger): ErrorAnswer {
  const known = error instanceof AppError ? error : fromStore(error);
  if (!known) {
    log.error({ err: error }, 'unexpected error');
    return {
      status: 500,
      body: {
        error: true,
        message: 'Something went wrong in Benchside. Nothing was changed; the log says more.',
      },
      headers: {},
    };
  }
  if (known.cause) log.warn({ err: known }, known.message);
  const { code, details, message } = known;
  if (code === 'conflict') {
    return { status: 409, body: details.current, headers: {} };
  }
  const status = httpStatuses[code];
  // The Android app cannot read a 422 without `errors` (CONTRACT 2.1).
  const errors =
    details.errors ?? (status === 422 ? [{ field: 'body', message, code: 'invalid' }] : undefined);
  return {
    status,
    body: {
      error: true,
      message,
      ...(errors ? { errors } : {}),
      ...(details.requiredPrivileges ? { requiredPrivileges: details.requiredPrivileges } : {}),
    },
    headers: {
      ...(details.allow ? { Allow: details.allow.join(', ') } : {}),
      ...(code === 'unavailable' ? { 'Retry-After': String(details.retryAfter ?? 30) } : {}),
    },
    unread: details.unread === true,
  };
}
