import { notifyManager, QueryClient } from '@tanstack/react-query';

import { errorStatus } from './errors.ts';

// Renders an answer in the frame in which it arrived; the default, a timer, waits until after the next frame.
notifyManager.setScheduler(queueMicrotask);

/** The server is this machine: queries also run offline, and only a missing answer is retried. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && errorStatus(error) === 0,
        retryDelay: 400,
      },
      mutations: { networkMode: 'always' },
    },
  });
