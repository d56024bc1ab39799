import { notFound } from '../../../shared/errors.ts';
import type { StoreReader } from '../aggregates.ts';
import { categoryCards } from './cards.ts';
import { limits } from '../../../shared/limits.ts';
import { categoryPictures } from './category-pictures.ts';
import { categoryTree, withBelow } from './category-tree.ts';
import type { CategorySummary } from './category-tree.ts';

/**
 * Returns one screen of a category (`categoryPage` of `shared/model/benchside.ts`) as templated JSON text. A category
 * without a page that the viewer may see is composed from its guides alone. Its text is that of the page in the reader's
 * language, if the page was written in it.
 *
 * @throws AppError `not-found`
 */
export function categoryPageText(s: StoreReader, asked: string): string {
  const found = s.wikis.named('CATEGORY', asked, s.langid);
  const row = found && s.wikis.maySee(found) ? found : undefined;
  const category = categoryTree(s).byTitle.get(row?.title ?? asked);
  if (!category) throw notFound('Category');
  const body = row && s.wikis.document(row).body;
  const page = {
    title: category.title,
    langid: row?.langid ?? s.meta.site.langid,
    available_langids: row ? s.wikis.variants(row).map(({ langid }) => langid) : [],
    display_title: category.display_title,
    image: body?.image ?? categoryPictures(s, [category.title]).get(category.title) ?? null,
    description: body?.description ?? '',
    contents_rendered: body?.contents_rendered ?? '',
    info: (body?.info ?? []).map(({ name, value }) => ({ name, value: String(value) })),
    ancestors: ancestorsOf(category),
    children: categoryCards(s, category.children),
    can_edit: row !== undefined && s.wikis.mayEdit(row),
    total: category.guides,
    can_create: !found && s.wikis.mayCreate('CATEGORY', category.title),
  };
  const guides = s.guides.list({
    categories: withBelow(category),
    includePrivate: true,
    limit: limits.categoryPage.guides.max,
  });
  return `${JSON.stringify(page).slice(0, -1)},"guides":[${guides.join(',')}]}`;
}

/** Returns the ancestors, root first. */
function ancestorsOf({ parent }: CategorySummary): { title: string; display_title: string }[] {
  if (!parent) return [];
  return [...ancestorsOf(parent), { title: parent.title, display_title: parent.display_title }];
}
