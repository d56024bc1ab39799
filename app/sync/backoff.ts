const firstMs = 2_000;
const longestMs = 5 * 60_000;

/**
 * Returns the milliseconds to wait before attempt `failures + 1`: doubling, at most five minutes, spread over ±25 % so that a
 * workshop's desks do not return all at once.
 *
 * @param random returns a number from 0 to 1
 */
export function backoffMs(failures: number, random: () => number): number {
  const plain = Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));
  return Math.round(plain * (0.75 + random() / 2));
}
