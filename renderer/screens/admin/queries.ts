import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';

import type { EarnedBadge } from '../../../shared/model/badge.ts';
import type { Device } from '../../../shared/model/device.ts';
import type { GlossaryEntry } from '../../../shared/model/glossary.ts';
import type { GuideSummary } from '../../../shared/model/guide.ts';
import type {
  Account,
  Accounts,
  BadgeHolder,
  Overview,
  ReleasedGuides,
  UsedFlag,
} from '../../../shared/model/leads.ts';
import type { Team, TeamAttributes } from '../../../shared/model/team.ts';
import type { tokenInfo } from '../../../shared/model/token.ts';
import type { UserSummary } from '../../../shared/model/user.ts';
import { api } from '../../api.ts';

export type TokenInfo = z.infer<typeof tokenInfo>;

/** All that is looked after begins with this: one change makes all of it fresh. */
export const adminKey = ['admin'];

const read = <T>(path: string, ...rest: (string | number)[]) =>
  queryOptions({
    queryKey: [...adminKey, path, ...rest],
    queryFn: ({ signal }) => api<T>('GET', path, { signal }),
  });

export const overviewQuery = read<Overview>('/benchside/overview');

export const devicesQuery = queryOptions({
  ...read<Device[]>('/benchside/devices'),
  refetchInterval: 30_000,
});

export interface PeopleFilter {
  search: string;
  role: string;
  active: string;
}

/** As many as one request gives. */
export const peoplePage = 100;

export const peopleQuery = (filter: PeopleFilter, page: number) => {
  const given = Object.entries(filter).filter(([, value]) => value !== '');
  const params = new URLSearchParams([
    ...given,
    ['limit', String(peoplePage)],
    ['offset', String(page * peoplePage)],
  ]);
  return read<Accounts>(`/benchside/people?${params.toString()}`);
};

export const accountQuery = (userid: number) => read<Account>(`/benchside/people/${userid}`);
export const tokensQuery = (userid: number) => read<TokenInfo[]>(`/benchside/tokens?userid=${userid}`);
export const earnedQuery = (userid: number) => read<EarnedBadge[]>(`/users/${userid}/badges`);

const listPage = 200;

/** All teams, a page after the other: there are as many as a workshop has. */
export const teamsQuery = queryOptions({
  queryKey: [...adminKey, '/teams'],
  queryFn: async ({ signal }) => {
    const teams: Team[] = [];
    for (let page = teams, offset = 0; offset === 0 || page.length === listPage; offset += listPage) {
      page = await api<Team[]>('GET', `/teams?limit=${listPage}&offset=${offset}`, { signal });
      teams.push(...page);
    }
    return teams;
  },
});

export const teamQuery = (teamid: number) => read<TeamAttributes>(`/teams/${teamid}/attributes`);
export const membersQuery = (teamid: number) => read<UserSummary[]>(`/teams/${teamid}`);
export const flagsQuery = read<UsedFlag[]>('/benchside/flags');
export const badgesQuery = read<EarnedBadge[]>('/user/badges');
export const glossaryQuery = read<GlossaryEntry[]>('/translation_glossary/entries');

const paged = <T>(path: string, isLast: (page: T) => boolean) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, path, 'pages'],
    queryFn: ({ signal, pageParam }) =>
      api<T>('GET', `${path}${path.includes('?') ? '&' : '?'}limit=50&offset=${pageParam}`, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last: T, _: T[], offset: number) => (isLast(last) ? undefined : offset + 50),
    placeholderData: keepPreviousData,
  });

export const flaggedQuery = (flagid: string) =>
  paged<GuideSummary[]>(`/benchside/flags/${encodeURIComponent(flagid)}/guides`, (page) => page.length < 50);

export const holdersQuery = (badgeid: number) =>
  paged<BadgeHolder[]>(`/benchside/badges/${badgeid}/people`, (page) => page.length < 50);

export const releasesQuery = (waiting: boolean, search: string) => {
  const params = new URLSearchParams([
    ...(waiting ? [['waiting', '']] : []),
    ...(search === '' ? [] : [['search', search]]),
  ]);
  return paged<ReleasedGuides>(`/benchside/releases?${params.toString()}`, (page) => page.guides.length < 50);
};

export interface FoundPerson {
  key: string;
  title: string;
  note: string;
  image: UserSummary['image'];
  person: UserSummary;
}

/** For fields that suggest people. */
export const findPeople = async (text: string, signal: AbortSignal): Promise<FoundPerson[]> => {
  const path = `/users/search/${encodeURIComponent(text)}?limit=8`;
  const found = await api<UserSummary[]>('GET', path, { signal });
  return found.map((person) => ({
    key: String(person.userid),
    title: person.username,
    note: person.unique_username ?? '',
    image: person.image,
    person,
  }));
};
