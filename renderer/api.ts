import type { FieldError } from '../shared/errors.ts';
import { pageMark } from '../shared/page-mark.ts';
import { texts } from './texts.ts';
import { phrase } from './phrase.ts';

/** The API said no, or nothing answered (`status` 0). `message` is for people. */
class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly errors: readonly FieldError[];

  constructor(status: number, message: string, errors: readonly FieldError[] = [], cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.errors = errors;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Call {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  file?: Blob;
  signal?: AbortSignal;
}

let person: number | undefined;

/** Whose window this is: an edit that comes late, when another person has taken the seat, is refused as not theirs. */
export const actAs = (userid: number | undefined): void => {
  person = userid;
};

const edits = new Set<Promise<unknown>>();

/** Resolves when every edit that was sent has its answer. */
export async function editsSettled(): Promise<void> {
  while (edits.size > 0) {
    await Promise.allSettled(edits);
    // Who waited for an answer may send the next edit.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** One call of the local API. The caller names the answer's type: both ends share `shared/model`. */
export function api<T>(method: Method, path: string, details: Call = {}): Promise<T> {
  const answer = send<T>(method, path, details);
  if (method !== 'GET') {
    edits.add(answer);
    const settled = (): unknown => edits.delete(answer);
    answer.then(settled, settled);
  }
  return answer;
}

async function send<T>(method: Method, path: string, { body, file, signal }: Call): Promise<T> {
  const headers = new Headers({ [pageMark]: '1' });
  if (method !== 'GET' && person !== undefined) headers.set('X-Benchside-Person', String(person));
  const init: RequestInit = { method, headers };
  if (signal) init.signal = signal;
  if (file) init.body = file;
  if (body !== undefined) {
    headers.set('Content-Type', 'application/json');
    init.body = JSON.stringify(body);
  }
  let response: Response;
  let text: string;
  try {
    response = await fetch(`api/2.0${path}`, init);
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(0, texts.errors.noAnswer, [], cause);
  }
  const answer = parse(text);
  if (response.ok && (text === '' || answer !== undefined)) return answer as T;
  const { message, errors } = problemOf(answer);
  throw new ApiError(response.status, message ?? texts.errors.unexpectedAnswer(response.status), errors);
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function problemOf(answer: unknown): { message?: string; errors: FieldError[] } {
  if (typeof answer !== 'object' || answer === null) return { errors: [] };
  const message =
    'message' in answer && typeof answer.message === 'string' ? { message: answer.message } : {};
  const errors = 'errors' in answer && Array.isArray(answer.errors) ? (answer.errors as FieldError[]) : [];
  return { ...message, errors };
}

export const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 0);

export const fieldErrorsOf = (error: unknown): readonly FieldError[] =>
  error instanceof ApiError ? error.errors.map((one) => ({ ...one, message: phrase(one.message) })) : [];

export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message ? phrase(error.message) : texts.errors.unexpected;
