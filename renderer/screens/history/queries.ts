import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import type { Guide, GuideRevision } from '../../../shared/model/guide.ts';
import type { WikiRevision } from '../../../shared/model/wiki.ts';
import { api } from '../../api.ts';
import type { WikiDocument } from '../edit-wiki/wiki-source.ts';

const pageSize = 50;

/** The version that edits are made against. */
export const workingGuideQuery = (guideid: number) =>
  queryOptions({
    queryKey: ['guide', guideid, 'working'],
    queryFn: ({ signal }) =>
      api<Guide>('GET', `/guides/${guideid}?unpatrolled&excludePrerequisiteSteps`, { signal }),
  });

export const guideVersionQuery = (guideid: number, revisionid: number) =>
  queryOptions({
    queryKey: ['guide', guideid, 'version', revisionid],
    queryFn: ({ signal }) =>
      api<Guide>('GET', `/guides/${guideid}?revisionid=${revisionid}&excludePrerequisiteSteps`, { signal }),
  });

const pages = <Item>(key: readonly unknown[], path: string) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ signal, pageParam }) =>
      api<Item[]>('GET', `${path}?limit=${pageSize}&offset=${pageParam}`, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last: Item[], all: Item[][]) =>
      last.length < pageSize ? undefined : all.length * pageSize,
  });

export const guideRevisionsQuery = (guideid: number) =>
  pages<GuideRevision>(['guide', guideid, 'revisions'], `/benchside/guides/${guideid}/revisions`);

export const wikiPath = (namespace: string, title: string): string =>
  `/wikis/${encodeURIComponent(namespace)}/${encodeURIComponent(title)}`;

export const wikiRevisionsQuery = (namespace: string, title: string) =>
  pages<WikiRevision>(
    ['wiki', namespace, title, 'revisions'],
    `/benchside${wikiPath(namespace, title)}/revisions`,
  );

export const wikiVersionQuery = (namespace: string, title: string, revisionid: number) =>
  queryOptions({
    queryKey: ['wiki', namespace, title, 'version', revisionid],
    queryFn: ({ signal }) =>
      api<WikiDocument>('GET', `${wikiPath(namespace, title)}?revisionid=${revisionid}`, { signal }),
  });
