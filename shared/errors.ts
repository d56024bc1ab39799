import { limits } from './limits.ts';

/** Kinds of failure. The core throws these; only `app/api/error-response.ts` knows which HTTP status belongs to a code. */
export type ErrorCode =
  | 'bad-json'
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  /** The request builds on a history that this hub lost when it was restored from a backup. */
  | 'other-history'
  | 'too-large'
  | 'unavailable'
  | 'incompatible'
  | 'internal';

/** One field that was refused (`errors` of a 422 body; CONTRACT 2.1). */
export interface FieldError {
  message: string;
  field: string;
  code: 'missing_field' | 'invalid' | 'unknown_field' | 'already_exists';
  index?: number;
}

export interface ErrorDetails {
  /** Refused fields, for `invalid`. */
  errors?: FieldError[];
  /** Privileges of which one would have been enough, for `forbidden`. */
  requiredPrivileges?: string[];
  /** The current version of the resource, for `conflict`. It is the whole body of the answer. */
  current?: unknown;
  /** Seconds to wait, for `unavailable`; 30 unless given. */
  retryAfter?: number;
  /** What a person has to confirm before the same request is carried out. */
  confirm?: 'removals';
  /** Set if the rest of the request's body was not read. */
  unread?: true;
  /** Methods that the address accepts, for `method-not-allowed`. */
  allow?: string[];
}

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  /** Shortens the message and the errors, which may quote a whole request body: answers, logs and screens show them. */
  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, cause?: unknown) {
    const { message: longest, errors: most, field: longestField } = limits.answer;
    super(cut(message, longest.max), cause === undefined ? undefined : { cause });
    this.code = code;
    const errors = details.errors?.slice(0, most.max).map((error) => ({
      ...error,
      message: cut(error.message, longest.max),
      field: cut(error.field, longestField.max),
    }));
    this.details = errors ? { ...details, errors } : details;
  }
}

/** Cuts what another program said to as much as people are shown. */
export const shortened = (message: string): string => cut(message, limits.answer.message.max);

const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;

/** 404 with the text that existing clients search for, such as `Guide not found` (CONTRACT 2.3). */
export const notFound = (what: string): AppError => new AppError('not-found', `${what} not found`);

export const unauthorized = (message = 'Authentication required'): AppError =>
  new AppError('unauthorized', message);

export const forbidden = (message: string, requiredPrivileges?: string[]): AppError =>
  new AppError('forbidden', message, requiredPrivileges ? { requiredPrivileges } : {});

/** 422 for one field. */
export const invalid = (field: string, message: string, code: FieldError['code'] = 'invalid'): AppError =>
  new AppError('invalid', message, { errors: [{ field, message, code }] });

/** @param current the newest version of the resource, which is the body of the 409 (CONTRACT 1.6) */
export const conflict = (current: unknown): AppError =>
  new AppError('conflict', 'This was changed meanwhile. Read it again, then make your change.', { current });

/** 503: the request needs the site, which cannot be reached. */
export const unavailable = (message: string, cause?: unknown): AppError =>
  new AppError('unavailable', message, {}, cause);
