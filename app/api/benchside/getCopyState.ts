import { z } from 'zod';

import { copyState } from '../../../shared/model/benchside.ts';
import { copyStateOf } from '../../replica/desk-reports/copy-state.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const getCopyState = defineEndpoint({
  route: 'GET /benchside/guides/{guideid}/copy',
  summary: 'The local copy of a guide: whether it is complete, and what is missing',
  auth: 'public',
  params: z.object({ guideid: idParam }),
  response: copyState,
  errors: ['not-found', 'forbidden'],
  example: { params: { guideid: '1' } },
  handler: ({ params, ctx, read }) =>
    read((s) => copyStateOf(s, params.guideid, ctx.config.profile === 'hub')),
});
