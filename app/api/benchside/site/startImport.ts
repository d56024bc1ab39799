import { z } from 'zod';

import { limits } from '../../../../shared/limits.ts';
import { importState, importedPictures } from '../../../../shared/model/import.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { fileName, uploadBody } from '../../media/upload-body.ts';

export const startImport = defineEndpoint({
  route: 'POST /benchside/import',
  summary:
    'Import guides into a hub: the body is a MyFixit file (`.jsonl`, `.jsonl.gz`), or into an empty one a fixture (`.json`)',
  auth: 'admin',
  profile: 'hub',
  query: z.object({
    file: fileName,
    pictures: importedPictures
      .default('keep')
      .meta({ description: '`fetch`: the hub fetches the pictures of a MyFixit file from their addresses.' }),
  }),
  response: importState,
  status: 202,
  errors: ['too-large', 'unavailable', 'invalid'],
  example: { query: { file: 'pumps.jsonl.gz' } },
  handler: async ({ query: { file, pictures }, actor, ctx, request }) => {
    const most = /\.json$/i.test(file) ? limits.import.fixture.max : limits.import.file.max;
    await ctx.imports.begin(file, uploadBody({ request, ctx }, most, 'A file to import'), pictures);
    ctx.log.info({ admin: actor.userid, file }, 'an admin imports a file');
    return ctx.imports.state();
  },
});
