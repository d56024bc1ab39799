/** Every hundredth guide changes between two rounds. */
export const changedIds = (size: number): number[] =>
  Array.from({ length: Math.round(size / 100) }, (_, index) => 1 + index * 100);

/** Ids all over the set, the same for everybody. */
export const spreadIds = (size: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => 1 + ((index * 7919) % size));

/** Asks a server of the benchmark to change one guide of a hundred. */
export async function touch(url: string): Promise<void> {
  const response = await fetch(new URL('/bench/touch', url), { method: 'POST' });
  if (!response.ok) throw new Error(`${url} cannot change guides: ${response.status}`);
}
