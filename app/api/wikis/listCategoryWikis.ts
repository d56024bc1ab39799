import { z } from 'zod';

import { assertNever } from '../../../shared/assert.ts';
import { wikiSummary } from '../../../shared/model/wiki.ts';
import { displayTitles, nested } from '../../store/wikis/hierarchy.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { hierarchy, orderedCategory } from '../categories/category-fields.ts';
import { wikiListQuery } from './wiki-fields.ts';

export const listCategoryWikis = defineEndpoint({
  route: 'GET /wikis/CATEGORY',
  summary: 'Categories: as light wikis, as titles, only the leaves, or as the hierarchy they form',
  auth: 'public',
  query: wikiListQuery.extend({
    display: z.enum(['hierarchy', 'hierarchyOrder', 'titles', 'leaves']).optional(),
  }),
  response: z.union([z.array(wikiSummary), z.array(z.string()), z.array(orderedCategory), hierarchy]),
  example: { query: { display: 'hierarchy' } },
  handler: ({ query: { display, ...query }, read }) =>
    read((s) => {
      const options = { ...query, namespace: 'CATEGORY' };
      switch (display) {
        case undefined:
          return new JsonText(`[${s.wikis.list(options).join(',')}]`);
        case 'leaves':
          return new JsonText(`[${s.wikis.list({ ...options, leaves: true }).join(',')}]`);
        case 'titles':
          return s.wikis.listTitles(options);
        case 'hierarchy': {
          const tree = s.wikis.hierarchy(query);
          return { hierarchy: nested(tree), display_titles: displayTitles(tree) };
        }
        case 'hierarchyOrder':
          return s.wikis.hierarchy(query);
        default:
          return assertNever(display);
      }
    }),
});
