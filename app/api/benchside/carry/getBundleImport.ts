import { bundleImport } from '../../../../shared/model/carry.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const getBundleImport = defineEndpoint({
  route: 'GET /benchside/bundle_import',
  summary: 'How far the import of a bundle is that runs at this desk, or how the last one ended',
  auth: 'window',
  profile: 'desk',
  response: bundleImport,
  example: {},
  handler: ({ ctx }) => ctx.carry.state(ctx),
});
