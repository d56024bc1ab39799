import { sql } from '../sql.ts';
import type { ReadAccess } from '../access.ts';
import { mayReadWiki } from '../policy/wikis.ts';
import { rootTitle } from '../wikis/hierarchy.ts';

/**
 * Returns how many matches are in and below each category of one level: of the level below `within`, else of the highest level that
 * distinguishes the matches. A device's many models count as the device.
 *
 * @param categories the category of each match; null for none
 */
export function categoryFacets(
  s: ReadAccess,
  categories: readonly (string | null)[],
  within: string | undefined,
): Map<string, number> {
  const found = categories.filter((title) => title !== null);
  const paths = pathsOf(s, new Set(found));
  const countBelow = (level: string | undefined): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const title of found) {
      const path = paths.get(title) ?? [title];
      const at = level === undefined ? -1 : path.indexOf(level);
      const branch = level !== undefined && at === -1 ? undefined : path[at + 1];
      if (branch !== undefined) counts.set(branch, (counts.get(branch) ?? 0) + 1);
    }
    return counts;
  };
  let counts = countBelow(within);
  // Each turn goes one level down, so that it ends with the deepest path.
  for (;;) {
    const [first, ...more] = counts;
    if (!first || more.length > 0) return counts;
    const [only, count] = first;
    const below = countBelow(only);
    // Matches of the level itself would be left out.
    if (sum(below) < count) return counts;
    counts = below;
  }
}

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0);

interface Parent {
  wikiid: number;
  title: string;
  parent: string | null;
  stub: number;
  private: number;
  userid: number;
}

/** Returns for each title the titles from the top of the tree to it, without pages that the viewer may not see. */
function pathsOf(s: ReadAccess, titles: ReadonlySet<string>): Map<string, string[]> {
  const pages = new Map<string, Parent | undefined>();
  for (let asked = [...titles]; asked.length > 0;) {
    const rows = s.db.all(sql<Parent>`SELECT w.wikiid, w.title, w.parent, w.stub, w.private, w.userid
       FROM json_each(${JSON.stringify(asked)})
       CROSS JOIN wiki w ON w.namespace = 'CATEGORY' AND w.title = json_each.value AND w.deleted = 0`);
    for (const title of asked) pages.set(title, undefined);
    for (const row of rows) pages.set(row.title, row);
    asked = [...new Set(rows.flatMap(({ parent }) => (parent === null ? [] : [parent])))].filter(
      (parent) => !pages.has(parent),
    );
  }
  return new Map([...titles].map((title) => [title, pathTo(s, title, pages)]));
}

function pathTo(s: ReadAccess, title: string, pages: ReadonlyMap<string, Parent | undefined>): string[] {
  const path = [title];
  const passed = new Set(path);
  // A site's data may put categories in a circle.
  for (let at = pages.get(title)?.parent; at && !passed.has(at); at = pages.get(at)?.parent) {
    passed.add(at);
    const page = pages.get(at);
    if (page && at !== rootTitle && mayReadWiki(s, page)) path.unshift(at);
  }
  return path;
}
