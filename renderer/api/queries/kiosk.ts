import { queryOptions } from '@tanstack/react-query';

import { bridge } from '../../bridge.ts';
import { api } from '../client.ts';
import { errorStatus } from '../errors.ts';

/** Null on the page of a hub, which has no kiosks, and in a browser without the window's key. */
export const kioskQuery = queryOptions({
  queryKey: ['kiosk'],
  queryFn: async ({ signal }) => {
    try {
      return await api('GET /benchside/kiosk', { signal });
    } catch (error) {
      if ([401, 404].includes(errorStatus(error))) return null;
      throw error;
    }
  },
  staleTime: 10_000,
  refetchInterval: ({ state: { data } }) =>
    data && (data.badgeWaitSeconds > 0 || data.people.some(({ waitSeconds }) => waitSeconds > 0))
      ? 10_000
      : false,
});

/** Null in a browser, which cannot lock the machine. */
export const lockQuery = queryOptions({
  queryKey: ['lock'],
  queryFn: async () => (bridge ? bridge.checkLock() : null),
  refetchInterval: 60_000,
});
