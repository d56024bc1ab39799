import type { JournalEntry } from '../../store/journal/entry.ts';
import { listIn, pagesUntilEmpty, withRetry } from '../pages.ts';
import { RemoteError, intercepted } from '../remote.ts';
import type { Round } from '../round.ts';
import type { Sent } from './plan.ts';

/** An edit that the site is asked about, as it was or would be sent, and its author's token. */
export interface Question {
  round: Round;
  entry: JournalEntry;
  sent: Sent;
  token: string;
}

/**
 * Reads from the site.
 *
 * @returns `undefined` if the site does not have it, or does not show it to this person
 * @throws RemoteError
 */
export async function askSite<T>(
  { round, token }: Pick<Question, 'round' | 'token'>,
  path: string,
): Promise<T | undefined> {
  try {
    return await withRetry(round, () => round.remote.get<T>(path, token));
  } catch (error) {
    if (error instanceof RemoteError && ['not-found', 'forbidden'].includes(error.kind)) return undefined;
    throw error;
  }
}

/**
 * Checks with a read that every site has that the third-party site itself answers: such a site does not sign its answers.
 *
 * @throws RemoteError `intercepted` when something else answers
 */
export async function requireSite({
  round,
  token,
}: {
  round: Round;
  token: string | undefined;
}): Promise<void> {
  try {
    const guides = await withRetry(round, () => round.remote.get<unknown>('/guides?limit=1', token));
    if (Array.isArray(guides)) return;
  } catch (error) {
    if (!(error instanceof RemoteError) || !['not-a-site', 'not-found', 'forbidden'].includes(error.kind))
      throw error;
    throw intercepted(error.message);
  }
  throw intercepted('JSON of another kind');
}

interface ListOptions<Item> {
  /** Key of the list in the answer, where the site wraps it. */
  wrapper?: string;
  /** The list is not cut into pages. */
  onePage?: boolean;
  /** Reading ends after a page with no item for which this is true. */
  while?(item: Item): boolean;
}

/** Yields a list of the site to its end; nothing if the site does not have it. */
export async function* listOf<Item>(
  question: Question,
  path: string,
  { wrapper, onePage = false, while: goesOn }: ListOptions<Item> = {},
): AsyncGenerator<Item> {
  const read = (at: string): Promise<unknown> => askSite<unknown>(question, at);
  if (onePage) {
    yield* listIn<Item>(await read(path), wrapper);
    return;
  }
  for await (const page of pagesUntilEmpty<Item>(read, path, { wrapper })) {
    yield* page;
    if (goesOn && !page.some(goesOn)) return;
  }
}
