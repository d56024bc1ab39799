import type { Actor } from '../store/actor.ts';
import type { Replica } from '../replica/replica.ts';

/**
 * Suspends a person's active runs at this desk when another person signs in at its window: in the person's name and with all
 * values, so that others can take them over. Paused runs and runs begun on another machine stay theirs.
 *
 * @returns whether there were any
 */
export function handOver(store: Replica, person: Actor): boolean {
  const entryids = store.read(person, (s) => s.journal.runsAtWork(person.userid));
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
