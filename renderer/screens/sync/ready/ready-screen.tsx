import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReactElement } from 'react';

import { api } from '../../../api/client.ts';
import { errorMessage } from '../../../api/errors.ts';
import { LoadingPage } from '../../../components/loading.tsx';
import { FailedNotice } from '../../../components/notice.tsx';
import { isRunning, syncQuery } from '../../../api/queries/sync.ts';
import { BenchReady } from './bench-ready.tsx';
import { SyncPage } from '../sync-page.tsx';
import { readinessQuery } from '../../../api/queries/storage.ts';

export const ReadyScreen = (): ReactElement => (
  <SyncPage tab="ready">
    <ReadyPart />
  </SyncPage>
);

function ReadyPart(): ReactElement {
  const client = useQueryClient();
  const sync = useQuery(syncQuery);
  const running = sync.data !== undefined && isRunning(sync.data);
  const readiness = useQuery({ ...readinessQuery, refetchInterval: running ? 10_000 : false });
  const start = useMutation({
    mutationFn: () => api('POST /benchside/sync', { body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: syncQuery.queryKey }),
  });
  // Counts again when a sync has ended.
  useEffect(() => {
    if (!running) void client.invalidateQueries({ queryKey: readinessQuery.queryKey });
  }, [client, running]);
  if (readiness.error) return <FailedNotice error={readiness.error} retry={() => void readiness.refetch()} />;
  if (!readiness.data) return <LoadingPage />;
  return (
    <BenchReady
      readiness={readiness.data}
      running={running}
      checking={readiness.isFetching}
      problem={start.error ? errorMessage(start.error) : null}
      onFetch={() => start.mutate()}
      onCheck={() => void readiness.refetch()}
    />
  );
}
