import { z } from 'zod';

import { failedSearch } from '../../../../shared/model/failed-search.ts';
import { failedSearches } from '../../../store/search/failed-searches.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { requireLead } from '../admin/lead.ts';

export const listFailedSearches = defineEndpoint({
  route: 'GET /benchside/failed-searches',
  summary:
    'Searches of this hub and its desks that found nothing with all of their words, the most frequent first; who searched is not stored',
  auth: 'user',
  may: ['author', 'admin'],
  profile: 'hub',
  response: z.object({ results: z.array(failedSearch) }),
  errors: ['forbidden'],
  example: {},
  handler: ({ actor, read }) => {
    requireLead(actor);
    return { results: read(failedSearches) };
  },
});
