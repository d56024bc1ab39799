import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { api } from '../client.ts';
import { inOwnLanguage } from '../own-language.ts';
import { byOffset } from './by-offset.ts';

/** An entry and when it was read, in milliseconds of `performance.now()`, which nobody can set. */
export interface Seen {
  entry: WorkLogEntry;
  at: number;
}

export const seenNow = (entry: WorkLogEntry): Seen => ({ entry, at: performance.now() });

export const isOpen = ({ status }: Pick<WorkLogEntry, 'status'>): boolean =>
  status === 'started' || status === 'paused';

export const isEnded = ({ status }: Pick<WorkLogEntry, 'status'>): boolean =>
  status === 'complete' || status === 'cancelled';

/** Refetches regularly: another person may have taken the job, or ended it in another window. */
const everyMs = 15_000;

export const entryQuery = (entryid: number) =>
  queryOptions({
    queryKey: ['work-log', 'entry', entryid],
    queryFn: async ({ signal }) =>
      seenNow(await api('GET /work_log/{entryid}', { params: { entryid }, signal })),
    refetchInterval: ({ state }) => (state.data && !isEnded(state.data.entry) ? everyMs : false),
  });

/** Jobs of a person that are not over: active, paused, and handed over without a taker. */
export const openRunsQuery = (userid: number | undefined) =>
  queryOptions({
    queryKey: ['work-log', 'open', userid ?? null],
    queryFn: ({ signal }) => openRuns({ userid }, signal),
    enabled: userid !== undefined,
    refetchInterval: everyMs,
  });

/** For leads: the jobs of everyone that are not over. */
export const openRunsOfAllQuery = queryOptions({
  queryKey: ['work-log', 'floor'],
  queryFn: ({ signal }) => openRuns({}, signal),
  refetchInterval: everyMs,
});

async function openRuns(whose: { userid?: number | undefined }, signal: AbortSignal): Promise<Seen[]> {
  const lists = await Promise.all(
    (['started', 'paused', 'suspended'] as const).map((status) => allOf({ ...whose, status }, signal)),
  );
  return lists.flat().map(seenNow);
}

/** Jobs per request. The API lists up to 200 at once if they are not large. */
const page = 50;

/** Returns all jobs of a state, newest first. Jobs that begin or end between two requests may be missing, or there twice, until the next ones. */
async function allOf(
  whose: { userid?: number | undefined; status: 'started' | 'paused' | 'suspended' },
  signal: AbortSignal,
): Promise<WorkLogEntry[]> {
  const found = new Map<number, WorkLogEntry>();
  for (let offset = 0; ; offset += page) {
    const query = { ...whose, order: 'DESC' as const, limit: page, offset, ...inOwnLanguage() };
    const { results } = await api('GET /work_log', { query, signal });
    for (const entry of results) found.set(entry.entryid, entry);
    if (results.length < page) return [...found.values()];
  }
}

/** Jobs of a guide that were handed over. */
export const suspendedQuery = (guideid: number, signedIn: boolean) =>
  queryOptions({
    queryKey: ['work-log', 'suspended', guideid],
    queryFn: async ({ signal }) => {
      const { results } = await api('GET /work_log/{guideid}/suspended', {
        params: { guideid },
        query: { order: 'DESC', limit: page, ...inOwnLanguage() },
        signal,
      });
      return results.map(seenNow);
    },
    enabled: signedIn,
    refetchInterval: everyMs,
  });

/** Jobs that others have handed over, of any guide. */
export const teamRunsQuery = (userid: number) =>
  queryOptions({
    queryKey: ['work-log', 'team', userid],
    queryFn: async ({ signal }) => {
      const { results } = await api('GET /benchside/kiosk/runs', {
        query: { order: 'DESC', limit: page, ...inOwnLanguage() },
        signal,
      });
      return results.filter((entry) => entry.userid !== userid).map(seenNow);
    },
    refetchInterval: everyMs,
  });

/** Every job this person may see, newest first. */
export const allEntriesQuery = (userid: number | undefined) =>
  infiniteQueryOptions({
    queryKey: ['work-log', 'all', userid ?? null],
    queryFn: ({ signal, pageParam: offset }) =>
      api('GET /work_log', { query: { order: 'DESC', limit: page, offset, ...inOwnLanguage() }, signal }),
    ...byOffset(page, (got: { results: readonly WorkLogEntry[] }) => got.results.length),
    enabled: userid !== undefined,
    staleTime: 30_000,
  });

/** What was recorded in the jobs of a guide; bounds in UNIX seconds. */
export const recordedValuesQuery = (guideid: number, period: { from?: number; to?: number }) =>
  queryOptions({
    queryKey: ['work-log', 'values', guideid, period],
    queryFn: ({ signal }) =>
      api('GET /benchside/guides/{guideid}/values', { params: { guideid }, query: period, signal }),
    // The field in which the period is being typed must stay.
    placeholderData: (previous, query) => (query?.queryKey[2] === guideid ? previous : undefined),
    staleTime: 30_000,
  });

/** The latest completed jobs of a guide. */
export const completedQuery = (guideid: number) =>
  queryOptions({
    queryKey: ['work-log', 'completed', guideid],
    queryFn: async ({ signal }) =>
      (
        await api('GET /work_log', {
          query: { guideid, status: 'complete', order: 'DESC', limit: page },
          signal,
        })
      ).results,
    staleTime: 30_000,
  });
