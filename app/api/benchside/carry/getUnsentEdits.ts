import { editsFile } from '../../../../shared/model/carry.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const getUnsentEdits = defineEndpoint({
  route: 'GET /benchside/unsent_edits',
  summary:
    'A file with the edits that the site does not have, for another desk to send: the current user’s; for leads all of this desk, without those with something that they may not read. Changes of rights are left out',
  auth: 'user',
  profile: 'desk',
  response: editsFile,
  example: {},
  handler: async ({ actor, ctx }) => {
    const document = await ctx.carry.unsent(ctx, actor);
    // A whole answer: placeholders in it stay what they are.
    return Response.json(document, { headers: { 'Cache-Control': 'no-store' } });
  },
});
