import { z } from 'zod';

import { journalEntry } from '../../../../shared/model/journal.ts';
import { discard, requireOwn } from '../../../replica/decisions/decide.ts';
import { describe } from '../../../replica/decisions/describe.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const discardEdit = defineEndpoint({
  route: 'POST /benchside/journal/{entryid}/discard',
  summary: 'Discard a parked edit and the edits that build on it; their content stays readable here',
  auth: 'user',
  may: ['owner', 'admin'],
  profile: 'desk',
  params: z.object({ entryid: z.string() }),
  response: journalEntry,
  errors: ['not-found', 'forbidden'],
  example: { params: { entryid: '01a20a87-6049-778e-80c9-5808b6f7626b' } },
  handler: ({ params, actor, ctx }) =>
    ctx.store.transact(actor, (s) => {
      discard(s, ctx.replayer, requireOwn(s, params.entryid));
      return describe(s, s.journal.require(params.entryid));
    }),
});
