import { z } from 'zod';

import { searchedWords } from '../../../../shared/model/failed-search.ts';
import { forgetFailedSearch } from '../../../store/search/failed-searches.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { requireLead } from '../admin/lead.ts';

export const deleteFailedSearch = defineEndpoint({
  route: 'DELETE /benchside/failed-searches',
  summary: 'Remove a search from the list of failed searches',
  auth: 'user',
  may: ['author', 'admin'],
  profile: 'hub',
  query: z.object({ words: searchedWords }),
  response: z.void(),
  errors: ['forbidden'],
  example: { query: { words: 'unknown pump' } },
  handler: ({ query: { words }, actor, ctx }) => {
    requireLead(actor);
    ctx.store.transact(actor, (s) => forgetFailedSearch(s, words));
  },
});
