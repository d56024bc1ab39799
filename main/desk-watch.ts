import { z } from 'zod';

import { notificationList } from '../shared/model/notification.ts';
import type { SyncStatus } from '../shared/sync-status.ts';
import { syncStatus } from '../shared/sync-status.ts';
import type { Fetch } from '../app/http/desk-window.ts';
import { homeAddress } from './address.ts';
import type { DeskPhase } from './desk.ts';
import type { Needs } from './needs.ts';
import { mainTexts } from './texts.ts';

const person = z.object({ userid: z.int() });
const edits = z.object({
  entries: z.array(
    z.object({
      entryid: z.string(),
      state: z.string(),
      subject: z.string().nullable(),
      cause: z.object({ kind: z.string() }).nullable(),
    }),
  ),
});
const runs = z.object({ results: z.array(z.object({ entryid: z.int() })) });
const run = z.object({
  entryid: z.int(),
  workorderid: z.string(),
  benchside: z.object({ events: z.array(z.object({ type: z.string(), time: z.number() })).default([]) }),
});

/** Maximum of paused runs that are watched for notices. */
const mostRuns = 10;

/**
 * Asks the core what a window of this desk would ask. While nobody is signed in, `userid` is null, and edits, runs and notifications are
 * unknown.
 */
export async function lookAt(
  fetch: Fetch,
): Promise<{ status: SyncStatus; needs: Needs; userid: number | null }> {
  const ask = async <T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> => {
    const response = await fetch(new Request(`${homeAddress}api/2.0${path}`));
    return response.ok ? schema.parse(await response.json()) : undefined;
  };
  const status = syncStatus.parse(await ask('/benchside/sync', syncStatus));
  const user = await ask('/user', person);
  const found = user && (await ask('/benchside/journal?state=pending,parked&mine&limit=200', edits));
  const waiting = found?.entries ?? [];
  const parked = waiting.filter(({ state }) => state === 'parked');
  const paused = user && (await ask(`/work_log?userid=${user.userid}&status=paused&limit=${mostRuns}`, runs));
  const notifications = user && (await ask('/benchside/notifications', notificationList));
  const inFull = await Promise.all(
    (paused?.results ?? []).map(({ entryid }) => ask(`/work_log/${entryid}`, run)),
  );
  return {
    status,
    userid: user?.userid ?? null,
    needs: {
      conflicts: parked.filter(({ cause }) => cause?.kind === 'conflict'),
      parked: parked.filter(({ cause }) => cause?.kind !== 'conflict'),
      signIn:
        status.problem?.kind === 'unauthorized' || waiting.some(({ cause }) => cause?.kind === 'sign-in'),
      complete: !status.firstSync,
      guides: status.stored.guides,
      unread: notifications?.results.filter(({ read }) => !read) ?? [],
      paused: inFull.flatMap((one) => {
        const since = one?.benchside.events.findLast(({ type }) => type === 'pause')?.time;
        return one && since !== undefined ? [{ entryid: one.entryid, order: one.workorderid, since }] : [];
      }),
    },
  };
}

/** Returns the state of sync in a few words, for the tray. */
export function statusWords(state: DeskPhase['kind'], status: SyncStatus | undefined): string {
  const words = mainTexts.sync;
  if (state === 'unbound') return words.unbound;
  if (state === 'failed') return words.failed;
  if (!status) return words.never;
  const { journal, problem } = status;
  if (journal.parked > 0) return words.parked(journal.parked);
  switch (status.phase) {
    case 'connecting':
    case 'push':
    case 'text':
    case 'sweep':
    case 'pictures':
      return words.running;
    case 'waiting':
      return problem?.kind === 'offline' ? words.offline : words.waiting;
    case 'blocked':
      return problem?.kind === 'unauthorized' ? words.signIn : words.blocked;
    case 'off':
      return words.off;
    case 'idle': {
      const unsent = journal.pending + journal.sending;
      if (unsent > 0) return words.pending(unsent);
      return status.lastSuccessAt === null ? words.never : words.current;
    }
  }
}
