import { AppError } from '../../shared/errors.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { Logger } from '../log.ts';

/** The only place that knows statuses (CONTRACT 2.2). */
export const statusOf: Record<ErrorCode, number> = {
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
  /** Whether the rest of the request was not read. */
  unread?: boolean;
}

/** Error to answer (CONTRACT 2.1). What is not an `AppError` is our bug: logged whole, told to nobody. */
export function errorAnswer(error: unknown, log: Logger): ErrorAnswer {
  const known = error instanceof AppError ? error : fromDisk(error);
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
  const status = statusOf[code];
  // The Android app cannot read a 422 without them (CONTRACT 2.1).
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

/** SQLite tells no more of a used-up quota than that it could not write. */
const noRoom: ReadonlySet<unknown> = new Set([
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
]);

/** A full disk is a state of the machine that the person can change, not a bug. */
export function fromDisk(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (noRoom.has(error.code)) {
    return new AppError(
      'unavailable',
      'The disk is full, so this could not be saved. Nothing was changed. Free some space and try again.',
      {},
      error,
    );
  }
  return undefined;
}
