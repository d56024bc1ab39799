import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import { templateFlag } from '../../../shared/model/flag.ts';
import { api } from '../client.ts';
import { adminKey } from './admin-key.ts';
import { byOffset } from './by-offset.ts';
import { readWorkingGuide } from './guides.ts';

export const flagsQuery = queryOptions({
  queryKey: [...adminKey, 'flags'],
  queryFn: ({ signal }) => api('GET /benchside/flags', { signal }),
});

const pageSize = 50;

export const flaggedQuery = (flagid: string) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, 'flagged', flagid],
    queryFn: ({ signal, pageParam: offset }) =>
      api('GET /benchside/flags/{flagid}/guides', {
        params: { flagid },
        query: { limit: pageSize, offset },
        signal,
      }),
    ...byOffset(pageSize, (page: readonly unknown[]) => page.length),
    placeholderData: keepPreviousData,
  });

/** Guides that people start new ones from, the newest first; a list to choose from needs no more than 200. */
export const templatesQuery = queryOptions({
  queryKey: [...adminKey, 'templates'],
  queryFn: ({ signal }) =>
    api('GET /benchside/flags/{flagid}/guides', {
      params: { flagid: templateFlag },
      query: { limit: 200 },
      signal,
    }),
  staleTime: 0,
});

/** Sets or removes a flag on the newest version; readers of a released guide see it too. */
export async function setFlag(guideid: number, flagid: string, on: boolean): Promise<void> {
  const { revisionid, flags } = await readWorkingGuide(guideid);
  const others = flags.map((flag) => flag.flagid).filter((one) => one !== flagid);
  const body = { flags: on ? [...others, flagid] : others };
  await api('PATCH /guides/{guideid}', { params: { guideid }, query: { revisionid }, body });
}
