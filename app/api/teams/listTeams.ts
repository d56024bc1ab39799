import { z } from 'zod';

import { team } from '../../../shared/model/team.ts';
import { defineEndpoint } from '../endpoint.ts';
import { order, paging, sinceQuery } from '../fields.ts';

export const listTeams = defineEndpoint({
  route: 'GET /teams',
  summary: 'Teams with the reputation of their members together, by teamid',
  auth: 'public',
  query: z.object({ ...paging, order, newMemberSince: sinceQuery }),
  response: z.array(team),
  example: { query: { order: 'DESC', limit: '10' } },
  handler: ({ query, read }) => read((s) => s.teams.list(query)),
});
