import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api } from '../client.ts';
import { byOffset } from './by-offset.ts';

/** Reads a guide in one of its languages; without a `langid`, in its own. */
export const guideQuery = (guideid: number, langid?: string) =>
  queryOptions({
    queryKey: ['guide', guideid, ...(langid === undefined ? [] : ['language', langid])],
    queryFn: ({ signal }) =>
      api('GET /guides/{guideid}', {
        params: { guideid },
        query: langid === undefined ? {} : { langid },
        signal,
      }),
  });

/** Where the reader stopped in a guide. */
export const readingQuery = (guideid: number) =>
  queryOptions({
    queryKey: ['reading', guideid],
    queryFn: ({ signal }) => api('GET /benchside/reading/{guideid}', { params: { guideid }, signal }),
  });

export const copyQuery = (guideid: number) =>
  queryOptions({
    queryKey: ['copy', guideid],
    queryFn: ({ signal }) => api('GET /benchside/guides/{guideid}/copy', { params: { guideid }, signal }),
    refetchInterval: (query) => (query.state.data?.ready === false ? 5_000 : false),
  });

/** Reads the newest version, which edits are based on, without the steps of prerequisites; with a `langid` in that language. */
export const readWorkingGuide = (guideid: number, signal?: AbortSignal, langid?: string) =>
  api('GET /guides/{guideid}', {
    params: { guideid },
    query: {
      unpatrolled: true,
      excludePrerequisiteSteps: true,
      ...(langid === undefined ? {} : { langid }),
    },
    signal,
  });

export const workingGuideQuery = (guideid: number) =>
  queryOptions({
    queryKey: ['guide', guideid, 'working'],
    queryFn: ({ signal }) => readWorkingGuide(guideid, signal),
  });

/** Reads a guide's translations, and which of their texts have an original that has changed since. */
export const readTranslations = (guideid: number, unpatrolled: boolean, signal?: AbortSignal) =>
  api('GET /benchside/guides/{guideid}/translations', {
    params: { guideid },
    query: { unpatrolled },
    signal,
  });

export const translationsQuery = (guideid: number) =>
  queryOptions({
    queryKey: ['guide', guideid, 'translations'],
    queryFn: ({ signal }) => readTranslations(guideid, false, signal),
  });

const readRevision = (guideid: number, revisionid: number, signal: AbortSignal) =>
  api('GET /guides/{guideid}', {
    params: { guideid },
    query: { revisionid, excludePrerequisiteSteps: true },
    signal,
  });

export const guideVersionQuery = (guideid: number, revisionid: number) =>
  queryOptions({
    queryKey: ['guide', guideid, 'version', revisionid],
    queryFn: ({ signal }) => readRevision(guideid, revisionid, signal),
  });

/** A guide as it was when a job began, without the steps of its prerequisites. */
export const guideRevisionQuery = (guideid: number, revisionid: number) =>
  queryOptions({
    queryKey: ['guide', guideid, 'revision', revisionid],
    queryFn: ({ signal }) => readRevision(guideid, revisionid, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

const pageSize = 50;

export const guideRevisionsQuery = (guideid: number) =>
  infiniteQueryOptions({
    queryKey: ['guide', guideid, 'revisions'],
    queryFn: ({ signal, pageParam: offset }) =>
      api('GET /benchside/guides/{guideid}/revisions', {
        params: { guideid },
        query: { limit: pageSize, offset },
        signal,
      }),
    ...byOffset(pageSize, (page: readonly unknown[]) => page.length),
  });
