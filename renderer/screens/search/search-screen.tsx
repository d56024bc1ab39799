import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ReactElement } from 'react';

import { limits } from '../../../shared/limits.ts';
import { api } from '../../api/client.ts';
import { LoadingRows } from '../../components/loading.tsx';
import { FailedNotice } from '../../components/notice.tsx';
import { useMayGo } from '../../components/use-kiosk.ts';
import { useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { navigate, useHashSearch } from '../../state/navigation.ts';
import { searchResultsQuery, workSearchQuery } from '../../api/queries/search.ts';
import { userQuery } from '../../api/queries/users.ts';
import { SearchResultsView, SearchStart } from './search-results.tsx';
import { searchTexts } from './texts.ts';

export function SearchScreen(): ReactElement {
  const params = useHashSearch();
  const q = params.get('q') ?? '';
  const category = params.get('category');
  const type = params.get('type');
  const search = useInfiniteQuery(searchResultsQuery({ q, category, type }));
  const work = useQuery(workSearchQuery(q));
  const user = useQuery(userQuery);
  // A person leads to the list of their jobs.
  const mayShowPeople = useMayGo()(paths.workLogs());
  const hits = useMemo(() => search.data?.pages.flatMap((page) => page.hits) ?? [], [search.data]);
  const first = search.data?.pages[0];
  const hasFailed =
    user.data != null &&
    category === null &&
    type === null &&
    !search.isPlaceholderData &&
    first !== undefined &&
    (first.total === 0 || first.hits[0]?.without != null);
  useTitle(q ? searchTexts.title(q) : searchTexts.heading);

  useFailedSearch(hasFailed ? q : '');

  if (q.trim() === '') return <SearchStart />;
  const last = search.data?.pages.at(-1);
  if (search.error && !search.isPlaceholderData && !last)
    return <FailedNotice error={search.error} retry={() => void search.refetch()} />;
  if (!search.data || !last) return <LoadingRows />;
  return (
    <SearchResultsView
      q={q}
      isStale={search.isPlaceholderData}
      results={last}
      hits={hits}
      work={
        work.data && category === null && type === null
          ? { found: mayShowPeople ? work.data : { ...work.data, people: [] }, viewer: user.data?.userid }
          : undefined
      }
      category={category}
      type={type}
      more={search.hasNextPage}
      onMore={() => void search.fetchNextPage()}
      onCategory={(chosen) => navigate(paths.search({ q, category: chosen, type }), { replace: true })}
      onType={(chosen) => navigate(paths.search({ q, category, type: chosen }), { replace: true })}
    />
  );
}

/** Someone who waits this long has typed all they wanted to search for. */
const settledMs = 3_000;

/** Reports a search that found nothing with all of its words, for authors. A report that fails is dropped. */
function useFailedSearch(words: string): void {
  const { mutate } = useMutation({
    mutationFn: (body: { words: string }) => api('POST /benchside/failed-searches', { body }),
  });
  useEffect(() => {
    if (words.trim() === '' || words.length > limits.search.failedWords.max) return undefined;
    const timer = setTimeout(() => mutate({ words }), settledMs);
    return () => clearTimeout(timer);
  }, [mutate, words]);
}
