import { queryOptions } from '@tanstack/react-query';

import type { Guide } from '../../../shared/model/guide.ts';
import type { StepForm } from '../../../shared/model/step-form.ts';
import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { api } from '../../api.ts';
import { isEnded, seenNow } from './timing.ts';

interface Entries {
  results: WorkLogEntry[];
}

/** Read again now and then: somebody else may have taken the run, or ended it in another window. */
const everyMs = 15_000;

export const entryQuery = (entryid: number) =>
  queryOptions({
    queryKey: ['work-log', 'entry', entryid],
    queryFn: async ({ signal }) =>
      seenNow(await api<WorkLogEntry>('GET', `/work_log/${entryid}`, { signal })),
    refetchInterval: ({ state }) => (state.data && !isEnded(state.data.entry) ? everyMs : false),
  });

/** Runs of somebody that are not over: those at work, those that pause, and those handed over that nobody took. */
export const openRunsQuery = (userid: number | undefined) =>
  queryOptions({
    queryKey: ['work-log', 'open', userid ?? null],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        ['started', 'paused', 'suspended'].map((status) =>
          api<Entries>('GET', `/work_log?userid=${userid ?? ''}&status=${status}&order=DESC&limit=200`, {
            signal,
          }),
        ),
      );
      return lists.flatMap(({ results }) => results).map(seenNow);
    },
    enabled: userid !== undefined,
    refetchInterval: everyMs,
  });

/** Runs of a guide that were handed over. */
export const suspendedQuery = (guideid: number, signedIn: boolean) =>
  queryOptions({
    queryKey: ['work-log', 'suspended', guideid],
    queryFn: async ({ signal }) => {
      const path = `/work_log/${guideid}/suspended?order=DESC&limit=200`;
      const { results } = await api<Entries>('GET', path, { signal });
      return results.map(seenNow);
    },
    enabled: signedIn,
    refetchInterval: everyMs,
  });

export const formsQuery = (guideid: number | undefined) =>
  queryOptions({
    queryKey: ['forms', guideid ?? null],
    queryFn: ({ signal }) => api<StepForm[]>('GET', `/step_forms/guideid/${guideid ?? ''}`, { signal }),
    enabled: guideid !== undefined,
  });

export const formOfFieldQuery = (field_revisionid: number) =>
  queryOptions({
    queryKey: ['forms', 'field', field_revisionid],
    queryFn: ({ signal }) =>
      api<StepForm>('GET', `/step_forms/field_revisionid/${field_revisionid}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A guide as it was, without the steps of its prerequisites. */
export const guideRevisionQuery = (guideid: number, revisionid: number) =>
  queryOptions({
    queryKey: ['guide', guideid, 'revision', revisionid],
    queryFn: ({ signal }) =>
      api<Guide>('GET', `/guides/${guideid}?revisionid=${revisionid}&excludePrerequisiteSteps`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
