import { z } from 'zod';

import { limits } from '../../../../shared/limits.ts';
import { bundleImport } from '../../../../shared/model/carry.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { flagQuery } from '../../fields.ts';
import { fileName, uploadBody } from '../../media/upload-body.ts';
import { requireDeskLead } from '../desk-lead.ts';

export const startBundleImport = defineEndpoint({
  route: 'POST /benchside/bundle_import',
  summary:
    'Import a bundle of the hub, which is the body; `acceptRemovals` confirms a mass disappearance, leads only',
  auth: 'window',
  profile: 'desk',
  query: z.object({ file: fileName, acceptRemovals: flagQuery }),
  response: bundleImport,
  status: 202,
  errors: ['forbidden', 'too-large', 'unavailable'],
  example: { query: { file: 'site.bundle' } },
  handler: async ({ query: { file, acceptRemovals }, actor, ctx, request }) => {
    if (acceptRemovals) requireDeskLead(actor, ctx);
    const upload = uploadBody({ request, ctx }, limits.bundle.file.max, 'A bundle');
    await ctx.carry.begin(ctx, { file, upload, acceptRemovals });
    return ctx.carry.state(ctx);
  },
});
