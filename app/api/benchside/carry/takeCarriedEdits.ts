import { z } from 'zod';

import { limits } from '../../../../shared/limits.ts';
import { carriedEdits } from '../../../../shared/model/carry.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { fileName, uploadBody } from '../../media/upload-body.ts';
import { editTaker } from './edit-taker.ts';

export const takeCarriedEdits = defineEndpoint({
  route: 'POST /benchside/carried_edits',
  summary:
    'Take the edits that a desk without a network saved to a file, which is the body, in the names of their authors',
  auth: 'admin',
  profile: 'hub',
  query: z.object({ file: fileName }),
  response: carriedEdits,
  status: 202,
  errors: ['too-large', 'unavailable'],
  example: { query: { file: 'edits.json' } },
  handler: async ({ query: { file }, actor, ctx, request }) => {
    const taker = editTaker(ctx);
    await taker.begin(file, uploadBody({ request, ctx }, limits.bundle.edits.max, 'A file with edits'));
    ctx.log.info({ admin: actor.userid, file }, 'an admin takes edits of desks from a file');
    return taker.state();
  },
});
