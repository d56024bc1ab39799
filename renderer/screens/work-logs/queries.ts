import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { api } from '../../api.ts';

const pageSize = 200;

interface Entries {
  results: WorkLogEntry[];
}

/** Every run one may see, the newest first. */
export const allEntriesQuery = (userid: number | undefined) =>
  infiniteQueryOptions({
    queryKey: ['work-log', 'all', userid ?? null],
    queryFn: ({ signal, pageParam }) =>
      api<Entries>('GET', `/work_log?order=DESC&limit=${pageSize}&offset=${pageParam}`, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.results.length === pageSize ? pages.length * pageSize : undefined,
    enabled: userid !== undefined,
    staleTime: 30_000,
  });

/** Completed runs of a guide, the latest of them. */
export const completedQuery = (guideid: number) =>
  queryOptions({
    queryKey: ['work-log', 'completed', guideid],
    queryFn: async ({ signal }) => {
      const path = `/work_log?guideid=${guideid}&status=complete&order=DESC&limit=${pageSize}`;
      return (await api<Entries>('GET', path, { signal })).results;
    },
    staleTime: 30_000,
  });
