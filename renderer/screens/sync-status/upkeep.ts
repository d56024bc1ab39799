import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { DeskSettings } from '../../../shared/model/benchside.ts';
import type { Readiness, Storage } from '../../../shared/model/upkeep.ts';
import { api, messageOf } from '../../api.ts';
import { settingsQuery } from '../../queries.ts';

export const storageQuery = (category: string | null) =>
  queryOptions({
    queryKey: ['storage', category],
    queryFn: ({ signal }) => {
      const query = category === null ? '' : `?${new URLSearchParams({ category }).toString()}`;
      return api<Storage>('GET', `/benchside/storage${query}`, { signal });
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

export const readinessQuery = queryOptions({
  queryKey: ['readiness'],
  queryFn: ({ signal }) => api<Readiness>('GET', '/benchside/readiness?limit=100', { signal }),
  staleTime: 10_000,
});

export interface SaveSettings {
  save: (change: Partial<DeskSettings>) => void;
  problem: string | null;
}

/** Saves a preference of this desk; what it changes elsewhere is asked for anew. */
export function useSaveSettings(): SaveSettings {
  const client = useQueryClient();
  const save = useMutation({
    scope: { id: 'settings' },
    mutationFn: (body: Partial<DeskSettings>) => api<DeskSettings>('PATCH', '/benchside/settings', { body }),
    onSuccess: (settings) => client.setQueryData(settingsQuery.queryKey, settings),
    onSettled: () => client.invalidateQueries({ queryKey: ['storage'] }),
  });
  return { save: save.mutate, problem: save.error ? messageOf(save.error) : null };
}
