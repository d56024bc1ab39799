import { z } from 'zod';

import { readiness } from '../../../shared/model/upkeep.ts';
import { readinessOf } from '../../replica/desk-reports/readiness.ts';
import { defineEndpoint } from '../endpoint.ts';
import { paging } from '../fields.ts';

export const getReadiness = defineEndpoint({
  route: 'GET /benchside/readiness',
  summary: 'How many guides are complete on this desk, and which are not, with why',
  auth: 'window',
  profile: 'desk',
  query: z.object({ limit: paging.limit }),
  response: readiness,
  example: {},
  handler: ({ query, actor, ctx }) => readinessOf(ctx.store, actor, query.limit),
});
