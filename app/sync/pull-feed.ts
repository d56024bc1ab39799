import type { UserSummary } from '../../shared/model/user.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import { simpleResourceOf } from '../store/resources/index.ts';
import { isSimpleKind } from '../store/resources/kinds.ts';
import type { ReplicaReader, ReplicaWriter } from '../replica/replica.ts';
import { hasNotes, readFeedAgain } from '../replica/resend.ts';
import { lacksDoubted } from '../replica/seen-points.ts';
import { readFeedLine, whenPrepared } from './feed-lines.ts';
import type { FeedChange, ChangeLine } from './feed-lines.ts';
import { notePresent, removeGhosts } from './ghosts.ts';
import type { Present } from './ghosts.ts';
import { recheckPending, notVisibleToAnyone } from './visibility.ts';
import type { HiddenDocument } from '../replica/desk-state.ts';
import type { PulledGuide } from './pulled-guide.ts';
import { notePoint, startOver } from './history.ts';
import { endStartingOver, forgetLostBases, isRestored } from './starting-over.ts';
import { RemoteError } from './remote.ts';
import { forgetStrayPages } from '../replica/stray-pages.ts';
import { noLongerShown } from '../replica/trash.ts';
import { notOnSite, removeAll } from './removals.ts';
import type { Removal } from './removals.ts';
import { yieldToEventLoop } from './round.ts';
import { handleRefusedToken } from './sign-ins.ts';
import type { PersonToken, Round } from './round.ts';

/** Documents stored in one transaction; more would keep other writers of the desk waiting. */
const batchSize = 64;

/** Batches that are read ahead while one is stored. */
const readAhead = 2;

/** Each reader has a watermark, because the feed shows each person what they may see. */
const watermarkName = (userid: number | undefined): string => `feed:${userid ?? 0}`;

/** Pulls from a hub's feed (SPEC F1–F7): everything that the first person may see, and then what only others of the desk may see. */
export async function pullFeed(round: Round): Promise<void> {
  if (round.store.read(null, hasNotes)) round.store.transact(null, readFeedAgain);
  const reader = await readAsFirst(round);
  const first = round.store.read(null, (s) => s.watermarks.get<number>(watermarkName(reader?.userid))) ?? 0;
  for (const person of round.people) {
    if (person === reader) continue;
    try {
      await readAs(round, person, { ownUpTo: first });
    } catch (error) {
      // An ended sign-in of another person does not stop the rest.
      if (!isRefused(error)) throw error;
      handleRefusedToken(round, person);
    }
  }
}

/**
 * Reads the feed as the first person whose token the site accepts.
 *
 * @returns that person; `undefined` if there is none and the feed was read without a token
 */
async function readAsFirst(round: Round): Promise<PersonToken | undefined> {
  for (;;) {
    const [reader] = round.people;
    try {
      await readAs(round, reader);
      return reader;
    } catch (error) {
      if (!reader || !isRefused(error)) throw error;
      handleRefusedToken(round, reader);
    }
  }
}

const isRefused = (error: unknown): boolean => error instanceof RemoteError && error.kind === 'unauthorized';

/**
 * Reads the feed as one person.
 *
 * @param options.ownUpTo reads only what is not public, and moves the watermark at most to this line, up to which the first person
 *   has read: a document that was public only for a while after it is named in no feed but this person's
 */
async function readAs(
  round: Round,
  person: PersonToken | undefined,
  { ownUpTo }: { ownUpTo?: number } = {},
): Promise<void> {
  if (person && ownUpTo === undefined) await readBeyondPublic(round, person);
  const own = ownUpTo !== undefined;
  const name = own ? `${watermarkName(person?.userid)}:own` : watermarkName(person?.userid);
  const after = round.store.read(null, (s) => s.watermarks.get<number>(name)) ?? 0;
  const source = { name, own, person, furthest: ownUpTo ?? Infinity };
  if ((await readFeed(round, source, after)) === 'done') return;
  await startOver(round);
  if ((await readFeed(round, source, 0)) === 'reset')
    throw new RemoteError('bad-answer', 'The feed of the site has no first line.');
}

/**
 * Where everything public was read without a sign-in, as by a snapshot (SPEC S3), reads for a first person who has read nothing only
 * what is not public. From that line on they read everything.
 */
async function readBeyondPublic(round: Round, person: PersonToken): Promise<void> {
  const name = watermarkName(person.userid);
  const { all, own, anyone } = round.store.read(null, ({ watermarks }) => ({
    all: watermarks.get<number>(name),
    own: watermarks.get<number>(`${name}:own`) ?? 0,
    anyone: watermarks.get<number>(watermarkName(undefined)),
  }));
  if (all !== undefined || anyone === undefined) return;
  if (own < anyone) await readAs(round, person, { ownUpTo: anyone });
  // A restored hub was read from its beginning instead.
  round.store.transact(null, (s) => {
    if (s.watermarks.get(watermarkName(undefined)) === anyone) s.watermarks.set(name, anyone);
  });
}

interface Source {
  /** Name of the watermark. */
  name: string;
  own: boolean;
  person: PersonToken | undefined;
  /** The watermark moves to this line at most. */
  furthest: number;
}

/**
 * Returns whether a change has to wait for a guide that comes later in the feed: the guide is not stored yet, or it comes back
 * from the site's trash. A withdrawn release is hidden only once its guide no longer shows its content.
 */
function waitsForGuide(s: ReplicaReader, change: ChangeLine): boolean {
  if (!isSimpleKind(change.kind)) return false;
  const { waitsForGuide: waits, withdrawn } = simpleResourceOf(change.kind);
  if ('doc' in change) return waits?.(s, change.id, change.doc as never) ?? false;
  return withdrawn !== undefined && change.hidden === true;
}

/** Kinds for which a hidden line needs no question to other people. */
const isWithdrawn = (kind: string): boolean =>
  isSimpleKind(kind) && simpleResourceOf(kind).withdrawn !== undefined;

async function readFeed(
  round: Round,
  { name, own, person, furthest }: Source,
  after: number,
): Promise<'done' | 'reset'> {
  const { store, remote, progress } = round;
  /** Applied at the end of the feed, so that a mass disappearance stops the round before the first removal. */
  const removals = new Map<string, Removal>();
  /** Set when the feed is read from its beginning: what it does not name is gone. */
  const present: Present | undefined = after === 0 && !own ? new Map() : undefined;
  /** The last line that the watermark may name: before the first removal held back, and not beyond the first line's `sequence`. */
  let safe = after;
  let reached = after;
  /** Set while a restored hub's feed is read: what the hub has lost is known only at the end, so the watermark moves once, there. */
  const isStartingOver = after === 0 && store.read(null, isRestored);
  let batch: FeedChange[] = [];
  /** Changes that wait for a later guide, by their resource; the watermark stays before these, too. */
  const late = new Map<string, ChangeLine>();
  /** Full batches, in order. */
  const waiting: FeedChange[][] = [];

  const count = (lines: readonly ChangeLine[]): void => {
    for (const { kind } of lines) {
      if (kind === 'guide') progress.guides.done += 1;
      if (kind === 'wiki') progress.wikis.done += 1;
    }
  };

  const remove = (these: readonly Removal[]): void => {
    for (const one of these) removals.set(nameOf(one), one);
  };

  const put = async (changes: FeedChange[]): Promise<void> => {
    const { ready, problem } = await whenPrepared(changes);
    const last = ready.at(-1);
    if (last) {
      store.transact(null, (s) => {
        for (const change of ready) {
          // A resource that changes while the feed is read comes again.
          late.delete(nameOf(change));
          const { kind, id } = change;
          if (isStartingOver && (kind === 'guide' || kind === 'wiki')) forgetLostBases(s, { kind, id });
          if (waitsForGuide(s, change)) late.set(nameOf(change), change);
          else applyChange(round, s, change);
        }
        const guides = ready
          .filter((change) => change.kind === 'guide' && !('deleted' in change))
          .map((change) => change.id);
        s.guides.touchDependents(guides);
        if (removals.size === 0 && late.size === 0) safe = Math.min(last.sequence, reached);
        if (!isStartingOver) s.watermarks.set(name, safe);
      });
      count(ready);
      progress.bytes = remote.traffic.bytes;
      round.report('text');
    }
    if (!problem) return;
    // Later changes must not move the watermark past the broken one.
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
      const line = readFeedLine(round, json);
      if ('reset' in line) return 'reset';
      if ('start' in line) {
        const { sequence, stamp = '', earlier = [] } = line;
        if (store.read(null, (s) => lacksDoubted(s, [...earlier, { sequence, stamp }]))) return 'reset';
        reached = Math.min(sequence, furthest);
        notePoint(round, line);
        if (person) round.takenNow.add(person.userid);
        void round.prepare.expect(line.counts.guide ?? 0);
        if (!own) {
          progress.guides = { done: 0, total: line.counts.guide ?? 0 };
          progress.wikis = { done: 0, total: line.counts.wiki ?? 0 };
        }
        round.report('text');
      } else if ('end' in line) {
        await putAll();
        notePoint(round, line);
        if (present) remove(await missing(round, present, person));
        const gone = own ? [] : await recheckPending(round);
        remove(gone.flatMap(removalOf));
        removeAll(round, [...removals.values()], (s) => {
          for (const { kind, id } of gone) if (isSimpleKind(kind)) round.apply.gone(s, kind, id);
          for (const change of late.values()) applyChange(round, s, change);
          if (isStartingOver && present) {
            removeGhosts(round, s, present);
            endStartingOver(s);
            // Others may have read already what only they see, if the restore was noticed then.
            s.watermarks.forgetFeeds();
          }
          s.watermarks.set(name, Math.min(line.sequence, furthest));
          if (!own) forgetStrayPages(s);
          round.apply.replayer.replayUnshown(s);
        });
        return 'done';
      } else {
        if ('deleted' in line) {
          count([line]);
          const isHidden = line.hidden && !isWithdrawn(line.kind);
          if (isHidden && (await notVisibleToAnyone(round, [line], person)).length === 0) {
            if (present) notePresent(present, line.kind, line.id);
            continue;
          }
          if (removals.size === 0) await putAll();
          const removed = removalOf(line);
          remove(removed);
          if (removed.length > 0) continue;
        } else {
          removals.delete(nameOf(line));
          if (present) notePresent(present, line.kind, line.id);
        }
        batch.push(line);
        if (batch.length >= batchSize) {
          waiting.push(batch);
          batch = [];
          const next = waiting.length > readAhead ? waiting.shift() : undefined;
          if (next) await put(next);
          await yieldToEventLoop();
          if (round.stopped())
            throw new RemoteError('offline', 'Stopped before the end. The next sync continues here.');
        }
      }
    }
  } catch (error) {
    // The changes before the broken line are complete and need not be sent again.
    if (error instanceof RemoteError) await putAll();
    throw error;
  }
  await putAll();
  throw new RemoteError(
    'bad-answer',
    'The feed of the hub was cut off. The next sync continues where it stopped.',
  );
}

const nameOf = ({ kind, id }: Pick<ChangeLine, 'kind' | 'id'>): string => `${kind} ${id}`;

const removalOf = ({ kind, id, left }: HiddenDocument): Removal[] =>
  kind === 'guide' || kind === 'wiki' ? [{ kind, id, reason: noLongerShown, expected: left === true }] : [];

/** Stores one change. Ignores kinds that this version does not know: a newer hub may send them. */
function applyChange({ apply, counts }: Round, s: ReplicaWriter, change: ChangeLine): void {
  const { kind, id } = change;
  if ('deleted' in change) {
    if (!isSimpleKind(kind)) return;
    const { withdrawn } = simpleResourceOf(kind);
    if (change.hidden && withdrawn) withdrawn.hide(s, id);
    else if (kind !== 'user') apply.gone(s, kind, id);
    else if (!change.hidden) apply.personGone(s, id);
    return;
  }
  if (change.pictures) apply.picturesInText(s, change.pictures);
  if (kind === 'guide') {
    counts.guides += 1;
    apply.guide(s, change.doc as PulledGuide);
  } else if (kind === 'wiki') {
    counts.wikis += 1;
    apply.wiki(s, change.doc as Wiki);
  } else if (kind === 'user') apply.person(s, change.doc as UserSummary & { active?: boolean });
  else if (isSimpleKind(kind)) apply.put(s, kind, id, change.doc, change);
}

/** Returns the stored guides and pages that the feed did not name, except those that another person of this desk may see. */
async function missing(round: Round, present: Present, reader: PersonToken | undefined): Promise<Removal[]> {
  const absent = round.store.read(null, (s) => [
    ...s.guides
      .ids()
      .filter((id) => id > 0 && !present.get('guide')?.has(id))
      .map((id): Removal => ({ kind: 'guide', id, reason: notOnSite })),
    ...s.wikis
      .ids()
      .filter((id) => id > 0 && !present.get('wiki')?.has(id))
      .map((id): Removal => ({ kind: 'wiki', id, reason: notOnSite })),
  ]);
  return notVisibleToAnyone(round, absent, reader);
}
