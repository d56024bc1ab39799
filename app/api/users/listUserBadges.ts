import { z } from 'zod';

import { earnedBadge } from '../../../shared/model/badge.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';
import { badgeQuery } from './user-fields.ts';

export const listUserBadges = defineEndpoint({
  route: 'GET /users/{userid}/badges',
  summary: 'Badges of a user: earned ones first, newest first, then those that can be earned',
  auth: 'public',
  params: z.object({ userid: idParam }),
  query: badgeQuery,
  response: z.array(earnedBadge),
  errors: ['not-found'],
  example: { params: { userid: '2' } },
  handler: ({ params, query, read }) =>
    read((s) => s.badges.list(s.users.requireRow(params.userid).userid, query.category)),
});
