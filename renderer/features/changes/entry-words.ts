import { assertNever } from '../../../shared/assert.ts';
import { unorderedKinds } from '../../../shared/model/journal.ts';
import type { JournalEntryInFull, JournalItem } from '../../../shared/model/journal.ts';
import type { SyncStatus } from '../../../shared/sync-status.ts';
import { duration, sentenceCase, sentenceList } from '../../format.ts';
import { isRunning } from '../../api/queries/sync.ts';
import { entryTexts as words, operationTexts } from './entry-texts.ts';
import { phrase } from '../../../shared/phrase.ts';

export const fieldName = (field: string): string => words.fields[field] ?? words.otherField;

/**
 * Describes an edit without person and time: `Title of ‘Mend the pump’ changed`.
 *
 * @param named false below a heading that names the guide or page
 */
export function entryWords(entry: JournalItem, named = true): string {
  const say = operationTexts[entry.operation];
  const page = entry.operation.includes('wikis') || entry.touched.some(({ kind }) => kind === 'wiki');
  const unnamed = page ? (named ? words.aPage : words.thisPage) : named ? words.aGuide : words.thisGuide;
  const it = entry.subject === null || !named ? unnamed : words.title(entry.subject);
  const said = say?.(it, fieldsOf(entry), textOf(entry) ?? it) ?? words.unknown;
  const sentence = sentenceCase(said);
  const langid = entry.touched.some(({ kind }) => kind === 'translations')
    ? itemBody(entry)['langid']
    : undefined;
  return typeof langid === 'string' ? words.translated(sentence, langid) : sentence;
}

export const itemBody = ({ body }: JournalItem): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};

/** Returns the changed fields: `Title`, `Title and summary`, `Title, summary and parts`. */
function fieldsOf(entry: JournalItem): string {
  const names = [
    ...new Set(
      Object.keys(itemBody(entry))
        .filter((name) => name !== 'langid')
        .map(fieldName),
    ),
  ];
  return sentenceList(names.length > 0 ? names : [words.otherField]);
}

/** Returns an entered title or tag in quotes; undefined if there is none. */
function textOf(entry: JournalItem): string | undefined {
  const { title, tag, name } = itemBody(entry);
  const text = [title, tag, name].find((value) => typeof value === 'string');
  return text === undefined ? undefined : words.title(String(text));
}

/** The resource of an edit; several edits may have the same. */
export interface EditedResource {
  kind: string;
  id: number;
}

const order = ['guide', 'wiki', 'translations', 'form', 'entry', 'comment'];

/** Returns the main resource of an edit; the others that it touched follow from it. */
export function mainResource({ touched }: JournalItem): EditedResource {
  const rank = ({ kind }: EditedResource): number => {
    const at = order.indexOf(kind);
    return at < 0 ? order.length : at;
  };
  const [first = { kind: 'other', id: 0 }] = touched.toSorted((a, b) => rank(a) - rank(b));
  return { kind: first.kind, id: first.id };
}

const waitsForDecision = (entry: JournalItem, parked: readonly JournalItem[]): boolean =>
  parked.some(
    (other) =>
      other.entryid < entry.entryid &&
      other.touched.some(
        ({ kind, id }) =>
          !unorderedKinds.has(kind) && entry.touched.some((touch) => touch.kind === kind && touch.id === id),
      ),
  );

/**
 * Returns what happens to an edit next, from the status and the journal.
 *
 * @param parked the parked edits that this person may see
 */
export function stateWords(
  entry: JournalItem,
  { status, parked, now }: { status: SyncStatus | undefined; parked: readonly JournalItem[]; now: number },
): string {
  switch (entry.state) {
    case 'pending':
      if (entry.cause?.kind === 'sign-in') return words.waits.signIn(entry.username);
      return waitsForDecision(entry, parked) ? words.waits.behind : waiting(status, now);
    case 'sending':
      return status && isRunning(status) ? words.states.sending : words.waits.unknown;
    case 'done':
    case 'parked':
    case 'discarded':
      return words.states[entry.state];
    default:
      return assertNever(entry.state);
  }
}

function waiting(status: SyncStatus | undefined, now: number): string {
  const { waits } = words;
  if (!status) return words.states.pending;
  if (isRunning(status)) return waits.running;
  const { problem, nextAttemptAt } = status;
  if (status.phase === 'blocked' && problem) return waits.blocked(phrase(problem.message));
  const wait = nextAttemptAt === null ? null : nextAttemptAt - now;
  if (problem) return wait === null || wait <= 0 ? waits.siteUnknown : waits.site(duration(wait));
  if (wait === null) return words.states.pending;
  return wait <= 0 ? waits.now : waits.next(duration(wait));
}

export interface Happening {
  date: number;
  words: string;
  state: JournalItem['state'];
  detail: string | null;
}

/** Returns the history of an edit, oldest first, from its creation. */
export function happenings(entry: JournalEntryInFull): Happening[] {
  const { events: said } = words;
  const list: Happening[] = [
    { date: entry.date, words: said.accepted(entry.username), state: 'pending', detail: null },
  ];
  let tries = 0;
  for (const [i, { date, state, cause }] of entry.events.entries()) {
    const [before, last] = [entry.events[i - 2], entry.events[i - 1]];
    if (state === 'sending') tries += 1;
    list.push({
      date,
      state,
      words: eventWords(state, last, before, tries, cause),
      detail: cause && state !== 'sending' ? causeWords(cause) : null,
    });
  }
  return list;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

type Event = JournalEntryInFull['events'][number];

function eventWords(
  state: Event['state'],
  last: Event | undefined,
  before: Event | undefined,
  tries: number,
  cause: Event['cause'],
): string {
  const { events: said } = words;
  const decided =
    last?.state === 'pending' && before?.state === 'parked' && before.cause?.conflicts !== undefined;
  switch (state) {
    case 'sending':
      return tries === 1 ? said.sending : said.again(tries);
    case 'pending':
      if (last?.state === 'parked') return last.cause?.conflicts ? said.decided : said.retried;
      return said.back;
    case 'parked':
      // A newer version of the site parks it too, but with other conflicts.
      return last?.state === 'discarded' || (decided && same(before?.cause, cause))
        ? said.undecided
        : said.parked;
    case 'discarded':
      return decided ? said.nothingTaken : said.discarded;
    case 'done':
      return last?.state === 'sending' ? said.done : said.nothing;
    default:
      return assertNever(state);
  }
}

/** Describes a cause, with the site's message if there is one. */
export function causeWords({ kind, message, conflicts }: NonNullable<JournalItem['cause']>): string {
  if (kind !== 'conflict') return `${words.causes[kind]} ${phrase(message)}`;
  return conflicts?.some(({ field }) => field === 'document')
    ? words.causes.goneThere
    : words.causes.conflict;
}

/** Returns whether a decision can be undone: nothing has happened since. The journal checks it again. */
export function canUndecide({ state, events }: JournalEntryInFull): boolean {
  if (state !== 'pending' && state !== 'discarded') return false;
  // The decision did not discard it, but what followed.
  if (state === 'discarded' && events.at(-1)?.cause) return false;
  const [parked, decided] = (state === 'discarded' ? events.slice(0, -1) : events).slice(-2);
  return decided?.state === 'pending' && parked?.cause?.conflicts !== undefined;
}
