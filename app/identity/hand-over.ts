import type { Actor } from '../store/actor.ts';
import type { Store } from '../store/store.ts';

/**
 * Somebody else takes the seat: the runs this person works on here are suspended in their own name, with all that was
 * entered, for whoever goes on with them. Paused ones stay theirs, and so do those begun at another machine.
 *
 * @returns whether there were any
 */
export function handOver(store: Store, person: Actor): boolean {
  const entryids = store.read(person, (s) => s.workLog.atWorkHere(person.userid));
  for (const entryid of entryids) {
    const operation = {
      route: 'POST /work_log/{entryid}/suspend',
      params: { entryid: String(entryid) },
      query: {},
      body: {},
    };
    store.edit(person, operation, (s) => s.workLog.suspend(entryid));
  }
  return entryids.length > 0;
}
