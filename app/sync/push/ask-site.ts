import type { JournalEntry } from '../../store/journal/entry.ts';
import { patiently } from '../pages.ts';
import { RemoteError, intercepted } from '../remote.ts';
import type { Round } from '../round.ts';
import type { Plan } from './plan.ts';

/** What the site is asked about: an edit as it was or would be sent, under its author's token. */
export interface Question {
  round: Round;
  entry: JournalEntry;
  sent: Plan & { kind: 'send' };
  token: string;
}

/** @returns `undefined` for what the site does not have, or does not show to this person */
export async function askSite<T>(
  { round, token }: Pick<Question, 'round' | 'token'>,
  path: string,
): Promise<T | undefined> {
  try {
    return await patiently(round, () => round.remote.get<T>(path, token));
  } catch (error) {
    if (error instanceof RemoteError && ['not-found', 'forbidden'].includes(error.kind)) return undefined;
    throw error;
  }
}

/**
 * Has a third-party site prove that it answers itself, by a read that every site has: such a site does not sign its answers.
 *
 * @throws RemoteError `intercepted` when something else answers
 */
export async function requireSite({ round, token }: Pick<Question, 'round' | 'token'>): Promise<void> {
  try {
    const guides = await patiently(round, () => round.remote.get<unknown>('/guides?limit=1', token));
    if (Array.isArray(guides)) return;
  } catch (error) {
    if (!(error instanceof RemoteError) || !['not-a-site', 'not-found', 'forbidden'].includes(error.kind))
      throw error;
    throw intercepted(error.message);
  }
  throw intercepted('JSON of another kind');
}

const pageSize = 200;

interface ListOptions<Item> {
  /** Key of the list in the answer, where the site wraps it. */
  wrapper?: string;
  /** The list is not cut into pages. */
  onePage?: boolean;
  /** Reading ends with a page of which this holds for no item. */
  while?(item: Item): boolean;
}

/** A list of the site, to its end; empty where it has none. */
export async function* listOf<Item>(
  question: Question,
  path: string,
  { wrapper, onePage = false, while: goesOn }: ListOptions<Item> = {},
): AsyncGenerator<Item> {
  const glue = path.includes('?') ? '&' : '?';
  let seen = '';
  for (let offset = 0; ; offset += pageSize) {
    const where = onePage ? path : `${path}${glue}limit=${pageSize}&offset=${offset}`;
    const answer = await askSite<unknown>(question, where);
    const wrapped =
      wrapper === undefined ? undefined : (answer as Record<string, unknown> | undefined)?.[wrapper];
    const page = wrapped ?? answer;
    const text = JSON.stringify(page);
    // Only an empty page is the end; a list that ignores `offset` would have none.
    if (!Array.isArray(page) || page.length === 0 || text === seen) return;
    seen = text;
    yield* page as Item[];
    if (onePage || (goesOn && !(page as Item[]).some(goesOn))) return;
  }
}
