import { isTransient } from './problem.ts';
import { RemoteError } from './remote.ts';
import type { Round } from './round.ts';

const pageSize = 200;
/** Items that neighbouring pages share, so that a list which shrinks between two requests is noticed (SPEC P2). */
const overlap = 1;
/** Empty pages that a sweep skips: a page may hold only items that the reader may not see. */
const pastEmpty = 1;

/** An answer in the place of a list, or of a part of it: nothing follows from what is not in it. */
export class NoList extends RemoteError {
  constructor(path: string) {
    super('bad-answer', `The site's answer to ${path} is not a list, or does not end.`);
  }
}

/** Yields all pages of a list, each item once. */
export const pages = <Item>(
  round: Round,
  path: string,
  idOf: (item: Item) => number,
  token: string | undefined,
): AsyncGenerator<Item[]> =>
  pagesOf((at) => withRetry(round, () => round.remote.get<unknown>(at, token)), path, {
    idOf,
    pastEmpty: round.sweep ? pastEmpty : 0,
  });

interface PagesOptions<Item> {
  idOf(item: Item): number;
  /** Key of the list in the answer, where the site wraps it. */
  wrapper?: string | undefined;
  /** Empty pages that are skipped. */
  pastEmpty?: number;
  mostPages?: number;
}

/**
 * Yields the pages that `read` returns, each item once, until one is empty, or without anything new: that site ignores `offset`.
 *
 * @throws NoList
 */
export async function* pagesOf<Item>(
  read: (path: string) => Promise<unknown>,
  path: string,
  { idOf, wrapper, pastEmpty: most = 0, mostPages = Infinity }: PagesOptions<Item>,
): AsyncGenerator<Item[]> {
  const seen = new Set<number>();
  const glue = path.includes('?') ? '&' : '?';
  let offset = 0;
  let last: number | undefined;
  let stepsBack = 0;
  let empty = 0;
  for (let count = 1; count <= mostPages; count += 1) {
    const page = listIn<Item>(await read(`${path}${glue}limit=${pageSize}&offset=${offset}`), wrapper);
    if (!page) throw new NoList(path);
    // Some sites cut pages before they filter: only an empty page is the end (CONTRACT 1.4), and for a sweep not even one.
    if (page.length === 0) {
      empty += 1;
      if (empty > most) return;
      offset += pageSize;
      last = undefined;
      continue;
    }
    empty = 0;
    const fresh = page.filter((item) => !seen.has(idOf(item)));
    // The list shrank: the item that ended the page before is on an earlier page now.
    if (last !== undefined && !page.some((item) => idOf(item) === last) && stepsBack < 5 && offset > 0) {
      stepsBack += 1;
      offset = Math.max(0, offset - pageSize);
      continue;
    }
    for (const item of fresh) seen.add(idOf(item));
    if (fresh.length > 0) yield fresh;
    // A list that ignores `offset` would never end.
    else if (page.length <= overlap || offset > seen.size + pageSize) return;
    const tail = page.at(-1);
    last = tail && idOf(tail);
    offset += page.length < pageSize ? pageSize : pageSize - overlap;
    if (page.length < pageSize) last = undefined;
  }
  throw new NoList(path);
}

/** Returns the list in an answer, below `wrapper` if the site wraps it; `undefined` if there is none. */
export function listIn<Item>(answer: unknown, wrapper?: string): Item[] | undefined {
  const wrapped =
    wrapper === undefined ? undefined : (answer as Record<string, unknown> | null | undefined)?.[wrapper];
  const list = wrapped ?? answer;
  return Array.isArray(list) ? (list as Item[]) : undefined;
}

const attempts = 4;

/** Repeats a request that failed for a passing reason, after the pause that the site asks for. */
export async function withRetry<T>(round: Round, request: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      const pause = error instanceof RemoteError ? error.retryAfterMs : undefined;
      if (attempt === attempts || !isTransient(error) || round.stopped()) throw error;
      if (error instanceof RemoteError && error.kind === 'offline') throw error;
      await round.clock.sleep(pause ?? 250 * 2 ** attempt);
    }
  }
}

export function throwIfStopped(round: Round): void {
  if (round.stopped())
    throw new RemoteError('offline', 'Stopped before the end. The next sync continues here.');
}

/** Waits for both requests. When one fails, the other still ends first, so that nothing of a round goes on after it. */
export async function together<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}
