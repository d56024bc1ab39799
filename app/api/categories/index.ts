import { getCategory } from './getCategory.ts';
import { listCategories } from './listCategories.ts';
import { listCategoryNames } from './listCategoryNames.ts';

export const categories = [listCategories, listCategoryNames, getCategory];
