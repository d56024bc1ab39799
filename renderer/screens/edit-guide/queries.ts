import { queryOptions } from '@tanstack/react-query';

import type { Release } from '../../../shared/model/release.ts';
import type { StepForm } from '../../../shared/model/step-form.ts';
import type { OfferedFlag } from '../../../shared/model/user.ts';
import { api } from '../../api.ts';

/** Flags of guides this person may set and take off. */
export const ownFlagsQuery = queryOptions({
  queryKey: ['user', 'flags'],
  queryFn: async ({ signal }) =>
    Object.values(
      (await api<{ guide: Record<string, OfferedFlag> }>('GET', '/user/flags', { signal })).guide,
    ),
  staleTime: 60_000,
});

export const formsQuery = (guideid: number) =>
  queryOptions({
    queryKey: ['forms', guideid],
    queryFn: ({ signal }) => api<StepForm[]>('GET', `/step_forms/guideid/${guideid}`, { signal }),
  });

/** What readers see of a guide that has releases; null of one that has none. */
export const releaseQuery = (guideid: number) =>
  queryOptions({
    queryKey: ['releases', guideid],
    queryFn: async ({ signal }) => {
      const { releases } = await api<{ releases: Release[] }>('GET', `/guides/${guideid}/releases`, {
        signal,
      });
      return releases.find(({ status }) => status === 'released') ?? null;
    },
  });
