import { pageMark } from '../../shared/page-mark.ts';
import { person } from '../state/person.ts';
import { texts } from '../texts.ts';
import { ApiError, errorIn } from './errors.ts';
import type { Answer, Call, Route } from './types.ts';

/** The request of any route. */
interface Sent {
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, unknown>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as the body. */
  file?: Blob;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

const edits = new Set<Promise<unknown>>();

/** Resolves when every sent edit has its answer. */
export async function editsSettled(): Promise<void> {
  while (edits.size > 0) {
    await Promise.allSettled(edits);
    // Code that waited for an answer may send the next edit.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/**
 * Calls the local API. The types of the call and of the answer come from the definition of the route's endpoint.
 *
 * @throws ApiError
 */
export function api<R extends Route>(
  route: R,
  ...call: Record<never, never> extends Call<R> ? [Call<R>?] : [Call<R>]
): Promise<Answer<R>>;
export function api(route: Route, call: Sent = {}): Promise<unknown> {
  const answer = send(route, call);
  if (!route.startsWith('GET ')) {
    edits.add(answer);
    const settled = (): unknown => edits.delete(answer);
    answer.then(settled, settled);
  }
  return answer;
}

async function send(route: Route, call: Sent): Promise<unknown> {
  const [method = '', path = ''] = route.split(' ');
  const { body, file, signal } = call;
  const headers = new Headers({ ...call.headers, [pageMark]: '1' });
  const { userid } = person.getState();
  if (method !== 'GET' && userid !== undefined) headers.set('X-Benchside-Person', String(userid));
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
    response = await fetch(`api/2.0${addressOf(path, call)}`, init);
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(0, texts.errors.noAnswer, [], cause);
  }
  const answer = parse(text);
  if (response.ok && (text === '' || answer !== undefined)) return answer;
  throw errorIn(response.status, answer);
}

/**
 * Returns the path with its parameters (`imageid` for `{imageid/guid}`) and the query. A flag is sent without a value, or
 * not at all; a list is joined with commas.
 */
function addressOf(path: string, { params = {}, query = {} }: Sent): string {
  const filled = path.replace(/\{(\w+)[^}]*\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== false) search.set(name, value === true ? '' : String(value));
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
