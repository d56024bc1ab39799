import { z } from 'zod';

import { defineEndpoint } from '../../endpoint.ts';
import { draftParams } from './draft-fields.ts';

export const deleteDraft = defineEndpoint({
  route: 'DELETE /benchside/drafts/{key}',
  summary: 'Delete a draft of the current user; a missing one is no error',
  auth: 'user',
  params: draftParams,
  response: z.void(),
  example: { params: { key: 'guide-1' } },
  handler: ({ params, actor, ctx }) => {
    ctx.store.note((s) => s.drafts.delete(actor.userid, params.key));
  },
});
