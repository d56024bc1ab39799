import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { limits } from '../../shared/limits.ts';
import { feedPosition } from '../../shared/model/feed-position.ts';
import type { FeedPosition } from '../../shared/model/feed-position.ts';
import { highestId } from '../store/feed/epochs.ts';
import type { Fork } from '../store/feed/epochs.ts';
import {
  endDoubts,
  foreignEdits,
  forgetForeign,
  forgetSeenAfter,
  historyOf,
  isAnyNew,
  noteCommon,
  noteSeen,
  partingAt,
  seenPoints,
} from '../replica/seen-points.ts';
import { setAsideForeign, setAsideLost } from '../replica/decisions/park-lost.ts';
import { RemoteError } from './remote.ts';
import type { Round } from './round.ts';
import { handleRefusedToken } from './sign-ins.ts';
import { lostDocuments, removeLost } from './ghosts.ts';
import { brake } from './removals.ts';
import { beginStartingOver } from './starting-over.ts';

/** Lets the following requests name the newest known line of a hub's feed. */
export function nameNewest({ hub, remote, store }: Pick<Round, 'hub' | 'remote' | 'store'>): void {
  if (hub) remote.history = store.read(null, historyOf);
}

/**
 * Notes a line that the hub's feed has; requests name it from now on.
 *
 * @param earlier lines of earlier epochs, oldest first: a restored hub may have only one of these
 */
export function notePoint(
  { store, remote }: Round,
  { sequence, stamp, earlier = [] }: Partial<FeedPosition> & { earlier?: readonly FeedPosition[] },
): void {
  if (sequence === undefined || !stamp) return;
  const points = [...earlier.slice(-limits.sync.points.max), { sequence, stamp }];
  if (!store.read(null, (s) => isAnyNew(s, points))) return;
  remote.history = store.transact(null, (s) => {
    for (const point of points) noteSeen(s, point);
    endDoubts(s);
    return historyOf(s);
  });
}

/**
 * Starts over with a hub that was restored from a backup: everyone's feed is read from the beginning, and edits that the hub has
 * lost are parked. Ids that it gave in the lost part may stand for something else now, so nothing is shown under them any more.
 *
 * @throws SyncStop `mass-disappearance` when the brake (SPEC R3) applies and nobody has confirmed; nothing has changed then
 */
export async function startOver(round: Round): Promise<void> {
  const { store, remote, log } = round;
  const named = remote.history;
  // The hub refuses requests that name a line which it has lost.
  remote.history = undefined;
  const fork = await askLost(round).finally(() => {
    remote.history = named;
  });
  log.warn(
    { sequence: fork.sequence, lost: fork.lost.length },
    'the hub was restored from a backup: reading its feed from the beginning',
  );
  brake(
    round,
    store.read(null, (s) => lostDocuments(s, fork.ids)),
  );
  remote.history = store.transact(null, (s) => {
    s.watermarks.forgetFeeds();
    forgetSeenAfter(s, fork);
    s.deskState.set('left', { sequence: fork.sequence, stamp: fork.stamp, ids: fork.ids });
    s.favorites.forgetEditors();
    beginStartingOver(s, highestId(fork.ids, 'revision'));
    setAsideLost(s, round.apply.replayer, fork);
    removeLost(round, s, fork.ids);
    return historyOf(s);
  });
}

/** Asks where the hub's history diverged from this desk's, and which edits it has lost. */
async function askLost(round: Round): Promise<LostPart> {
  const { store, remote, clock } = round;
  const { seen, keys } = store.read(null, (s) => ({
    seen: seenPoints(s),
    keys: s.journal.takenIn(knownDays, clock.now() + remote.ahead),
  }));
  const { max } = limits.sync.keys;
  const fork = await askFork(round, seen, keys.slice(0, max));
  for (let from = max; from < keys.length; from += max)
    fork.lost.push(...(await askFork(round, seen, keys.slice(from, from + max))).lost);
  return { ...store.read(null, (s) => partingAt(s, fork)), lost: fork.lost };
}

interface LostPart extends Fork {
  /** Entryids of edits that the hub does not have. */
  lost: string[];
}

const forkAnswer = feedPosition.extend({
  // A hub of an earlier version names none.
  stamp: feedPosition.shape.stamp.default(''),
  ids: z.record(z.string(), z.int()),
  lost: z.array(z.string()).default([]),
});

/** Days for which a hub certainly remembers the edits it took. */
const knownDays = 25;

/** Parks edits that came from other desks, as far as they are about what the hub has lost, before any of them is sent. */
export async function checkForeign(round: Round): Promise<void> {
  const { store, remote, apply } = round;
  const foreign = store.read(null, foreignEdits);
  if (foreign.length === 0) return;
  const forks: (Fork & { entryids: readonly string[] })[] = [];
  for (const { seen, entryids } of foreign) forks.push({ ...(await askFork(round, seen)), entryids });
  remote.history = store.transact(null, (s) => {
    for (const fork of forks) {
      setAsideForeign(s, apply.replayer, fork);
      noteCommon(s, fork);
    }
    forgetForeign(s, foreign.length);
    return historyOf(s);
  });
}

/**
 * Asks where the hub's history diverged from another one. The request also makes the hub skip ids that it gave in the lost
 * part (SPEC F4.4).
 *
 * @param keys edits that the hub took in that history
 */
async function askFork(
  round: Round,
  seen: readonly FeedPosition[],
  keys: readonly string[] = [],
): Promise<LostPart> {
  const { remote, people, refusedNow } = round;
  const person = people.find(({ userid }) => !refusedNow.has(userid));
  const { status, body } = await remote.send({
    method: 'POST',
    path: '/benchside/history',
    token: person?.token ?? '',
    key: randomUUID(),
    body: { json: { seen, keys } },
  });
  if (status === 401 && person) {
    handleRefusedToken(round, person);
    return askFork(round, seen, keys);
  }
  if (status === 401) throw new RemoteError('unauthorized', 'The site asks everyone to sign in.', status);
  const fork = forkAnswer.safeParse(body);
  if (!fork.success) throw new RemoteError('bad-answer', 'The hub did not report what it has lost.', status);
  return fork.data;
}
