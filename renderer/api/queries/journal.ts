import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';

import type { JournalItem } from '../../../shared/model/journal.ts';
import { api } from '../client.ts';
import { errorMessage } from '../errors.ts';
import type { Call } from '../types.ts';
import { byOffset } from './by-offset.ts';

const pageSize = 50;

export const shownStates = {
  open: ['pending', 'sending', 'parked'],
  done: ['done'],
  discarded: ['discarded'],
  all: ['pending', 'sending', 'parked', 'done', 'discarded'],
} as const;
export type Shown = keyof typeof shownStates;

export const changesQuery = ({ shown, mine }: { shown: Shown; mine: boolean }) =>
  infiniteQueryOptions({
    queryKey: ['journal', 'list', shown, mine],
    queryFn: async ({ signal, pageParam: offset }) =>
      (
        await api('GET /benchside/journal', {
          query: { state: [...shownStates[shown]], mine, limit: pageSize, offset },
          signal,
        })
      ).entries,
    ...byOffset(pageSize, (page: readonly JournalItem[]) => page.length),
    refetchInterval: 5_000,
  });

/**
 * Edits that need attention and that this person may decide about.
 *
 * @param parked their number at this desk (`SyncStatus`); a changed number refetches them
 */
export const parkedQuery = (parked: number) =>
  queryOptions({
    queryKey: ['journal', 'parked', parked],
    queryFn: async ({ signal }) =>
      (await api('GET /benchside/journal', { query: { state: ['parked'], limit: 200 }, signal })).entries,
    placeholderData: keepPreviousData,
  });

export const pendingQuery = queryOptions({
  queryKey: ['journal', 'pending'],
  queryFn: async ({ signal }) =>
    (await api('GET /benchside/journal', { query: { state: ['pending'], limit: 200 }, signal })).entries,
});

const ended = new Set<JournalItem['state'] | undefined>(['done', 'discarded']);

export const journalEntryQuery = (entryid: string) =>
  queryOptions({
    queryKey: ['journal', 'entry', entryid],
    queryFn: ({ signal }) => api('GET /benchside/journal/{entryid}', { params: { entryid }, signal }),
    refetchInterval: ({ state }) => (ended.has(state.data?.state) ? false : 1_500),
  });

type Decided = Call<'POST /benchside/journal/{entryid}/decide'>['body'];

type Action = { entryid: string } & (
  | { verb: 'retry' | 'discard' | 'undecide' }
  | { verb: 'decide'; body: Decided }
);

export interface EntryActions {
  retry(entryid: string): void;
  discard(entryid: string): void;
  decide(entryid: string, decision: Decided): void;
  undecide(entryid: string): void;
  /** `entryid` of the running action's edit; null for none. */
  busy: string | null;
  problem: { entryid: string; message: string } | null;
}

const perform = ({ entryid, ...action }: Action): Promise<JournalItem> =>
  action.verb === 'decide'
    ? api('POST /benchside/journal/{entryid}/decide', { params: { entryid }, body: action.body })
    : api(`POST /benchside/journal/{entryid}/${action.verb}`, { params: { entryid } });

/** The actions on an edit. Everything that shows the edit is refetched afterwards. */
export function useEntryActions(onDone?: (entryid: string, verb: Action['verb']) => void): EntryActions {
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: perform,
    onSuccess: (_entry, { entryid, verb }) => onDone?.(entryid, verb),
    onSettled: () => client.invalidateQueries(),
  });
  return {
    retry: (entryid) => act.mutate({ entryid, verb: 'retry' }),
    discard: (entryid) => act.mutate({ entryid, verb: 'discard' }),
    decide: (entryid, body) => act.mutate({ entryid, verb: 'decide', body }),
    undecide: (entryid) => act.mutate({ entryid, verb: 'undecide' }),
    busy: act.isPending ? act.variables.entryid : null,
    problem: act.error ? { entryid: act.variables.entryid, message: errorMessage(act.error) } : null,
  };
}
