import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { ReleasedGuides } from '../../../shared/model/admin.ts';
import { api } from '../client.ts';
import { adminKey } from './admin-key.ts';
import { byOffset } from './by-offset.ts';

/** The release that readers see; null if none is released. */
export const releaseQuery = (guideid: number) =>
  queryOptions({
    queryKey: ['releases', guideid],
    queryFn: async ({ signal }) => {
      const { releases } = await api('GET /guides/{guideid}/releases', { params: { guideid }, signal });
      return releases.find(({ status }) => status === 'released') ?? null;
    },
  });

const pageSize = 50;

export const releasesQuery = (waiting: boolean, search: string) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, 'releases', waiting, search],
    queryFn: ({ signal, pageParam: offset }) =>
      api('GET /benchside/releases', {
        query: { waiting, search: search || undefined, limit: pageSize, offset },
        signal,
      }),
    ...byOffset(pageSize, (page: Pick<ReleasedGuides, 'guides'>) => page.guides.length),
    placeholderData: keepPreviousData,
  });
