import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { limits } from '../../shared/limits.ts';
import type { Fork, Point } from '../store/feed/epochs.ts';
import type { StoreReader, StoreWriter } from '../store/store.ts';
import { forgetSeen, historyOf, noteSeen, seenPoints } from '../store/sync/seen-points.ts';
import { setAsideLost } from './journal/set-aside-lost.ts';
import { RemoteError } from './remote.ts';
import type { Round } from './round.ts';

const restoredName = 'restored';

/** The hub has this line: it is named from now on. */
export function notePoint({ store, remote }: Round, { sequence, stamp }: Partial<Point>): void {
  if (sequence === undefined || !stamp) return;
  remote.history = store.transact(null, (s) => {
    noteSeen(s, { sequence, stamp });
    return historyOf(s);
  });
}

/** Whether the hub was restored, and has not been read whole since. */
export const isRestored = (s: StoreReader): boolean => (s.sync.cursor(restoredName) ?? null) !== null;

export const endStartingOver = (s: StoreWriter): void => s.sync.setCursor(restoredName, null);

/**
 * The hub was restored from a backup and lost what came after it: its feed is to be read from the beginning by everybody. Numbers
 * that it gave in the lost part may stand for something else there.
 */
export async function startOver(round: Round): Promise<void> {
  const { store, remote, log } = round;
  remote.history = undefined;
  const fork = await askFork(round);
  log.warn(
    { sequence: fork.sequence, lost: fork.lost.length },
    'the hub was restored from a backup: reading its feed from the beginning',
  );
  store.transact(null, (s) => {
    s.db.runSql("DELETE FROM cursor WHERE name LIKE 'feed:%'");
    forgetSeen(s);
    s.personal.forgetEditors();
    s.sync.setCursor(restoredName, true);
    setAsideLost(s, round.apply.replayer, fork);
  });
}

const forkAnswer = z.object({
  sequence: z.int(),
  ids: z.record(z.string(), z.int()),
  lost: z.array(z.string()).default([]),
});

/** Days for which a hub knows surely what it has done. */
const knownDays = 25;

/** Where the hub parted from what is known here. It learns that its numbers were given before. */
async function askFork(round: Round): Promise<Fork & { lost: string[] }> {
  const { store, remote, people } = round;
  const { seen, keys } = store.read(null, (s) => ({
    seen: seenPoints(s),
    keys: s.journal.takenSince(s.now - knownDays * 86_400, limits.sync.keys.max),
  }));
  const { status, body } = await remote.send({
    method: 'POST',
    path: '/benchside/history',
    token: people.find(({ userid }) => !round.refusedNow.has(userid))?.token ?? '',
    key: randomUUID(),
    body: { json: { seen, keys } },
  });
  const fork = forkAnswer.safeParse(body);
  if (status === 401) throw new RemoteError('unauthorized', 'The site asks everyone to sign in.', status);
  if (!fork.success) throw new RemoteError('bad-answer', 'The hub does not say what it has lost.', status);
  return fork.data;
}
