import {
  infiniteQueryOptions,
  keepPreviousData,
  notifyManager,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query';

import type {
  CategoryPage,
  CopyState,
  DeskSettings,
  Home,
  Info,
  SearchResults,
} from '../shared/model/benchside.ts';
import type { Guide } from '../shared/model/guide.ts';
import type { JournalItem } from '../shared/model/journal.ts';
import type { User } from '../shared/model/user.ts';
import type { Wiki } from '../shared/model/wiki.ts';
import type { SyncStatus } from '../shared/sync-status.ts';
import { actAs, api, statusOf } from './api.ts';
import type { SearchPlace } from './location.ts';

const pageSize = 20;

// An answer is drawn in the frame it came in: a timer, which is the usual, waits behind the frame before it.
notifyManager.setScheduler(queueMicrotask);

/** The server is this machine: queries run with the network cable out, and only an absent answer is tried again. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && statusOf(error) === 0,
        retryDelay: 400,
      },
      mutations: { networkMode: 'always' },
    },
  });

export const infoQuery = queryOptions({
  queryKey: ['info'],
  queryFn: ({ signal }) => api<Info>('GET', '/benchside/info', { signal }),
  staleTime: 60_000,
});

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => api<Home>('GET', '/benchside/home', { signal }),
});

export const categoryQuery = (title: string) =>
  queryOptions({
    queryKey: ['category', title],
    queryFn: ({ signal }) =>
      api<CategoryPage>('GET', `/benchside/category/${encodeURIComponent(title)}`, { signal }),
  });

export const searchQuery = ({ q, category, type }: SearchPlace) =>
  infiniteQueryOptions({
    queryKey: ['search', q, category ?? null, type ?? null],
    queryFn: ({ signal, pageParam }) => {
      const params = new URLSearchParams({ q, limit: String(pageSize), offset: String(pageParam) });
      if (category) params.set('category', category);
      if (type) params.set('type', type);
      return api<SearchResults>('GET', `/benchside/search?${params.toString()}`, { signal });
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.hits.length, 0);
      return last.hits.length > 0 && shown < last.total ? shown : undefined;
    },
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
  });

export const guideQuery = (guideid: number) =>
  queryOptions({
    queryKey: ['guide', guideid],
    queryFn: ({ signal }) => api<Guide>('GET', `/guides/${guideid}`, { signal }),
  });

export const copyQuery = (guideid: number) =>
  queryOptions({
    queryKey: ['copy', guideid],
    queryFn: ({ signal }) => api<CopyState>('GET', `/benchside/guides/${guideid}/copy`, { signal }),
    refetchInterval: (query) => (query.state.data?.ready === false ? 5_000 : false),
  });

export const wikiQuery = (namespace: string, title: string) =>
  queryOptions({
    queryKey: ['wiki', namespace, title],
    queryFn: ({ signal }) =>
      api<Wiki>('GET', `/wikis/${encodeURIComponent(namespace)}/${encodeURIComponent(title)}`, { signal }),
  });

const quiet = new Set(['idle', 'waiting', 'blocked', 'off']);

export const isRunning = (status: SyncStatus): boolean => !quiet.has(status.phase);

export const syncQuery = queryOptions({
  queryKey: ['sync'],
  queryFn: ({ signal }) => api<SyncStatus>('GET', '/benchside/sync', { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => {
    // A hub has nothing to sync with.
    if (statusOf(state.error) === 404 || state.data?.phase === 'off') return false;
    return state.data && isRunning(state.data) ? 1_000 : 5_000;
  },
});

/**
 * Edits that were set aside and that this person may decide about.
 *
 * @param parked how many there are at this desk (`SyncStatus`): another number asks again
 */
export const parkedQuery = (parked: number) =>
  queryOptions({
    queryKey: ['journal', 'parked', parked],
    queryFn: async ({ signal }) => {
      const path = '/benchside/journal?state=parked&limit=200';
      return (await api<{ entries: JournalItem[] }>('GET', path, { signal })).entries;
    },
    placeholderData: keepPreviousData,
  });

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api<DeskSettings>('GET', '/benchside/settings', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Null when nobody is signed in: that is a state, not a failure. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => {
    try {
      const user = await api<User>('GET', '/user', { signal });
      actAs(user.userid);
      return user;
    } catch (error) {
      if (statusOf(error) !== 401) throw error;
      actAs(undefined);
      return null;
    }
  },
  staleTime: 60_000,
});

/** Authors and admins. */
export const isLead = (user: User | null | undefined): boolean =>
  user?.greatest_privilege === 'Admin' || user?.greatest_privilege === 'Author';
