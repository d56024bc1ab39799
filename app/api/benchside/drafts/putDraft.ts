import { z } from 'zod';

import { limits } from '../../../../shared/limits.ts';
import { limitedRecord } from '../../../../shared/model/limited-record.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { draftParams } from './draft-fields.ts';

export const putDraft = defineEndpoint({
  route: 'PUT /benchside/drafts/{key}',
  summary: 'Store a draft of the current user, at this desk only',
  auth: 'user',
  params: draftParams,
  body: limitedRecord(z.string(), z.unknown(), limits.draft.names.max),
  manyValues: true,
  response: z.void(),
  example: { params: { key: 'guide-1' }, body: { title: 'Replace the shaft se' } },
  handler: ({ params, body, actor, ctx }) => {
    ctx.store.note((s) => s.drafts.put(actor.userid, params.key, body));
  },
});
