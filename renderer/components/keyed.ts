export interface Keyed<Item> {
  key: string;
  item: Item;
}

/** Gives every item a unique key: its name, numbered if names repeat. */
export function keyed<Item>(items: readonly Item[], nameOf: (item: Item) => string): Keyed<Item>[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = nameOf(item);
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    return { key: `${name} ${times}`, item };
  });
}
