import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Decision, JournalEntryInFull, JournalItem } from '../../../shared/model/journal.ts';
import { api, messageOf } from '../../api.ts';

const pageSize = 50;

export const shownStates = {
  open: 'pending,sending,parked',
  done: 'done',
  discarded: 'discarded',
  all: 'pending,sending,parked,done,discarded',
} as const;
export type Shown = keyof typeof shownStates;

export const changesQuery = ({ shown, mine }: { shown: Shown; mine: boolean }) =>
  infiniteQueryOptions({
    queryKey: ['journal', 'list', shown, mine],
    queryFn: async ({ signal, pageParam }) => {
      const params = new URLSearchParams({
        state: shownStates[shown],
        limit: String(pageSize),
        offset: String(pageParam),
      });
      if (mine) params.set('mine', '');
      const path = `/benchside/journal?${params.toString()}`;
      return (await api<{ entries: JournalItem[] }>('GET', path, { signal })).entries;
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length === pageSize ? pages.length * pageSize : undefined),
    refetchInterval: 5_000,
  });

const ended = new Set<JournalItem['state'] | undefined>(['done', 'discarded']);

export const entryQuery = (entryid: string) =>
  queryOptions({
    queryKey: ['journal', 'entry', entryid],
    queryFn: ({ signal }) =>
      api<JournalEntryInFull>('GET', `/benchside/journal/${encodeURIComponent(entryid)}`, { signal }),
    refetchInterval: ({ state }) => (ended.has(state.data?.state) ? false : 1_500),
  });

type Verb = 'retry' | 'discard' | 'decide' | 'undecide';

export interface EntryActions {
  retry(entryid: string): void;
  discard(entryid: string): void;
  decide(entryid: string, decision: Partial<Decision>): void;
  undecide(entryid: string): void;
  /** The entry that something is being done to. */
  busy: string | null;
  problem: { entryid: string; message: string } | null;
}

/** What a person can do about an edit; everything that shows it is asked for anew afterwards. */
export function useEntryActions(onDone?: (entryid: string, verb: Verb) => void): EntryActions {
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: ({ entryid, verb, body }: { entryid: string; verb: Verb; body?: Partial<Decision> }) =>
      api<JournalItem>('POST', `/benchside/journal/${encodeURIComponent(entryid)}/${verb}`, { body }),
    onSuccess: (_entry, { entryid, verb }) => onDone?.(entryid, verb),
    onSettled: () => client.invalidateQueries(),
  });
  return {
    retry: (entryid) => act.mutate({ entryid, verb: 'retry' }),
    discard: (entryid) => act.mutate({ entryid, verb: 'discard' }),
    decide: (entryid, body) => act.mutate({ entryid, verb: 'decide', body }),
    undecide: (entryid) => act.mutate({ entryid, verb: 'undecide' }),
    busy: act.isPending ? act.variables.entryid : null,
    problem: act.error ? { entryid: act.variables.entryid, message: messageOf(act.error) } : null,
  };
}
