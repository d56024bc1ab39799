import type { Home } from '../../../shared/model/benchside.ts';
import type { Image } from '../../../shared/model/image.ts';
import { sql } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';
import { categoryPictures } from './category-pictures.ts';
import type { CategorySummary } from './category-tree.ts';

/** Returns cards of categories in the given order; templated. Stubs without content are left out. */
export function categoryCards(s: StoreReader, categories: readonly CategorySummary[]): Home['categories'] {
  // CROSS JOIN keeps the planner from scanning all categories for each title.
  const rows = s.db.all(sql<{
    wikiid: number;
    title: string;
    stub: number;
    private: number;
    userid: number;
    image: string | null;
  }>`SELECT w.wikiid, w.title,
       w.stub, w.private, w.userid, w.summary ->> '$.image' AS image
     FROM json_each(${JSON.stringify(categories.map(({ title }) => title))}) t
     CROSS JOIN wiki w ON w.namespace = 'CATEGORY' AND w.title = t.value AND w.deleted = 0
     ORDER BY w.langid = ${s.langid ?? s.meta.site.langid}, w.langid = ${s.meta.site.langid}`);
  const pages = new Map(rows.filter((row) => s.wikis.maySee(row)).map((row) => [row.title, row]));
  const pictures = categoryPictures(
    s,
    categories.flatMap(({ title }) => (pages.get(title)?.image ? [] : title)),
  );
  return categories.flatMap(({ title, display_title, guides, children }) => {
    const page = pages.get(title);
    if (page?.stub && guides === 0 && children.length === 0) return [];
    const image = page?.image ? (JSON.parse(page.image) as Image) : (pictures.get(title) ?? null);
    return [{ title, display_title, image, guides, children: children.length }];
  });
}
