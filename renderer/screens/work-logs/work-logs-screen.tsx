import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { LoadingRows } from '../../components/loading.tsx';
import { FailedNotice, Notice } from '../../components/notice.tsx';
import { useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { navigate, useHashSearch } from '../../state/navigation.ts';
import { syncQuery } from '../../api/queries/sync.ts';
import { userQuery } from '../../api/queries/users.ts';
import { texts } from '../../texts.ts';
import { filterParams, readFilter } from './log-filter.ts';
import { allEntriesQuery } from '../../api/queries/work-log.ts';
import { logTexts } from './texts.ts';
import { WorkLogs } from './work-logs.tsx';

/** Pages that load automatically: 5,000 runs. */
const readAhead = 25;

export function WorkLogsScreen(): ReactElement {
  const user = useQuery(userQuery);
  const sync = useQuery(syncQuery);
  const filter = readFilter(useHashSearch());
  const [wanted, setWanted] = useState(readAhead);
  const all = useInfiniteQuery(allEntriesQuery(user.data?.userid));
  const { hasNextPage, isFetching, fetchNextPage } = all;
  const pages = all.data?.pages ?? [];
  const more = hasNextPage && pages.length < wanted;
  useEffect(() => {
    if (more && !isFetching) void fetchNextPage();
  }, [more, isFetching, fetchNextPage]);
  useTitle(logTexts.title);

  if (user.data === null)
    return (
      <Notice
        alone
        icon={<IconLock size={40} />}
        title={logTexts.signInTitle}
        actions={
          <Button component={Link} href={paths.signIn}>
            {texts.actions.signIn}
          </Button>
        }
      />
    );
  if (all.error) return <FailedNotice error={all.error} retry={() => void all.refetch()} />;
  if (!all.data) return <LoadingRows />;
  // A run added while pages load shifts the last one of a page to the next page: this removes duplicates.
  const entries = new Map(pages.flatMap(({ results }) => results.map((entry) => [entry.entryid, entry])));
  const go = (params: Record<string, string>): void => navigate(paths.workLogs(params), { replace: true });
  return (
    <WorkLogs
      entries={[...entries.values()]}
      filter={filter}
      reading={more}
      arriving={sync.data?.firstSync === true}
      olderLeft={hasNextPage && !more}
      onOlder={() => setWanted(wanted + readAhead)}
      onFilter={(change) => go(filterParams({ ...filter, ...change }))}
      onClear={() => go({})}
    />
  );
}
