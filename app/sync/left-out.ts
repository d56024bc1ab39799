import type { ReplicaWriter } from '../replica/replica.ts';
import { problemOf } from './problem.ts';
import { RemoteError } from './remote.ts';
import type { Round } from './round.ts';

/** Notes an item of a third-party site that cannot be read (SPEC P11.2). */
export function leaveOut({ skipped, log }: Round, path: string, error: unknown): void {
  if (!skipped.has(path)) log.warn({ err: error, path }, 'something that the site sent cannot be read');
  skipped.add(path);
}

/** Returns the sentence about what was left out; `null` if nothing was. */
export function leftOutWords(skipped: ReadonlySet<string>): string | null {
  const [first] = skipped;
  if (first === undefined) return null;
  return `The site sent things that cannot be read and are left out until they can: ${skipped.size}, such as ${first}.`;
}

/** Returns whether an error comes from one item of a third-party site, and not from the disk, the network or the site as a whole. */
export const isOfItem = (error: unknown): boolean =>
  (error instanceof RemoteError && error.kind === 'bad-answer') || problemOf(error).kind === 'bug';

/**
 * Stores items of a third-party site in one transaction. If that fails, each gets its own, so that only those are left out that cannot be
 * stored (SPEC P11.2).
 *
 * @param options.after runs once after that, in the same transaction if nothing failed
 * @returns whether all were stored
 */
export function storeEach<Item>(
  round: Round,
  items: readonly Item[],
  {
    pathOf,
    put,
    after = () => undefined,
  }: {
    pathOf(item: Item): string;
    put(s: ReplicaWriter, item: Item): void;
    after?: (s: ReplicaWriter) => void;
  },
): boolean {
  try {
    round.store.transact(null, (s) => {
      for (const item of items) put(s, item);
      after(s);
    });
    return true;
  } catch (error) {
    if (!isOfItem(error)) throw error;
  }
  let isWhole = true;
  for (const item of items) {
    try {
      round.store.transact(null, (s) => put(s, item));
    } catch (error) {
      if (!isOfItem(error)) throw error;
      leaveOut(round, pathOf(item), error);
      isWhole = false;
    }
  }
  round.store.transact(null, after);
  return isWhole;
}
