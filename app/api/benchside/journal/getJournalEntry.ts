import { z } from 'zod';

import { journalEntryInFull } from '../../../../shared/model/journal.ts';
import { requireOwn } from '../../../replica/decisions/decide.ts';
import { describe } from '../../../replica/decisions/describe.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const getJournalEntry = defineEndpoint({
  route: 'GET /benchside/journal/{entryid}',
  summary: 'One edit with all that has happened to it',
  auth: 'user',
  may: ['owner', 'admin'],
  profile: 'desk',
  params: z.object({ entryid: z.string() }),
  response: journalEntryInFull,
  errors: ['not-found', 'forbidden'],
  example: { params: { entryid: '01a20a87-6049-778e-80c9-5808b6f7626b' } },
  handler: ({ params, read }) =>
    read((s) => {
      const entry = requireOwn(s, params.entryid);
      return { ...describe(s, entry), events: s.journal.events(entry.sequence) };
    }),
});
