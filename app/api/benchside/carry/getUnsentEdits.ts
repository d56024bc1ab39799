import { editsFile } from '../../../../shared/model/carry.ts';
import { isLead } from '../../../store/actor.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const getUnsentEdits = defineEndpoint({
  route: 'GET /benchside/unsent_edits',
  summary:
    'A file with the edits that the site does not have, for another desk to send: the current user’s, for leads all of this desk',
  auth: 'user',
  profile: 'desk',
  response: editsFile,
  example: {},
  handler: async ({ actor, ctx }) => {
    const document = await ctx.carry.unsent(ctx, isLead(actor) ? undefined : actor.userid);
    // A whole answer: placeholders in it stay what they are.
    return Response.json(document, { headers: { 'Cache-Control': 'no-store' } });
  },
});
