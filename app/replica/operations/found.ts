import { mayHaveMade } from '../unknown-outcomes.ts';
import type { NumberedKind } from '../unknown-outcomes.ts';
import type { Question } from './question.ts';
import type { Sent } from '../plan/plan.ts';

/** The result of a probe for an edit whose answer was lost. */
export type Found =
  /** The site has the edit; `answer` is what it would have answered to `sent`. */
  | { kind: 'arrived'; sent: Sent; answer: unknown }
  /** The site does not have the edit: it can be sent. */
  | { kind: 'absent' }
  /** A person has to check the site. */
  | { kind: 'undecidable'; message: string };

export const absent: Found = { kind: 'absent' };

export const undecidable = (reason: string): Found => ({
  kind: 'undecidable',
  message: `The connection was lost while this was sent, and ${reason}. Look for it on the site: if it is there, discard this edit; if it is not, retry it.`,
});

/** Chooses among candidates on the site the one that this edit can have made; undecidable if there are several. */
export function choose<Item>(
  question: Question,
  kind: NumberedKind,
  candidates: readonly Item[],
  idOf: (item: Item) => number,
): Found {
  const { entry, sent } = question;
  const possible = question.read((s) =>
    candidates.filter((item) => mayHaveMade(s, entry.entryid, kind, idOf(item))),
  );
  const [only, another] = possible;
  if (only === undefined) return absent;
  if (another !== undefined) return undecidable('the site has several like it');
  return { kind: 'arrived', sent, answer: only };
}
