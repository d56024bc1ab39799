import { leaveOut } from './left-out.ts';
import { isTransient } from './problem.ts';
import { RemoteError } from './remote.ts';
import type { Round } from './round.ts';
import type { ListedKind } from './sound.ts';

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

/** The ids of a list that was read. */
export interface Listed {
  ids: Set<number>;
  /** False if some items could not be read. Then an id that is not in the list may still exist. */
  isWhole: boolean;
}

export const nothingListed = (): Listed => ({ ids: new Set(), isWhole: true });

/** Yields all pages of a list, each item once. */
export const pages = <Item>(
  round: Round,
  path: string,
  kind: ListedKind<Item>,
  token: string | undefined,
  listed?: Listed,
): AsyncGenerator<Item[]> =>
  pagesOf((at) => withRetry(round, () => round.remote.get<unknown>(at, token)), path, {
    ...kind,
    pastEmpty: round.sweep ? pastEmpty : 0,
    note: noteIn(round, path, listed),
  });

/** Returns a function that notes the ids of a list, and its items that cannot be read. */
export const noteIn =
  (round: Round, path: string, listed?: Listed): ((id: number | undefined) => void) =>
  (id) => {
    if (id !== undefined) {
      listed?.ids.add(id);
      return;
    }
    leaveOut(round, path.replace(/\?.*/, ''), new Error('an item of the list has no id'));
    if (listed) listed.isWhole = false;
  };

interface PagesOptions<Item> extends ListedKind<Item> {
  /** Key of the list in the answer, where the site wraps it. */
  wrapper?: string | undefined;
  /** Empty pages that are skipped. */
  pastEmpty?: number;
  mostPages?: number;
  /** Called with the id of each item; `undefined` for one that cannot be read. */
  note?: (id: number | undefined) => void;
}

/**
 * Yields the pages that `read` returns, each item once, until one is empty, or without anything new: that site ignores `offset`.
 *
 * @throws NoList
 */
export async function* pagesOf<Item>(
  ask: (path: string) => Promise<unknown>,
  path: string,
  { read, idOf, wrapper, pastEmpty: most = 0, mostPages = Infinity, note }: PagesOptions<Item>,
): AsyncGenerator<Item[]> {
  const seen = new Set<number>();
  const glue = path.includes('?') ? '&' : '?';
  let offset = 0;
  let last: number | undefined;
  /** After a short page: where the next one begins if the site cuts pages before it filters them, and not at a lower limit. */
  let cut: number | undefined;
  let filters = false;
  let stepsBack = 0;
  let empty = 0;
  for (let count = 1; count <= mostPages; count += 1) {
    const list = listIn(await ask(`${path}${glue}limit=${pageSize}&offset=${offset}`), wrapper);
    if (!list) throw new NoList(path);
    const page = list.map(read);
    const ids = page.map((item) => (item === undefined ? undefined : idOf(item)));
    // Some sites cut pages before they filter: only an empty page is the end (CONTRACT 1.4), and for a sweep not even one.
    if (list.length === 0) {
      empty += 1;
      if (empty > most) return;
      offset = cut ?? offset + pageSize;
      cut = undefined;
      last = undefined;
      continue;
    }
    empty = 0;
    // The list shrank: the item that ended the page before is on an earlier page now.
    if (last !== undefined && !ids.includes(last) && stepsBack < 5 && offset > 0) {
      stepsBack += 1;
      offset = Math.max(0, offset - pageSize);
      cut = undefined;
      continue;
    }
    const fresh: Item[] = [];
    for (const [index, item] of page.entries()) {
      const id = ids[index];
      if (item === undefined || id === undefined) note?.(undefined);
      else if (!seen.has(id)) {
        seen.add(id);
        fresh.push(item);
        note?.(id);
      }
    }
    if (fresh.length > 0) yield fresh;
    // A list that ignores `offset` would never end.
    else if (cut === undefined && (list.length <= overlap || offset > seen.size + pageSize)) return;
    if (cut !== undefined) {
      const isOnlyLast = list.length === overlap && ids[0] === last;
      if (isOnlyLast && most === 0) return;
      filters ||= !isOnlyLast && ids[0] !== last;
      if (isOnlyLast || filters) {
        offset = cut;
        cut = undefined;
        last = undefined;
        continue;
      }
    }
    const isShort = list.length < pageSize;
    // A site with a lower limit than ours goes on where this page ends.
    const maySkip = isShort && !filters && list.length > overlap;
    cut = maySkip ? offset + pageSize : undefined;
    last = isShort && !maySkip ? undefined : ids.at(-1);
    offset += isShort && !maySkip ? pageSize : list.length - overlap;
  }
  throw new NoList(path);
}

/** Returns the list in an answer, below `wrapper` if the site wraps it; `undefined` if there is none. */
export function listIn(answer: unknown, wrapper?: string): unknown[] | undefined {
  const wrapped =
    wrapper === undefined ? undefined : (answer as Record<string, unknown> | null | undefined)?.[wrapper];
  const list = wrapped ?? answer;
  return Array.isArray(list) ? (list as unknown[]) : undefined;
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
