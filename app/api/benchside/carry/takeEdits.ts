import { z } from 'zod';

import { limits } from '../../../../shared/limits.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { fileName, uploadBody } from '../../media/upload-body.ts';
import { requireDeskLead } from '../desk-lead.ts';

export const takeEdits = defineEndpoint({
  route: 'POST /benchside/unsent_edits',
  summary:
    'Take the edits of another desk from its file, which is the body; the next sync sends them. Leads only',
  auth: 'user',
  profile: 'desk',
  query: z.object({ file: fileName }),
  response: z.object({ taken: z.int() }),
  errors: ['forbidden', 'too-large', 'invalid', 'not-found'],
  example: { query: { file: 'edits.json' } },
  handler: async ({ query: { file }, actor, ctx, request }) => {
    requireDeskLead(actor, ctx);
    const upload = uploadBody({ request, ctx }, limits.bundle.edits.max, 'A file with edits');
    const taken = await ctx.carry.takeEdits(ctx, file, upload);
    ctx.log.info({ lead: actor.userid, file, taken }, 'edits of another desk were taken');
    return { taken };
  },
});
