/** Returns whether parsed JSON has more than `most` values, those inside of others included. Counts no further than that. */
export function hasMoreValues(json: unknown, most: number): boolean {
  let left = most;
  const open = [json];
  for (let value = open.pop(); left >= 0 && value !== undefined; value = open.pop()) {
    left -= 1;
    if (typeof value !== 'object' || value === null) continue;
    const inside: unknown[] = Object.values(value);
    if (inside.length > left) return true;
    open.push(...inside);
  }
  return left < 0;
}
