import { limits } from '../../../shared/limits.ts';
import type { JournalEntry } from '../../replica/journal/entry.ts';
import {
  isComment,
  isGuide,
  isGuideSummary,
  isListOf,
  isListWith,
  isMediaImage,
  isRun,
  isStepForm,
  isWiki,
} from '../../replica/operations/answers.ts';
import type { IsKind } from '../../replica/operations/answers.ts';
import { isTerm } from '../../replica/operations/glossary.ts';
import type { ListOptions, Question } from '../../replica/operations/question.ts';
import type { Sent } from '../../replica/plan/plan.ts';
import { fetchScopeOf, siteFileAddress } from '../file-address.ts';
import { listIn, pagesOf, throwIfStopped, withRetry } from '../pages.ts';
import { RemoteError, intercepted } from '../remote.ts';
import type { ToldLine } from '../../replica/seen-points.ts';
import type { Round } from '../round.ts';
import { readable } from '../sound.ts';
import type { SoundKind } from '../sound.ts';

/** Returns what an operation may ask the site about an edit, in the name of its author, whose token this is. */
export function questionOf(round: Round, entry: JournalEntry, sent: Sent, token: string): Question {
  const { store, remote, hub: isHub } = round;
  const ask: Question['ask'] = (path, isKind) => queryAs({ round, token }, path, isKind);
  return {
    entry,
    sent,
    isHub,
    ask,
    read: (fn) => store.read(null, fn),
    list: (path, isItem, options) => listOf({ round, token }, path, isItem, options),
    picture: async (text) => {
      const address = siteFileAddress(text, round);
      if (!address) return undefined;
      const { bytes } = await remote.bytes(address, fetchScopeOf(round, 'picture'), limits.media.picture.max);
      return bytes;
    },
  };
}

/** How `readable` reads each kind of answer. */
const kinds = new Map<unknown, SoundKind>([
  [isGuide, 'guide'],
  [isGuideSummary, 'summary'],
  [isWiki, 'wiki'],
  [isComment, 'comment'],
  [isMediaImage, 'image'],
  [isStepForm, 'form'],
  [isRun, 'entry'],
  [isTerm, 'glossary'],
]);

/**
 * Reads from the site in a person's name.
 *
 * @param isItem what the items of a list are
 * @param hear as in `Remote.get`
 * @returns `undefined` if the site does not have it, or does not show it to this person
 * @throws RemoteError `intercepted` for JSON of another kind
 */
export async function queryAs<T>(
  { round, token }: { round: Round; token: string },
  path: string,
  isKind: IsKind<T>,
  isItem: IsKind<unknown> = isKind,
  hear?: (told: ToldLine) => void,
): Promise<T | undefined> {
  try {
    const given = await withRetry(round, () => round.remote.get<unknown>(path, token, hear));
    const answer = round.hub ? given : readable(kinds.get(isItem), given);
    if (isKind(answer)) return answer;
  } catch (error) {
    if (error instanceof RemoteError && ['not-found', 'forbidden'].includes(error.kind)) return undefined;
    throw error;
  }
  throw intercepted('JSON of another kind');
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

/** Pages of a list that a probe reads, and bytes of their JSON. A list that is longer may never end. */
const mostPages = 50;
const mostBytes = limits.answer.document.max;

/** A list of the site is too long to find an edit in it. */
export class TooLong extends RemoteError {
  constructor(path: string) {
    super('bad-answer', `The list ${path} of the site is too long to be read.`);
  }
}

/** A list of the site has items that cannot be read, so the edit may be among them. */
export class Unreadable extends RemoteError {
  constructor(path: string) {
    super('bad-answer', `The list ${path} of the site has things that cannot be read.`);
  }
}

/** @throws RemoteError, as `TooLong` for a list above the limits, as `Unreadable` at the end of a list with such items, or when the round is stopped */
async function* listOf<Item>(
  { round, token }: { round: Round; token: string },
  path: string,
  isItem: IsKind<Item>,
  options: ListOptions<Item>,
): AsyncGenerator<Item> {
  if ('onePage' in options) {
    yield* (listIn(await queryAs({ round, token }, path, isListOf(isItem), isItem)) ?? []).filter(isItem);
    return;
  }
  const { idOf, wrapper, while: goesOn } = options;
  // A later page may have nothing but items that cannot be read.
  let isBegun = false;
  const isPageItem = (item: unknown): item is Item => isBegun || isItem(item);
  const askFor = (page: string): Promise<unknown> =>
    queryAs({ round, token }, page, isListWith(isPageItem, wrapper), isItem);
  const read = (item: unknown): Item | undefined => (isItem(item) ? item : undefined);
  let [pages, bytes, unread] = [0, 0, 0];
  const note = (id: number | undefined): void => {
    if (id === undefined) unread += 1;
  };
  for await (const page of pagesOf<Item>(askFor, path, { read, idOf, wrapper, note })) {
    throwIfStopped(round);
    isBegun = true;
    pages += 1;
    bytes += JSON.stringify(page).length;
    if (pages > mostPages || bytes > mostBytes) throw new TooLong(path);
    yield* page;
    if (goesOn && !page.some(goesOn)) break;
  }
  if (unread > 0) throw new Unreadable(path);
}
