import { queryOptions } from '@tanstack/react-query';

import { api } from '../client.ts';
import { inOwnLanguage } from '../own-language.ts';

const everyMs = 30_000;

/** Notifications of the signed-in person, newest first. */
export const notificationsQuery = (userid: number | undefined) =>
  queryOptions({
    queryKey: ['notifications', userid ?? null],
    queryFn: ({ signal }) => api('GET /benchside/notifications', { query: inOwnLanguage(), signal }),
    enabled: userid !== undefined,
    refetchInterval: everyMs,
  });
