import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { restoreState } from '../../../shared/model/backup.ts';
import { setUpCodeHeader } from '../../../shared/set-up-code.ts';
import { defineEndpoint } from '../endpoint.ts';
import { fileName, uploadBody } from '../media/upload-body.ts';
import { restoresOf } from './getRestore.ts';

export const restoreHere = defineEndpoint({
  route: 'POST /benchside/setup/backup',
  summary: 'Restore a backup in the place of a hub that was never set up, which then starts again',
  description: `The body is a part of the file; parts are sent in order. Needs the code on the hub's console in the header \`${setUpCodeHeader}\`.`,
  auth: 'open',
  profile: 'hub',
  query: z.object({
    file: fileName,
    at: z.coerce.number().int().min(0).meta({ description: 'Bytes of the file before this part.' }),
    total: z.coerce
      .number()
      .int()
      .min(0)
      .max(limits.setUp.backup.max)
      .meta({ description: 'Bytes of the whole file.' }),
  }),
  response: restoreState,
  status: 202,
  errors: ['forbidden', 'too-large', 'unavailable'],
  example: { query: { file: 'hub.backup', at: '0', total: '1048576' } },
  handler: async ({ query, ctx, request }) => {
    await ctx.setUp.requireCode(request.headers.get(setUpCodeHeader) ?? '', request);
    const restores = restoresOf(ctx);
    await restores.receive(query, uploadBody({ request, ctx }, limits.setUp.piece.max, 'A part of a backup'));
    return restores.state();
  },
});
