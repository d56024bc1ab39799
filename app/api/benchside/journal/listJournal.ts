import { z } from 'zod';

import { journalEntry, journalState } from '../../../../shared/model/journal.ts';
import { describe } from '../../../replica/decisions/describe.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { flagQuery, paging, wordList } from '../../fields.ts';

export const listJournal = defineEndpoint({
  route: 'GET /benchside/journal',
  summary:
    'Edits made at this desk, newest first: the current user’s, for leads also those of deactivated people; admins see all, unless `mine`',
  auth: 'user',
  profile: 'desk',
  query: z.object({ ...paging, state: wordList.pipe(z.array(journalState)).optional(), mine: flagQuery }),
  response: z.object({ entries: z.array(journalEntry) }),
  example: { query: { state: 'pending,parked' } },
  handler: ({ query, read }) =>
    read((s) => ({
      entries: s.journal
        .newest({
          states: query.state ?? journalState.options,
          of: query.mine ? 'viewer' : 'decidable',
          limit: query.limit,
          offset: query.offset,
        })
        .map((entry) => describe(s, entry)),
    })),
});
