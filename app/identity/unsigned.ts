import type { Store } from '../store/store.ts';

/**
 * How many edits of whom wait for a sign-in, by userid. Where the system keeps no secrets, a restart forgets every one.
 *
 * @param senders the userids in whose names edits can be sent
 */
export function unsignedBy(store: Store, senders: () => readonly number[]): Map<number, number> {
  const waiting = store.read(null, (s) => s.journal.waiting());
  if (waiting.length === 0) return new Map();
  const known = new Set(senders());
  return new Map(
    waiting
      .filter(({ userid }) => !known.has(userid))
      .map(({ userid, pending, sending }) => [userid, pending + sending]),
  );
}
