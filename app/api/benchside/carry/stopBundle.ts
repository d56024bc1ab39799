import { hubBundle } from '../../../../shared/model/carry.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const stopBundle = defineEndpoint({
  route: 'DELETE /benchside/bundle',
  summary: 'Stop making a bundle; the one before stays',
  auth: 'admin',
  profile: 'hub',
  response: hubBundle,
  example: {},
  handler: async ({ ctx }) => {
    await ctx.bundles.end();
    return ctx.bundles.state();
  },
});
