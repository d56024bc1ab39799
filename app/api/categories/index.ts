import { getCategory } from './getCategory.ts';
import { listCategories } from './listCategories.ts';
import { listCategoryNames } from './listCategoryNames.ts';

export const categoryEndpoints = [listCategories, listCategoryNames, getCategory];
