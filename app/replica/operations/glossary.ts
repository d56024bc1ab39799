import { z } from 'zod';

import type { JournalEntry } from '../journal/entry.ts';
import { mayHaveMade } from '../unknown-outcomes.ts';
import { same } from '../../../shared/merge/value.ts';
import type { Question } from './question.ts';
import type { Sent } from '../plan/plan.ts';
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

const isTerm = kindWith<Term>(z.object({ term: z.string() }));

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
