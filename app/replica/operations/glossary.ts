import { z } from 'zod';

import type { JournalEntry } from '../journal/entry.ts';
import type { ReplicaReader } from '../replica.ts';
import { mayHaveMade } from '../unknown-outcomes.ts';
import { same } from '../../../shared/merge/value.ts';
import type { Question } from './question.ts';
import type { Plan, Sent } from '../plan/plan.ts';
import { kindWith } from './answers.ts';
import { absent, undecidable } from './found.ts';
import type { Found } from './found.ts';
import { issuedIds, pairs } from './ids.ts';
import type { IdMapping } from './ids.ts';
import type { QueuedOperations } from './operation.ts';

export const glossaryOperations = {
  'PUT /translation_glossary/entries': {
    mapIds,
    namesAll: (answer) => entriesOf(answer) !== undefined,
    planAhead,
    onStored,
    probe: findAdded,
  },
  'DELETE /translation_glossary/entries/{entryid}': {},
} satisfies QueuedOperations;

interface Term {
  entryid?: number;
  langid?: string;
  term?: string;
  translations?: Record<string, string>;
}

type Change = Term & { deleted?: boolean };

export const isTerm = kindWith<Term>(z.object({ term: z.string() }));

/** Returns the entries of a request or an answer, which is a list or an object with one. */
function entriesOf(value: unknown): Term[] | undefined {
  const list = Array.isArray(value) ? value : (value as { entries?: unknown } | null)?.entries;
  return Array.isArray(list) ? (list as Term[]) : undefined;
}

/** Pairs the ids of new entries. The answer has them after known entries, in the order in which they were sent. */
function mapIds(entry: JournalEntry, sent: Sent, answer: unknown): IdMapping[] {
  const known = new Set((entriesOf(sent.body) ?? []).map(({ entryid }) => entryid));
  const provisional = issuedIds(entry, 'glossary');
  const fresh = (entriesOf(answer) ?? [])
    .map(({ entryid }) => entryid)
    .filter((id) => typeof id === 'number' && !known.has(id))
    .sort((a, b) => Number(a) - Number(b));
  return pairs('glossary', provisional, fresh.slice(-provisional.length));
}

/** Reads the terms from the site before they are changed: the request has no version that a site could compare. */
async function planAhead({ entry, sent, list, read }: Question): Promise<Plan | undefined> {
  const there = new Map<number | undefined, Term>();
  if (changed(entry).length === 0) return undefined;
  for await (const term of list('/translation_glossary/entries', isTerm, { onePage: true }))
    there.set(term.entryid, term);
  return read((s) => withOwnChanges(s, entry, sent, (entryid) => there.get(entryid)));
}

function onStored(s: ReplicaReader, entry: JournalEntry, plan: Sent): Plan {
  return withOwnChanges(s, entry, plan, (entryid) => s.glossary.entry(entryid));
}

/** Returns the entries of the site that an edit changes. */
const changed = ({ body }: JournalEntry): (Change & { entryid: number })[] =>
  (entriesOf(body) ?? []).filter(
    (one: Change): one is Change & { entryid: number } => one.entryid !== undefined && one.deleted !== true,
  );

/** Leaves what others have changed in an entry as it is now (SPEC J5.7). */
function withOwnChanges(
  s: ReplicaReader,
  entry: JournalEntry,
  sent: Sent,
  now: (entryid: number) => Term | undefined,
): Plan {
  const own = new Map(
    changed(entry).map((one) => {
      const packed = s.journal.before(entry.sequence, 'glossary', one.entryid);
      const there = now(one.entryid);
      const isKnown = packed !== undefined && there !== undefined;
      return [one.entryid, isKnown ? laidOver(JSON.parse(packed.toString()) as Term, one, there) : one];
    }),
  );
  const isLeft = ({ entryid = 0, deleted }: Change): boolean =>
    deleted !== true || now(entryid) !== undefined;
  const all = (entriesOf(entry.body) ?? []).filter(isLeft);
  const entries = all.flatMap((one) => (own.has(one.entryid ?? 0) ? (own.get(one.entryid ?? 0) ?? []) : one));
  if (entries.length === 0) return { kind: 'nothing' };
  return { ...sent, body: Array.isArray(entry.body) ? entries : { entries } };
}

/** Returns the request to make an edit's changes of an entry in the entry as it is now; undefined if it has them. */
function laidOver(before: Term, mine: Change, now: Term): Change | undefined {
  const translations = { ...now.translations };
  if (mine.translations)
    for (const langid of Object.keys({ ...before.translations, ...mine.translations })) {
      const own = mine.translations[langid];
      if (own === before.translations?.[langid]) continue;
      if (own === undefined) delete translations[langid];
      else translations[langid] = own;
    }
  const { langid, term } = now;
  const after = {
    langid: mine.langid === before.langid ? langid : (mine.langid ?? langid),
    term: mine.term === before.term ? term : (mine.term ?? term),
    translations,
  };
  if (same(after, { langid, term, translations: now.translations ?? {} })) return undefined;
  return { entryid: mine.entryid, ...after };
}

/** Finds out by the entries that a request adds whether it arrived: all its changes arrive, or none. */
async function findAdded(question: Question): Promise<Found> {
  const { sent, entry } = question;
  const added = (entriesOf(sent.body) ?? []).filter(({ entryid }) => entryid === undefined);
  if (added.length === 0) return absent;
  const there: Term[] = [];
  for await (const term of question.list('/translation_glossary/entries', isTerm, { onePage: true }))
    there.push(term);
  const named = added.map(({ term, langid }) =>
    there.filter(
      (one) =>
        one.term === term &&
        (langid === undefined || one.langid === langid) &&
        one.entryid !== undefined &&
        question.read((s) => mayHaveMade(s, entry.entryid, 'glossary', one.entryid ?? 0)),
    ),
  );
  if (named.every((alike) => alike.length === 0)) return absent;
  const made = named.map((alike, index) =>
    alike.filter((one) => same(one.translations ?? {}, added[index]?.translations ?? {})),
  );
  if (made.every((alike) => alike.length === 1)) return { kind: 'arrived', sent, answer: made.flat() };
  return undecidable('only some of its entries are on the site, or several like them, or they differ');
}
