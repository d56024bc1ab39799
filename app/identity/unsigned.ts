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

/** The same as a sentence with the people's names; `undefined` when nobody's edits wait. */
export function describeUnsigned(store: Store, unsigned: ReadonlyMap<number, number>): string | undefined {
  if (unsigned.size === 0) return undefined;
  const edits = [...unsigned.values()].reduce((sum, n) => sum + n, 0);
  const names = store.read(null, (s) => [...unsigned.keys()].map((userid) => s.users.username(userid)));
  return `${edits} ${edits === 1 ? 'edit waits' : 'edits wait'} for a sign-in at this desk of: ${names.join(', ')}.`;
}
