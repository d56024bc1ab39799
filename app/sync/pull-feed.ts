import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { UserSummary } from '../../shared/model/user.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import type { ChangeKind } from '../store/feed/feed.ts';
import type { StoreWriter } from '../store/store.ts';
import type { Mark } from './apply-others.ts';
import { staysHere } from './hidden.ts';
import { RemoteError } from './remote.ts';
import { forgetStrayPages, removeAll } from './removals.ts';
import type { Removal } from './removals.ts';
import { breathe } from './round.ts';
import type { PersonToken, Round } from './round.ts';

type FeedLine =
  | { reset: true; sequence: number }
  | { start: true; sequence: number; counts: Partial<Record<ChangeKind, number>> }
  | { end: true; sequence: number }
  /** `hidden`: it is there, and not shown to who reads. */
  | { sequence: number; kind: ChangeKind; id: number; deleted: true; hidden?: true }
  | { sequence: number; kind: ChangeKind; id: number; doc: unknown };

type ChangeLine = Extract<FeedLine, { kind: ChangeKind }>;

/** Documents stored in one transaction: larger ones keep writers of the desk waiting. */
const batchSize = 64;

/** The cursor is per reader, because the feed shows each what they may see. */
const cursorName = (userid: number | undefined): string => `feed:${userid ?? 0}`;

/** Pulls by the hub's feed (SPEC.md, F1–F7): all that one person may see, and what only others of the desk may. */
export async function pullFeed(round: Round): Promise<void> {
  const reader = await readAsFirst(round);
  for (const person of round.people) {
    if (person === reader) continue;
    try {
      await readAs(round, person, true);
    } catch (error) {
      // Another's sign-in that ended holds up nobody else.
      if (!isRefused(error)) throw error;
      refuse(round, person);
    }
  }
}

/** Reads as the first person whose sign-in the site takes; as nobody in particular when there is none. */
async function readAsFirst(round: Round): Promise<PersonToken | undefined> {
  for (;;) {
    const [reader] = round.people;
    try {
      await readAs(round, reader, false);
      return reader;
    } catch (error) {
      if (!reader || !isRefused(error)) throw error;
      refuse(round, reader);
    }
  }
}

const isRefused = (error: unknown): boolean => error instanceof RemoteError && error.kind === 'unauthorized';

function refuse(round: Round, { userid }: PersonToken): void {
  round.refusedNow.add(userid);
  round.people = round.people.filter((person) => person.userid !== userid);
  round.refused(userid);
}

/** @param own only what not everybody sees */
async function readAs(round: Round, person: PersonToken | undefined, own: boolean): Promise<void> {
  round.apply.reader = person?.userid;
  const name = own ? `${cursorName(person?.userid)}:own` : cursorName(person?.userid);
  const after = round.store.read(null, (s) => s.sync.cursor<number>(name)) ?? 0;
  const source = { name, own, person };
  if ((await readFeed(round, source, after)) === 'done') return;
  round.log.warn({ after }, 'the hub is older than this desk: reading its feed from the beginning');
  if ((await readFeed(round, source, 0)) === 'reset')
    throw new RemoteError('bad-answer', 'The feed of the site never begins.');
}

interface Source {
  /** Of the cursor. */
  name: string;
  own: boolean;
  person: PersonToken | undefined;
}

async function readFeed(
  round: Round,
  { name, own, person }: Source,
  after: number,
): Promise<'done' | 'reset'> {
  const { store, remote, progress } = round;
  /** Held back until all of them are known, so that a mass disappearance stops before the first one. */
  const removals: Removal[] = [];
  /** With `after` 0 everything the site has comes by; what did not is gone. */
  const present = after === 0 && !own ? { guide: new Set<number>(), wiki: new Set<number>() } : undefined;
  /** The cursor stays before the first removal that is held back. */
  let safe = after;
  let batch: ChangeLine[] = [];

  const flush = (): void => {
    if (batch.length === 0) return;
    store.transact(null, (s) => {
      for (const change of batch) applyChange(round, s, change);
      const guides = batch
        .filter((change) => change.kind === 'guide' && !('deleted' in change))
        .map((change) => change.id);
      s.guides.touchDependents(guides);
      if (removals.length === 0) safe = batch.at(-1)?.sequence ?? safe;
      s.sync.setCursor(name, safe);
    });
    batch = [];
    progress.bytes = remote.traffic.bytes;
    round.report('text');
  };

  try {
    for await (const text of remote.lines(
      `/benchside/changes?after=${after}${own ? '&beyond=public' : ''}`,
      person?.token,
    )) {
      const line = parseLine(text);
      if ('reset' in line) return 'reset';
      if ('start' in line) {
        if (!own) {
          progress.guides = { done: 0, total: line.counts.guide ?? 0 };
          progress.wikis = { done: 0, total: line.counts.wiki ?? 0 };
        }
        round.report('text');
      } else if ('end' in line) {
        flush();
        if (present) removals.push(...missing(round, present));
        removeAll(round, removals, (s) => {
          s.sync.setCursor(name, line.sequence);
          if (!own) forgetStrayPages(s);
        });
        return 'done';
      } else {
        if (line.kind === 'guide') progress.guides.done += 1;
        if (line.kind === 'wiki') progress.wikis.done += 1;
        if ('deleted' in line) {
          if (line.hidden && (await staysHere(round, line, person))) {
            if (present && (line.kind === 'guide' || line.kind === 'wiki')) present[line.kind].add(line.id);
            continue;
          }
          if (batch.length > 0 && removals.length === 0) flush();
          if (line.kind === 'guide' || line.kind === 'wiki') {
            removals.push({
              kind: line.kind,
              id: line.id,
              reason: 'Deleted on the site, or no longer shown to you.',
            });
            continue;
          }
        } else if (present && (line.kind === 'guide' || line.kind === 'wiki'))
          present[line.kind].add(line.id);
        batch.push(line);
        if (batch.length >= batchSize) {
          flush();
          await breathe();
          if (round.stopped())
            throw new RemoteError('offline', 'Stopped before the end; the next start goes on here.');
        }
      }
    }
  } catch (error) {
    // What came before the line broke is whole and need not come again.
    if (error instanceof RemoteError) flush();
    throw error;
  }
  flush();
  throw new RemoteError(
    'bad-answer',
    'The feed of the site was cut off; the next round goes on where it stopped.',
  );
}

function parseLine(text: string): FeedLine {
  try {
    return JSON.parse(text) as FeedLine;
  } catch (error) {
    throw new RemoteError('bad-answer', 'The feed of the site holds a broken line.', 200, undefined, error);
  }
}

function applyChange(round: Round, s: StoreWriter, change: ChangeLine): void {
  const doc = 'doc' in change ? change.doc : undefined;
  const { apply, counts } = round;
  switch (change.kind) {
    case 'guide':
      counts.guides += 1;
      return apply.guide(s, doc as Guide);
    case 'wiki':
      counts.wikis += 1;
      return apply.wiki(s, doc as Wiki);
    case 'comment':
      return doc === undefined ? apply.commentGone(s, change.id) : apply.comment(s, doc as Comment);
    case 'user':
      return doc === undefined ? undefined : apply.person(s, doc as UserSummary);
    case 'tags':
      return doc === undefined ? undefined : apply.tags(s, change.id, doc as string[]);
    case 'favorites':
      return doc === undefined ? undefined : apply.marks(s, 'favorites', change.id, doc as Mark[]);
    case 'completions':
      return doc === undefined ? undefined : apply.marks(s, 'completions', change.id, doc as Mark[]);
    case 'site':
      return doc === undefined ? undefined : s.meta.set('site', doc);
    case 'form':
    case 'entry':
    case 'release':
    case 'glossary':
    case 'translations':
    case 'collaborators':
    case 'team':
    case 'image':
    case 'video':
    case 'document':
    case 'views':
      return apply.other(s, change.kind, change.id, doc);
    default:
      // A newer hub may speak of kinds this desk does not know.
      return undefined;
  }
}

function missing(round: Round, present: { guide: Set<number>; wiki: Set<number> }): Removal[] {
  const reason = 'No longer on the site.';
  return round.store.read(null, (s) => [
    ...s.guides
      .ids()
      .filter((id) => id > 0 && !present.guide.has(id))
      .map((id): Removal => ({ kind: 'guide', id, reason })),
    ...s.wikis
      .ids()
      .filter((id) => id > 0 && !present.wiki.has(id))
      .map((id): Removal => ({ kind: 'wiki', id, reason })),
  ]);
}
