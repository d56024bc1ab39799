import { bundleImport } from '../../../../shared/model/carry.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const stopBundleImport = defineEndpoint({
  route: 'DELETE /benchside/bundle_import',
  summary: 'Stop the import of a bundle; what it has stored stays',
  auth: 'window',
  profile: 'desk',
  response: bundleImport,
  example: {},
  handler: async ({ ctx }) => {
    await ctx.carry.end();
    return ctx.carry.state(ctx);
  },
});
