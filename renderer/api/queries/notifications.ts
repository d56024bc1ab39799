import { queryOptions } from '@tanstack/react-query';

import { api } from '../client.ts';

const everyMs = 30_000;

/** Notifications of the signed-in person, newest first. */
export const notificationsQuery = (userid: number | undefined) =>
  queryOptions({
    queryKey: ['notifications', userid ?? null],
    queryFn: ({ signal }) => api('GET /benchside/notifications', { signal }),
    enabled: userid !== undefined,
    refetchInterval: everyMs,
  });
