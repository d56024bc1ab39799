import { queryOptions } from '@tanstack/react-query';

import type { Team } from '../../../shared/model/team.ts';
import { api } from '../client.ts';
import { adminKey } from './admin-key.ts';

const pageSize = 200;

/** All teams, page by page: a workshop has few. */
export const teamsQuery = queryOptions({
  queryKey: [...adminKey, 'teams'],
  queryFn: async ({ signal }) => {
    const teams: Team[] = [];
    for (let page = teams, offset = 0; offset === 0 || page.length === pageSize; offset += pageSize) {
      page = await api('GET /teams', { query: { limit: pageSize, offset }, signal });
      teams.push(...page);
    }
    return teams;
  },
});

export const teamQuery = (teamid: number) =>
  queryOptions({
    queryKey: [...adminKey, 'team', teamid],
    queryFn: ({ signal }) => api('GET /teams/{teamid}/attributes', { params: { teamid }, signal }),
  });

export const membersQuery = (teamid: number) =>
  queryOptions({
    queryKey: [...adminKey, 'members', teamid],
    queryFn: ({ signal }) => api('GET /teams/{teamid}', { params: { teamid }, signal }),
  });
