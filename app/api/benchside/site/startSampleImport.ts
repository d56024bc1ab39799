import { importState } from '../../../../shared/model/import.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const startSampleImport = defineEndpoint({
  route: 'POST /benchside/import/sample',
  summary: 'Load the sample workshop into an empty hub; its people cannot sign in',
  auth: 'admin',
  profile: 'hub',
  response: importState,
  status: 202,
  errors: ['unavailable', 'invalid', 'not-found'],
  example: {},
  handler: async ({ actor, ctx }) => {
    await ctx.imports.beginSample();
    ctx.log.info({ admin: actor.userid }, 'an admin loads the sample workshop');
    return ctx.imports.state();
  },
});
