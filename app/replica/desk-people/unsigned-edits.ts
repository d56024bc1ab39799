import type { Replica } from '../replica.ts';

/**
 * Returns how many edits of each person wait for a sign-in, by userid. On a system without a secret store every restart ends all
 * sign-ins.
 *
 * @param senders returns the userids whose edits can be sent
 */
export function unsignedBy(store: Replica, senders: () => readonly number[]): Map<number, number> {
  const waiting = store.read(null, (s) => s.journal.waiting());
  if (waiting.length === 0) return new Map();
  const known = new Set(senders());
  return new Map(
    waiting
      .filter(({ userid }) => !known.has(userid))
      .map(({ userid, pending, sending }) => [userid, pending + sending]),
  );
}

/** Returns `unsigned` as an English sentence with people's names; `undefined` if no edits wait. */
export function describeUnsigned(store: Replica, unsigned: ReadonlyMap<number, number>): string | undefined {
  if (unsigned.size === 0) return undefined;
  const edits = [...unsigned.values()].reduce((sum, n) => sum + n, 0);
  const names = store.read(null, (s) => [...unsigned.keys()].map((userid) => s.users.username(userid)));
  return `${edits} ${edits === 1 ? 'edit waits' : 'edits wait'} for a sign-in at this desk of: ${names.join(', ')}.`;
}
