import { queryOptions } from '@tanstack/react-query';

import type { Account } from '../../../shared/model/admin.ts';
import { api } from '../client.ts';
import type { Answer } from '../types.ts';
import { adminKey } from './admin-key.ts';

/** An empty field matches every account. */
export interface PeopleFilter {
  search: string;
  role: Account['role'] | '';
  active: 'yes' | 'no' | '';
}

/** Accounts per page. */
export const peoplePage = 100;

export const peopleQuery = (filter: PeopleFilter, page: number) =>
  queryOptions({
    queryKey: [...adminKey, 'people', filter, page],
    queryFn: ({ signal }) =>
      api('GET /benchside/people', {
        query: {
          search: filter.search || undefined,
          role: filter.role || undefined,
          active: filter.active || undefined,
          limit: peoplePage,
          offset: page * peoplePage,
        },
        signal,
      }),
  });

export const accountQuery = (userid: number) =>
  queryOptions({
    queryKey: [...adminKey, 'account', userid],
    queryFn: ({ signal }) => api('GET /benchside/people/{userid}', { params: { userid }, signal }),
  });

export type TokenInfo = Answer<'GET /benchside/tokens'>[number];

export const tokensQuery = (userid: number) =>
  queryOptions({
    queryKey: [...adminKey, 'tokens', userid],
    queryFn: ({ signal }) => api('GET /benchside/tokens', { query: { userid }, signal }),
  });
