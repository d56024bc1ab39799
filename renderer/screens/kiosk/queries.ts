import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { SearchResults } from '../../../shared/model/benchside.ts';
import type { GuideSummary } from '../../../shared/model/guide.ts';
import type { KioskState } from '../../../shared/model/kiosk.ts';
import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { api, statusOf } from '../../api.ts';
import { bridge } from '../../bridge.ts';
import { seenNow } from '../run/timing.ts';

/** Null where there are no kiosks, on the page of a hub, and where it is nobody's business: in a browser without the window's key. */
export const kioskQuery = queryOptions({
  queryKey: ['kiosk'],
  queryFn: async ({ signal }) => {
    try {
      return await api<KioskState>('GET', '/benchside/kiosk', { signal });
    } catch (error) {
      if ([401, 404].includes(statusOf(error))) return null;
      throw error;
    }
  },
  staleTime: 10_000,
  refetchInterval: ({ state: { data } }) =>
    data && (data.badgeWaitSeconds > 0 || data.people.some(({ waitSeconds }) => waitSeconds > 0))
      ? 10_000
      : false,
});

/** What others have handed over, of any guide. */
export const teamRunsQuery = (userid: number) =>
  queryOptions({
    queryKey: ['work-log', 'team', userid],
    queryFn: async ({ signal }) => {
      const path = '/benchside/kiosk/runs?order=DESC&limit=50';
      const { results } = await api<{ results: WorkLogEntry[] }>('GET', path, { signal });
      return results.filter((entry) => entry.userid !== userid).map(seenNow);
    },
    refetchInterval: 15_000,
  });

/** Guides with these words, the best first; without words, some. */
export const guidesFor = (words: string) =>
  queryOptions({
    queryKey: ['search', 'guides', words],
    queryFn: async ({ signal }) => {
      if (words === '') return api<GuideSummary[]>('GET', '/guides?limit=12', { signal });
      const params = new URLSearchParams({ q: words, limit: '12', offset: '0' });
      const { hits } = await api<SearchResults>('GET', `/benchside/search?${params.toString()}`, { signal });
      return hits.flatMap((hit) => (hit.kind === 'guide' ? [hit.guide] : []));
    },
    placeholderData: keepPreviousData,
  });

/** Null in a browser, which has no say over the machine. */
export const lockQuery = queryOptions({
  queryKey: ['lock'],
  queryFn: async () => (bridge ? bridge.checkLock() : null),
  refetchInterval: 60_000,
});
