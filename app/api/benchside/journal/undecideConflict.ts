import { z } from 'zod';

import { journalEntry } from '../../../../shared/model/journal.ts';
import { requireOwn } from '../../../replica/decisions/decide.ts';
import { describe } from '../../../replica/decisions/describe.ts';
import { undoDecision } from '../../../replica/decisions/undo-decision.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const undecideConflict = defineEndpoint({
  route: 'POST /benchside/journal/{entryid}/undecide',
  summary: 'Undo a decision about an edit that has not been sent since',
  auth: 'user',
  may: ['owner', 'admin'],
  profile: 'desk',
  params: z.object({ entryid: z.string() }),
  response: journalEntry,
  errors: ['not-found', 'forbidden', 'invalid'],
  example: { params: { entryid: '01a20a87-6049-778e-80c9-5808b6f7626b' } },
  handler: ({ params, actor, ctx }) =>
    ctx.store.transact(actor, (s) => {
      undoDecision(s, ctx.replayer, requireOwn(s, params.entryid));
      return describe(s, s.journal.require(params.entryid));
    }),
});
