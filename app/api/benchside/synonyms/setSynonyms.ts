import { z } from 'zod';

import { synonymList, synonymSets } from '../../../../shared/model/synonyms.ts';
import { keepSynonyms, siteSynonyms } from '../../../store/search/site-synonyms.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { requireLead } from '../admin/lead.ts';

export const setSynonyms = defineEndpoint({
  route: 'PUT /benchside/synonyms',
  summary: 'Replace the synonyms of the site; `null` returns to those that every site starts with',
  auth: 'user',
  may: ['author', 'admin'],
  forwarded: true,
  body: z.object({ sets: synonymSets.nullable() }),
  response: synonymList,
  errors: ['forbidden', 'invalid'],
  example: { body: { sets: [['pump', 'impeller housing']] } },
  handler: ({ body: { sets }, actor, ctx }) => {
    requireLead(actor);
    return ctx.store.transact(actor, (s) => {
      keepSynonyms(s, sets);
      s.feed.record('site', 0);
      return siteSynonyms(s);
    });
  },
});
