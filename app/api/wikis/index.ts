import { createWiki } from './createWiki.ts';
import { deleteWiki } from './deleteWiki.ts';
import { getCategoryIdentification } from './getCategoryIdentification.ts';
import { getWiki } from './getWiki.ts';
import { listCategoryChildren } from './listCategoryChildren.ts';
import { listCategoryWikis } from './listCategoryWikis.ts';
import { listWikis } from './listWikis.ts';
import { revertWiki } from './revertWiki.ts';
import { setCategoryParent } from './setCategoryParent.ts';
import { updateWiki } from './updateWiki.ts';

export const wikiEndpoints = [
  createWiki,
  listCategoryWikis,
  listCategoryChildren,
  getCategoryIdentification,
  setCategoryParent,
  listWikis,
  getWiki,
  updateWiki,
  deleteWiki,
  revertWiki,
];
