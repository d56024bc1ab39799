import type { Comment } from '../../shared/model/comment.ts';
import type { UserSummary } from '../../shared/model/user.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import type { StoreReader, StoreWriter } from '../store/store.ts';
import { hasNotes, readFeedAgain } from '../store/sync/sent-again.ts';
import type { Mark, ToldComment } from './apply-others.ts';
import { readLine, whenPrepared } from './feed-lines.ts';
import type { Change, ChangeLine } from './feed-lines.ts';
import { notePresent, removeGhosts } from './ghosts.ts';
import type { Present } from './ghosts.ts';
import { askAgain, hiddenFromAll } from './hidden.ts';
import type { Told } from './hidden.ts';
import type { PulledGuide } from './pulled-guide.ts';
import { endStartingOver, isRestored, notePoint, startOver } from './history.ts';
import { RemoteError } from './remote.ts';
import { forgetStrayPages, noLongerShown, removeAll } from './removals.ts';
import type { Removal } from './removals.ts';
import { breathe } from './round.ts';
import { refuse } from './sign-ins.ts';
import type { PersonToken, Round } from './round.ts';

/** Documents stored in one transaction: larger ones keep writers of the desk waiting. */
const batchSize = 64;

/** Batches that are read ahead of the one being stored. */
const readAhead = 2;

/** The cursor is per reader, because the feed shows each what they may see. */
const cursorName = (userid: number | undefined): string => `feed:${userid ?? 0}`;

/** Pulls by the hub's feed (SPEC.md, F1–F7): all that one person may see, and what only others of the desk may. */
export async function pullFeed(round: Round): Promise<void> {
  if (round.store.read(null, hasNotes)) round.store.transact(null, readFeedAgain);
  const reader = await readAsFirst(round);
  const first = round.store.read(null, (s) => s.sync.cursor<number>(cursorName(reader?.userid))) ?? 0;
  for (const person of round.people) {
    if (person === reader) continue;
    try {
      await readAs(round, person, { ownUpTo: first });
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
      await readAs(round, reader);
      return reader;
    } catch (error) {
      if (!reader || !isRefused(error)) throw error;
      refuse(round, reader);
    }
  }
}

const isRefused = (error: unknown): boolean => error instanceof RemoteError && error.kind === 'unauthorized';

/**
 * @param options.ownUpTo reads only what not everybody sees, and marks it as read up to this line at the most, which is how far the
 *   first person has read: what was public for a while after it, only they will be told of
 */
async function readAs(
  round: Round,
  person: PersonToken | undefined,
  { ownUpTo }: { ownUpTo?: number } = {},
): Promise<void> {
  round.apply.reader = person?.userid;
  const own = ownUpTo !== undefined;
  const name = own ? `${cursorName(person?.userid)}:own` : cursorName(person?.userid);
  const after = round.store.read(null, (s) => s.sync.cursor<number>(name)) ?? 0;
  const source = { name, own, person, furthest: ownUpTo ?? Infinity };
  if ((await readFeed(round, source, after)) === 'done') return;
  await startOver(round);
  if ((await readFeed(round, source, 0)) === 'reset')
    throw new RemoteError('bad-answer', 'The feed of the site never begins.');
}

interface Source {
  /** Of the cursor. */
  name: string;
  own: boolean;
  person: PersonToken | undefined;
  /** The cursor moves to this line at the most. */
  furthest: number;
}

/**
 * What belongs to a guide that comes after it: one that is not here yet, or that is back from the site's trash. What a
 * withdrawn release said is hidden once its guide no longer says it.
 */
function waitsForGuide(s: StoreReader, change: Change): boolean {
  if (!('doc' in change)) return change.kind === 'release' && 'hidden' in change;
  const { kind, id, doc } = change;
  const isInTrash = (guideid: number): boolean => (s.guides.row(guideid)?.deleted ?? 0) !== 0;
  const isMissing = (guideid: number): boolean => !s.guides.row(guideid) || isInTrash(guideid);
  switch (kind) {
    case 'translations':
    case 'collaborators':
      return isMissing(id);
    case 'release': {
      const { guideid, status } = doc as { guideid: number; status: string };
      return status === 'withdrawn' || isMissing(guideid);
    }
    case 'tags':
      return id > 0 && isInTrash(id);
    case 'form':
      return isInTrash(s.guides.stepOwner(id)?.guideid ?? 0);
    case 'comment': {
      const { guideid, apart } = doc as ToldComment;
      return apart === true && guideid !== undefined && isMissing(guideid);
    }
    default:
      return false;
  }
}

async function readFeed(
  round: Round,
  { name, own, person, furthest }: Source,
  after: number,
): Promise<'done' | 'reset'> {
  const { store, remote, progress } = round;
  /** Held back until all of them are known, so that a mass disappearance stops before the first one. */
  const removals: Removal[] = [];
  /** With `after` 0 everything the site has comes by; what did not is gone. */
  const present: Present | undefined = after === 0 && !own ? new Map() : undefined;
  /** The cursor stays before the first removal that is held back, and within what the first line named. */
  let safe = after;
  let reached = after;
  /** Only a whole reading tells what a restored hub does not have any more: the cursor moves at its end. */
  const isStartingOver = after === 0 && store.read(null, isRestored);
  let batch: Change[] = [];
  /** What belongs to guides that changed after it, and so come after it; the cursor stays before these, too. */
  const late: Change[] = [];
  /** Full ones, in order. */
  const waiting: Change[][] = [];

  const count = (lines: readonly ChangeLine[]): void => {
    for (const { kind } of lines) {
      if (kind === 'guide') progress.guides.done += 1;
      if (kind === 'wiki') progress.wikis.done += 1;
    }
  };

  const put = async (changes: Change[]): Promise<void> => {
    const { ready, problem } = await whenPrepared(changes);
    const last = ready.at(-1);
    if (last) {
      store.transact(null, (s) => {
        for (const change of ready) {
          if (waitsForGuide(s, change)) late.push(change);
          else applyChange(round, s, change);
        }
        const guides = ready
          .filter((change) => change.kind === 'guide' && !('deleted' in change))
          .map((change) => change.id);
        s.guides.touchDependents(guides);
        if (removals.length === 0 && late.length === 0) safe = Math.min(last.sequence, reached);
        if (!isStartingOver) s.sync.setCursor(name, safe);
      });
      count(ready);
      progress.bytes = remote.traffic.bytes;
      round.report('text');
    }
    if (!problem) return;
    // What follows it may not move the cursor past it.
    waiting.length = 0;
    batch = [];
    throw problem;
  };

  const putAll = async (): Promise<void> => {
    waiting.push(batch);
    batch = [];
    for (let next = waiting.shift(); next; next = waiting.shift()) await put(next);
  };

  try {
    for await (const json of remote.lines(
      `/benchside/changes?after=${after}${own ? '&beyond=public' : ''}`,
      person?.token,
    )) {
      const line = readLine(round, json);
      if ('reset' in line) return 'reset';
      if ('start' in line) {
        reached = Math.min(line.sequence, furthest);
        notePoint(round, line);
        void round.prepare.expect(line.counts.guide ?? 0);
        if (!own) {
          progress.guides = { done: 0, total: line.counts.guide ?? 0 };
          progress.wikis = { done: 0, total: line.counts.wiki ?? 0 };
        }
        round.report('text');
      } else if ('end' in line) {
        await putAll();
        notePoint(round, line);
        if (present) removals.push(...(await missing(round, present, person)));
        const gone = own ? [] : await askAgain(round);
        removals.push(...gone.flatMap(removalOf));
        removeAll(round, removals, (s) => {
          for (const { kind, id } of gone) if (kind === 'entry') round.apply.other(s, kind, id, undefined);
          for (const change of late) applyChange(round, s, change);
          s.sync.setCursor(name, Math.min(line.sequence, furthest));
          if (isStartingOver && present) {
            removeGhosts(round, s, present);
            endStartingOver(s);
          }
          if (!own) forgetStrayPages(s);
        });
        return 'done';
      } else {
        if ('deleted' in line) {
          count([line]);
          const isHidden = line.hidden && line.kind !== 'release';
          if (isHidden && (await hiddenFromAll(round, [line], person)).length === 0) {
            if (present) notePresent(present, line.kind, line.id);
            continue;
          }
          if (removals.length === 0) await putAll();
          const removed = removalOf(line);
          removals.push(...removed);
          if (removed.length > 0) continue;
        } else if (present) notePresent(present, line.kind, line.id);
        batch.push(line);
        if (batch.length >= batchSize) {
          waiting.push(batch);
          batch = [];
          const next = waiting.length > readAhead ? waiting.shift() : undefined;
          if (next) await put(next);
          await breathe();
          if (round.stopped())
            throw new RemoteError('offline', 'Stopped before the end; the next start goes on here.');
        }
      }
    }
  } catch (error) {
    // What came before the line broke is whole and need not come again.
    if (error instanceof RemoteError) await putAll();
    throw error;
  }
  await putAll();
  throw new RemoteError(
    'bad-answer',
    'The feed of the site was cut off; the next round goes on where it stopped.',
  );
}

const removalOf = ({ kind, id, left }: Told): Removal[] =>
  kind === 'guide' || kind === 'wiki' ? [{ kind, id, reason: noLongerShown, expected: left === true }] : [];

function applyChange(round: Round, s: StoreWriter, change: ChangeLine): void {
  const doc = 'doc' in change ? change.doc : undefined;
  const { apply, counts } = round;
  switch (change.kind) {
    case 'guide':
      counts.guides += 1;
      return apply.guide(s, doc as PulledGuide);
    case 'wiki':
      counts.wikis += 1;
      return apply.wiki(s, doc as Wiki);
    case 'comment':
      return doc === undefined ? apply.commentGone(s, change.id) : apply.comment(s, doc as Comment);
    case 'user':
      if (doc !== undefined) return apply.person(s, doc as UserSummary & { active?: boolean });
      return 'hidden' in change ? undefined : apply.personGone(s, change.id);
    case 'tags':
      return 'doc' in change ? apply.tags(s, change.id, doc as string[], change.tagids) : undefined;
    case 'favorites':
      return doc === undefined ? undefined : apply.marks(s, 'favorites', change.id, doc as Mark[]);
    case 'completions':
      return doc === undefined ? undefined : apply.marks(s, 'completions', change.id, doc as Mark[]);
    case 'site':
      return doc === undefined ? undefined : s.meta.set('site', doc);
    case 'release':
      if ('hidden' in change) return s.releases.withdrawRemote(change.id);
      return apply.other(s, change.kind, change.id, doc);
    case 'form':
    case 'entry':
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

/** What is here and was not told, unless another of this desk's people may see it. */
async function missing(round: Round, present: Present, reader: PersonToken | undefined): Promise<Removal[]> {
  const reason = 'No longer on the site.';
  const absent = round.store.read(null, (s) => [
    ...s.guides
      .ids()
      .filter((id) => id > 0 && !present.get('guide')?.has(id))
      .map((id): Removal => ({ kind: 'guide', id, reason })),
    ...s.wikis
      .ids()
      .filter((id) => id > 0 && !present.get('wiki')?.has(id))
      .map((id): Removal => ({ kind: 'wiki', id, reason })),
  ]);
  return hiddenFromAll(round, absent, reader);
}
