import { provisionalIn } from '../../store/aliases/aliases.ts';
import type { JournalEntry } from '../../store/journal/entry.ts';
import type { StoreReader } from '../../store/store.ts';

/** Kinds whose edits do not depend on each other: each adds or removes one thing of its own. */
const unordered: ReadonlySet<string> = new Set(['favorites', 'completions', 'views']);

/** What waits for something that a person has to decide, or for somebody to sign in. */
export class Held {
  private readonly resources = new Set<string>();

  add(s: StoreReader, entry: JournalEntry): void {
    for (const { kind, id } of s.journal.touches(entry.sequence))
      if (!unordered.has(kind)) this.resources.add(`${kind} ${id}`);
  }

  waits(s: StoreReader, entry: JournalEntry): boolean {
    // Something it names was made here and is not on the site yet.
    if (namedIn(entry).length > 0) return true;
    return s.journal.touches(entry.sequence).some(({ kind, id }) => this.resources.has(`${kind} ${id}`));
  }
}

/**
 * What it names that was made here. A revision is another one by the time that it is sent, and new lines of a step have
 * ids here that a request leaves out.
 */
export const namedIn = ({ params, query: { srcid }, body }: JournalEntry): number[] =>
  provisionalIn([params, srcid, body]).filter((id) => !isLineOf(body, id));

/** Whether it names something that no edit makes any more, as after one was given up: the site will never have it. */
export const namesGivenUp = (s: StoreReader, entry: JournalEntry): boolean =>
  namedIn(entry).some((id) => !s.journal.isComing(id) && !s.wikis.isMadeAlong(id));

function isLineOf(body: unknown, id: number): boolean {
  const lines = (body as { lines?: { lineid?: unknown }[] } | null)?.lines;
  return Array.isArray(lines) && lines.some((line) => line.lineid === id);
}
