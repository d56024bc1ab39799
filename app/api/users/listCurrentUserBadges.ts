import { z } from 'zod';

import { earnedBadge } from '../../../shared/model/badge.ts';
import { defineEndpoint } from '../endpoint.ts';
import { badgeQuery } from './user-fields.ts';

export const listCurrentUserBadges = defineEndpoint({
  route: 'GET /user/badges',
  summary: 'Badges of the current user: earned ones first, newest first, then those that can be earned',
  auth: 'user',
  query: badgeQuery,
  response: z.array(earnedBadge),
  example: { query: { category: 'Guides' } },
  handler: ({ query, actor, read }) => read((s) => s.badges.list(actor.userid, query.category)),
});
