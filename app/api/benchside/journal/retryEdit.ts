import { z } from 'zod';

import { journalEntry } from '../../../../shared/model/journal.ts';
import { requireOwn, retry } from '../../../replica/decisions/decide.ts';
import { describe } from '../../../replica/decisions/describe.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const retryEdit = defineEndpoint({
  route: 'POST /benchside/journal/{entryid}/retry',
  summary: 'Try a parked edit again',
  auth: 'user',
  may: ['owner', 'admin'],
  profile: 'desk',
  params: z.object({ entryid: z.string() }),
  response: journalEntry,
  errors: ['not-found', 'forbidden'],
  example: { params: { entryid: '01a20a87-6049-778e-80c9-5808b6f7626b' } },
  handler: ({ params, actor, ctx }) => {
    const tried = ctx.store.transact(actor, (s) => {
      retry(s, requireOwn(s, params.entryid));
      return describe(s, s.journal.require(params.entryid));
    });
    ctx.sync.request({});
    return tried;
  },
});
