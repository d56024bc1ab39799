import { queryOptions, useQuery } from '@tanstack/react-query';

import { guideTypes } from '../../../shared/model/guide.ts';
import type { Info } from '../../../shared/model/benchside.ts';
import { api } from '../client.ts';
import { inOwnLanguage } from '../own-language.ts';
import { adminKey } from './admin-key.ts';

export const infoQuery = queryOptions({
  queryKey: ['info'],
  queryFn: ({ signal }) => api('GET /benchside/info', { signal }),
  staleTime: 60_000,
});

/** Returns whether the content belongs to a hub; false for a third-party site, and while it is not known. */
export const isOfHub = (info: Info | undefined): boolean =>
  info !== undefined && !info.siteid.startsWith('plain:');

/** Returns the types that new guides may have. */
export function useGuideTypes(): readonly string[] {
  const { data: info } = useQuery(infoQuery);
  return info?.guideTypes ?? guideTypes;
}

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => api('GET /benchside/home', { query: inOwnLanguage(), signal }),
});

export const overviewQuery = queryOptions({
  queryKey: [...adminKey, 'overview'],
  queryFn: ({ signal }) => api('GET /benchside/overview', { signal }),
});
