import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ReactElement } from 'react';

import { limits } from '../../../shared/limits.ts';
import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { useDraft } from '../../components/editing/use-draft.ts';
import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice } from '../../components/notice.tsx';
import { useNow, useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { navigate, useHashSearch } from '../../state/navigation.ts';
import { guideQuery } from '../../api/queries/guides.ts';
import { userQuery } from '../../api/queries/users.ts';
import { useOpenRuns } from '../../features/run/open-runs.tsx';
import { entryQuery, isOpen, seenNow, suspendedQuery } from '../../api/queries/work-log.ts';
import { StartWork } from './start-work.tsx';
import { startJob } from '../../features/run/start-job.ts';
import { runScreenTexts } from './texts.ts';

/** The screen before a run, which asks for the work order. */
export function StartScreen({ guideid }: { guideid: number }): ReactElement {
  const client = useQueryClient();
  const now = useNow();
  const guide = useQuery(guideQuery(guideid));
  const user = useQuery(userQuery);
  const runs = useOpenRuns();
  const suspended = useQuery(suspendedQuery(guideid, Boolean(user.data)));
  const go = (entry: WorkLogEntry): void => {
    client.setQueryData(entryQuery(entry.entryid).queryKey, seenNow(entry));
    void client.invalidateQueries({ queryKey: ['work-log'], refetchType: 'none' });
    navigate(paths.run(entry.entryid), { replace: true });
  };
  const start = useMutation({
    mutationFn: (workorderid: string) => startJob(client, guideid, workorderid),
    onSuccess: async (entry) => {
      await draft.finish();
      go(entry);
    },
  });
  const take = useMutation({
    mutationFn: (entryid: number) =>
      api('POST /work_log/{entryid}/assume', { params: { entryid }, body: {} }),
    onSuccess: go,
  });
  const draft = useDraft(`start-${guideid}`, { order: '' });
  useTitle(runScreenTexts.start.title);
  const given = useHashSearch().get('order')?.slice(0, limits.workLog.workorderid.max);
  const fillIn = useEffectEvent((order: string) => {
    draft.set({ order });
    // Once: what the person types later stays after a restart.
    navigate(paths.startWork(guideid), { replace: true });
  });
  const hasDraft = draft.value !== null;
  useEffect(() => {
    if (hasDraft && given !== undefined) fillIn(given);
  }, [hasDraft, given]);

  if (!guide.data || user.isPending || !draft.value)
    return guide.error ? (
      <FailedNotice error={guide.error} retry={() => void guide.refetch()} />
    ) : (
      <LoadingPage />
    );
  const { guideid: current } = guide.data;
  return (
    <StartWork
      guide={guide.data}
      now={now}
      signedIn={user.data !== null}
      yours={runs.flatMap(({ seen }) => (seen.entry.guideid === current && isOpen(seen.entry) ? [seen] : []))}
      suspended={suspended.data ?? []}
      busy={start.isPending || start.isSuccess || take.isPending}
      problem={start.error ? errorMessage(start.error) : null}
      takeProblem={take.error ? errorMessage(take.error) : null}
      order={draft.value.order}
      onOrder={(order) => draft.set({ order })}
      onStart={(workorderid) => start.mutate(workorderid)}
      onTake={(entryid) => take.mutate(entryid)}
    />
  );
}
