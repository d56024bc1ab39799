import { publicGuidesFor, readableGuides } from '../policy/guides.ts';
import { sql } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';
import type { Db } from '../database.ts';
import type { CategoryNode } from '../wikis/hierarchy.ts';

export interface CategorySummary {
  title: string;
  display_title: string;
  parent: CategorySummary | undefined;
  children: CategorySummary[];
  /** Number of guides in it and below it that the viewer may see. */
  guides: number;
}

export interface CategoryTree {
  top: CategorySummary[];
  byTitle: ReadonlyMap<string, CategorySummary>;
}

interface Cache {
  version: number;
  trees: Map<string, CategoryTree>;
}

const caches = new WeakMap<Db, Cache>();
/** Trees differ by viewer and language; only a hub has many viewers. */
const mostTrees = 50;

/** Returns all categories with counts, as the viewer may see them. Cached until any connection commits. */
export function categoryTree(s: StoreReader): CategoryTree {
  const version = s.db.dataVersion;
  let cache = caches.get(s.db);
  if (!cache || cache.version !== version || cache.trees.size > mostTrees) {
    cache = { version, trees: new Map() };
    // Changes of an open transaction may be rolled back.
    if (!s.db.inTransaction) caches.set(s.db, cache);
  }
  const who = JSON.stringify([s.langid, s.viewer && [s.viewer.userid, s.viewer.role, s.viewer.teams]]);
  let tree = cache.trees.get(who);
  if (!tree) cache.trees.set(who, (tree = build(s)));
  return tree;
}

function build(s: StoreReader): CategoryTree {
  const counts = countPublic(s);
  addHidden(s, counts);
  const byTitle = new Map<string, CategorySummary>();
  const place = (
    { title, display_title, children }: CategoryNode,
    parent: CategorySummary | undefined,
  ): CategorySummary => {
    const category: CategorySummary = {
      title,
      display_title: display_title ?? title,
      parent,
      children: [],
      guides: counts.get(title) ?? 0,
    };
    byTitle.set(title, category);
    category.children = children.map((child) => place(child, category));
    for (const child of category.children) category.guides += child.guides;
    return category;
  };
  const top = s.wikis
    .hierarchy({ includeStubs: true, langid: s.langid })
    .map((node) => place(node, undefined));
  for (const title of counts.keys()) {
    if (!byTitle.has(title)) top.push(place({ title, display_title: null, children: [] }, undefined));
  }
  return { top, byTitle };
}

/** Returns how many public guides each category has, from an index alone. */
function countPublic(s: StoreReader): Map<string, number> {
  const rows = s.db.all(sql<{ category: string; n: number }>`SELECT category, count(*) AS n
     FROM guide g WHERE ${publicGuidesFor(s.viewer)} GROUP BY category`);
  return new Map(rows.map(({ category, n }) => [category, n]));
}

/** Adds the few private guides that the viewer may see. */
function addHidden(s: StoreReader, counts: Map<string, number>): void {
  if (!s.viewer) return;
  const hidden = s.db.all(sql<{ category: string; n: number }>`SELECT g.category, count(*) AS n FROM guide g
     WHERE g.public = 0 AND ${readableGuides(s.viewer)} GROUP BY g.category`);
  for (const { category, n } of hidden) counts.set(category, (counts.get(category) ?? 0) + n);
}

/** Returns the titles of a category and of all below it, as they are listed. */
export const withBelow = ({ title, children }: CategorySummary): string[] => [
  title,
  ...children.flatMap(withBelow),
];
