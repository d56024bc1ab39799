const firstMs = 2_000;
const longestMs = 5 * 60_000;

/**
 * Milliseconds to wait before attempt `failures + 1`: doubling, at most five minutes, spread over ±25 % so that a
 * workshop's desks do not come back all at once. `random` gives 0 … 1.
 */
export function backoffMs(failures: number, random: () => number): number {
  const plain = Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));
  return Math.round(plain * (0.75 + random() / 2));
}
