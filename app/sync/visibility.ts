import { resourceOf } from '../store/resources/index.ts';
import { isResourceKind } from '../store/resources/kinds.ts';
import type { HiddenDocument } from '../replica/desk-state.ts';
import { allPeople } from '../replica/desk-people/people.ts';
import { isWiki } from '../replica/operations/answers.ts';
import { RemoteError } from './remote.ts';
import type { PersonToken, Round } from './round.ts';
import { noteUnasked, unaskedDocuments } from './unasked-documents.ts';

/**
 * Returns the hidden documents that no person of this desk can see; these are to be removed. Each person's token is used to ask
 * for them by name. While a person cannot be asked, because they have to sign in again, they may see everything; they are asked
 * later (`recheckPending`).
 */
export async function notVisibleToAnyone<One extends HiddenDocument>(
  round: Round,
  hidden: readonly One[],
  reader: PersonToken | undefined,
): Promise<One[]> {
  const { absent, refused, unasked } = await ask(round, hidden, reader);
  if (unasked.length > 0)
    round.store.transact(null, (s) => {
      noteUnasked(s, [...unasked.map(({ kind, id }) => ({ kind, id })), ...unaskedDocuments(s)]);
    });
  return [...absent, ...refused];
}

/** Asks again about documents for which not everyone could be asked before. Returns those to be removed; they stay noted until they are. */
export async function recheckPending(round: Round): Promise<HiddenDocument[]> {
  const noted = round.store.read(null, unaskedDocuments);
  if (noted.length === 0) return [];
  const nobodyCanSay = round.people.length === 0 && round.store.read(null, (s) => allPeople(s).length > 0);
  if (nobodyCanSay) return [];
  const { refused, unasked } = await ask(round, noted, undefined);
  round.store.transact(null, (s) => s.deskState.set('unasked', [...refused, ...unasked]));
  return refused;
}

interface Answers<One> {
  /** Not stored here. */
  absent: One[];
  /** Hidden from everyone. */
  refused: One[];
  /** Hidden from everyone who could be asked; others could not be. */
  unasked: One[];
}

async function ask<One extends HiddenDocument>(
  round: Round,
  hidden: readonly One[],
  reader: PersonToken | undefined,
): Promise<Answers<One>> {
  const { here, absent, others } = round.store.read(null, (s) => {
    const asked = hidden.flatMap((one) => {
      // Other kinds are removed together with their guide or wiki.
      const pathHere = isResourceKind(one.kind) ? resourceOf(one.kind).pathHere : undefined;
      return pathHere ? [{ one, path: pathHere(s, one.id) }] : [];
    });
    return {
      here: asked.flatMap(({ one, path }) => (path === undefined ? [] : [{ one, path }])),
      absent: asked.flatMap(({ one, path }) => (path === undefined ? [one] : [])),
      others: allPeople(s).filter(({ userid }) => userid !== reader?.userid),
    };
  });
  const tokens = others.map(({ userid }) => round.people.find((person) => person.userid === userid)?.token);
  let left = here;
  const open = (): Answers<One> => ({ absent, refused: [], unasked: left.map(({ one }) => one) });
  if (tokens.includes(undefined)) return open();
  // At a desk of nobody, what everybody may read stays.
  if (others.length === 0 && !reader) left = await hiddenFromAll(round, left);
  for (const token of tokens) {
    const refused: typeof left = [];
    for (const item of left) {
      const why = await whyHidden(round, item.path, token, item.one);
      if (why === 'unauthorized') return open();
      if (why !== undefined) refused.push(item);
    }
    // A site treats an ended token like no token, so a refusal counts only while the token is still valid.
    if (refused.length > 0 && (await whyHidden(round, '/user', token)) !== undefined) return open();
    left = refused;
  }
  return { absent, refused: left.map(({ one }) => one), unasked: [] };
}

async function hiddenFromAll<Item extends { one: HiddenDocument; path: string }>(
  round: Round,
  items: readonly Item[],
): Promise<Item[]> {
  const hidden: Item[] = [];
  for (const item of items)
    if ((await whyHidden(round, item.path, undefined, item.one)) !== undefined) hidden.push(item);
  return hidden;
}

const refusals = new Set(['not-found', 'forbidden', 'unauthorized']);

/**
 * Returns why the site does not show a document under this token; `undefined` if it does. In place of a page, it may show another one with
 * its title.
 */
export async function whyHidden(
  round: Round,
  path: string,
  token: string | undefined,
  document?: HiddenDocument,
): Promise<string | undefined> {
  try {
    const answer = await round.remote.get<unknown>(path, token);
    return document?.kind === 'wiki' && isWiki(answer) && answer.wikiid !== document.id
      ? 'not-found'
      : undefined;
  } catch (error) {
    if (error instanceof RemoteError && refusals.has(error.kind)) return error.kind;
    throw error;
  }
}
