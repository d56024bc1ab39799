import { z } from 'zod';

import { displayTitles, nested } from '../../store/wikis/hierarchy.ts';
import { defineEndpoint } from '../endpoint.ts';
import { flagQuery, langidQuery } from '../fields.ts';
import { hierarchy, nestedCategories } from './category-fields.ts';

export const listCategories = defineEndpoint({
  route: 'GET /categories',
  summary: 'All category titles in the hierarchy they form, without stubs',
  auth: 'public',
  query: langidQuery.extend({ withDisplayTitles: flagQuery, requireGuides: flagQuery }),
  response: z.union([nestedCategories, hierarchy]),
  pure: true,
  example: { query: { withDisplayTitles: '' } },
  handler: ({ query: { withDisplayTitles, ...query }, read }) => {
    const tree = read((s) => s.wikis.hierarchy(query));
    return withDisplayTitles
      ? { hierarchy: nested(tree), display_titles: displayTitles(tree) }
      : nested(tree);
  },
});
