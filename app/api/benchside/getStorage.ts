import { z } from 'zod';

import { storage } from '../../../shared/model/upkeep.ts';
import { copiesIn } from '../../store/daily-copies.ts';
import { storageOf } from '../../replica/desk-reports/storage.ts';
import { defineEndpoint } from '../endpoint.ts';

export const getStorage = defineEndpoint({
  route: 'GET /benchside/storage',
  summary: 'What takes how much room on this desk, by category; `category` for those below it',
  auth: 'window',
  profile: 'desk',
  query: z.object({ category: z.string().optional() }),
  response: storage,
  errors: ['not-found'],
  example: {},
  handler: async ({ query, actor, ctx }) => ({
    ...(await storageOf(ctx.store, actor, query.category)),
    copies: copiesIn(ctx.config.dataDir),
  }),
});
