import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '../client.ts';
import { errorMessage } from '../errors.ts';
import type { Call } from '../types.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api('GET /benchside/settings', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export type SettingsChange = Call<'PATCH /benchside/settings'>['body'];

export interface SaveSettings {
  save: (change: SettingsChange) => void;
  problem: string | null;
}

/** Saves a preference of this desk, and refreshes what it changes elsewhere. */
export function useSaveSettings(): SaveSettings {
  const client = useQueryClient();
  const save = useMutation({
    scope: { id: 'settings' },
    mutationFn: (body: SettingsChange) => api('PATCH /benchside/settings', { body }),
    onSuccess: (settings) => client.setQueryData(settingsQuery.queryKey, settings),
    onSettled: () => client.invalidateQueries({ queryKey: ['storage'] }),
  });
  return { save: save.mutate, problem: save.error ? errorMessage(save.error) : null };
}
