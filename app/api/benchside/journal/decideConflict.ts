import { z } from 'zod';

import { decision, journalEntry } from '../../../../shared/model/journal.ts';
import { decide, requireOwn } from '../../../replica/decisions/decide.ts';
import { describe } from '../../../replica/decisions/describe.ts';
import { defineEndpoint } from '../../endpoint.ts';

/** Milliseconds in which a decision starts no round, so that it can be undone. A round that starts anyway sends it. */
const secondThoughtsMs = 15_000;

export const decideConflict = defineEndpoint({
  route: 'POST /benchside/journal/{entryid}/decide',
  summary: 'Settle the conflicts of an edit: mine, theirs, or a value for each field; the next sync sends it',
  auth: 'user',
  may: ['owner', 'admin'],
  profile: 'desk',
  params: z.object({ entryid: z.string() }),
  body: decision,
  response: journalEntry,
  errors: ['not-found', 'forbidden'],
  example: {
    params: { entryid: '01a20a87-6049-778e-80c9-5808b6f7626b' },
    body: { take: 'mine', fields: { title: 'theirs' } },
  },
  handler: ({ params, body, actor, ctx }) => {
    const decided = ctx.store.transact(actor, (s) => {
      const entry = requireOwn(s, params.entryid);
      decide(s, ctx.replayer, entry, body);
      return describe(s, s.journal.require(params.entryid));
    });
    setTimeout(() => ctx.sync.request({}), secondThoughtsMs).unref();
    return decided;
  },
});
