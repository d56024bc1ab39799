import { limits } from '../../../shared/limits.ts';

/** A category with its subcategories in listings. */
export interface CategoryNode {
  title: string;
  display_title: string | null;
  children: CategoryNode[];
}

export interface CategoryRow {
  title: string;
  display_title: string | null;
  parent: string | null;
  /** For stubs and pages that the viewer may not see: left out, and their children move up. */
  hidden: boolean;
}

/** Sites put all categories below one with this title and leave it out of listings (CONTRACT 8.4). */
export const rootTitle = 'Root';

/**
 * Returns the tree of all categories, siblings in the order of the rows. Each visible category appears exactly once: at
 * the top if its parent is unknown, or if a site's data put it in a circle. The tree has at most
 * `limits.wiki.categoryDepth.max` levels, so that readers may recurse: deeper categories are put on the last level.
 */
export function buildHierarchy(rows: readonly CategoryRow[]): CategoryNode[] {
  const byTitle = new Map<string, CategoryRow>();
  for (const row of rows) if (!byTitle.has(row.title)) byTitle.set(row.title, row);
  const parents = new Set(rows.map((row) => row.parent));
  const isRoot = (row: CategoryRow): boolean =>
    row.title === rootTitle && row.parent === null && parents.has(rootTitle);
  const shown = [...byTitle.values()].filter((row) => !row.hidden && !isRoot(row));

  /** Closest visible ancestor of each hidden row, so that each is walked only once. */
  const closest = new Map<CategoryRow, CategoryRow | undefined>();
  const above = (row: CategoryRow): CategoryRow | undefined => {
    const hidden: CategoryRow[] = [];
    let at = parentOf(row);
    while (at?.hidden && !closest.has(at)) {
      hidden.push(at);
      // Undefined until known, so that a circle of hidden rows ends.
      closest.set(at, undefined);
      at = parentOf(at);
    }
    const found = at?.hidden ? closest.get(at) : at;
    for (const passed of hidden) closest.set(passed, found);
    return found === row ? undefined : found;
  };
  const parentOf = ({ parent }: CategoryRow): CategoryRow | undefined => {
    const found = parent === null ? undefined : byTitle.get(parent);
    return found && isRoot(found) ? undefined : found;
  };
  const below = Map.groupBy(shown, above);

  const placed = new Set<CategoryRow>();
  const tree: CategoryNode[] = [];
  // Without recursion, because a site's chain may have any length.
  const waiting: { row: CategoryRow; siblings: CategoryNode[]; level: number }[] = [];
  const queue = (list: readonly CategoryRow[], siblings: CategoryNode[], level: number): void => {
    for (const row of list.toReversed()) waiting.push({ row, siblings, level });
  };
  // Categories in circles come last, each where it is first met.
  queue([...(below.get(undefined) ?? []), ...shown], tree, 1);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { row, siblings, level } = next;
    if (placed.has(row)) continue;
    placed.add(row);
    const { title, display_title } = row;
    const node: CategoryNode = { title, display_title, children: [] };
    siblings.push(node);
    const isLast = level >= limits.wiki.categoryDepth.max;
    queue(below.get(row) ?? [], isLast ? siblings : node.children, isLast ? level : level + 1);
  }
  return tree;
}

/** Returns only branches that lead to one of these titles. */
export function prune(nodes: readonly CategoryNode[], wanted: ReadonlySet<string>): CategoryNode[] {
  return nodes
    .map((node) => ({ ...node, children: prune(node.children, wanted) }))
    .filter((node) => node.children.length > 0 || wanted.has(node.title));
}

export type Nested = { [title: string]: Nested | null };

/** Returns titles as nested objects; a leaf is null (CONTRACT 8.4). */
export function nested(nodes: readonly CategoryNode[]): Nested {
  // `fromEntries` makes `__proto__` an ordinary key.
  return Object.fromEntries(
    nodes.map(({ title, children }) => [title, children.length === 0 ? null : nested(children)]),
  );
}

/** Returns display titles by title, of categories that have one. */
export function displayTitles(nodes: readonly CategoryNode[]): Record<string, string> {
  const entries = (list: readonly CategoryNode[]): [string, string][] =>
    list.flatMap(({ title, display_title, children }) => [
      ...(display_title === null ? [] : [[title, display_title] as [string, string]]),
      ...entries(children),
    ]);
  return Object.fromEntries(entries(nodes));
}

/** Returns all titles of the tree in alphabetical order. */
export function titlesOf(nodes: readonly CategoryNode[]): string[] {
  const all = (list: readonly CategoryNode[]): string[] =>
    list.flatMap(({ title, children }) => [title, ...all(children)]);
  return all(nodes).sort();
}
