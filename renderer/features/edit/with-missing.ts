/** Returns `order` with the missing keys of `all`, each after the key that it follows in `all`. */
export function withMissing(order: readonly string[], all: readonly string[]): string[] {
  const complete = [...order];
  for (const [index, key] of all.entries()) {
    if (complete.includes(key)) continue;
    const before = all.slice(0, index).findLast((other) => complete.includes(other));
    complete.splice(before === undefined ? 0 : complete.indexOf(before) + 1, 0, key);
  }
  return complete;
}
