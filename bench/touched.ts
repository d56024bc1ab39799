import { request } from 'undici';

/** Every hundredth guide changes between two rounds. */
export const changedIds = (size: number): number[] =>
  Array.from({ length: Math.round(size / 100) }, (_, index) => 1 + index * 100);

/** Ids all over the set, the same for everybody. */
export const spreadIds = (size: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => 1 + ((index * 7919) % size));

/** Edited at the desk without a network: a thousand, of a small set half. */
export const editedIds = (size: number): number[] => spreadIds(size, Math.min(1000, size >> 1));

/** Of those, the ones whose introduction the site changes as well. */
export const disputedIds = (size: number): number[] => editedIds(size).filter((_, index) => index % 20 === 0);

export const offlineWords = ' Edited offline.';
export const siteWords = ' Edited on the site.';

/** Who edits at the desk, an admin of the hub; servers of ready-made answers ask for no token. */
export const editor = { userid: 1, token: 'benchmark00000000000000000000000' };

/** Asks a server of the benchmark to change one guide of a hundred (`touch`), or the disputed ones (`dispute`). */
export async function change(url: string, what: 'touch' | 'dispute'): Promise<void> {
  // A connection that was kept would have been closed by the time it is used again.
  const { statusCode, body } = await request(new URL(`/bench/${what}`, url), { method: 'POST', reset: true });
  await body.dump();
  if (statusCode !== 200) throw new Error(`${url} cannot change guides: ${statusCode}`);
}
