import { teamAttributes } from '../../../shared/model/team.ts';
import { defineEndpoint } from '../endpoint.ts';
import { teamFields } from '../teams/team-fields.ts';

export const createTeam = defineEndpoint({
  route: 'POST /benchside/teams',
  summary: 'Create a team; an owner becomes its first member',
  auth: 'admin',
  body: teamFields.required({ name: true }),
  response: teamAttributes,
  status: 201,
  example: { body: { name: 'Electronics', owner: 2, join_code: 'solder-and-flux' } },
  handler: ({ body, write }) => write((s) => s.teams.attributes(s.teams.create(body))),
});
