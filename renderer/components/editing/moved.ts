/** Returns the list with one item moved. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}
