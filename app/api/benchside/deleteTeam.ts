import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { teamParams } from '../teams/team-fields.ts';

export const deleteTeam = defineEndpoint({
  route: 'DELETE /benchside/teams/{teamid}',
  summary: 'Delete a team and detach it from all guides; its TEAM page stays',
  auth: 'admin',
  params: teamParams,
  response: z.void(),
  errors: ['not-found'],
  example: { params: { teamid: '1' } },
  handler: ({ params: { teamid }, write }) => write((s) => s.teams.delete(teamid)),
});
