import type { CategoryPage } from '../../../shared/model/benchside.ts';

/** Returns the language that an address of a page must name: the shown one, if the page was written in several. */
export const variantOf = ({
  langid,
  available_langids: langids,
}: Pick<CategoryPage, 'langid' | 'available_langids'>): string | undefined =>
  langids.length > 1 ? langid : undefined;
