import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconServer } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { SyncStatus } from '../../../../shared/sync-status.ts';
import { api } from '../../../api/client.ts';
import { errorMessage, errorStatus } from '../../../api/errors.ts';
import { LoadingPage } from '../../../components/loading.tsx';
import { FailedNotice, Notice } from '../../../components/notice.tsx';
import { useNow, useTitle } from '../../../hooks/page.ts';
import { syncQuery } from '../../../api/queries/sync.ts';
import type { Sample } from './estimate.ts';
import { addSample, secondsLeft } from './estimate.ts';
import { SyncStatusView } from './sync-status.tsx';
import { syncTexts } from '../texts.ts';

export function SyncStatusScreen(): ReactElement {
  const now = useNow(1);
  const client = useQueryClient();
  const sync = useQuery(syncQuery);
  const left = useTimeLeft(sync.data, sync.dataUpdatedAt);
  const start = useMutation({
    mutationFn: (body: { acceptRemovals: boolean }) => api('POST /benchside/sync', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: syncQuery.queryKey }),
  });
  const sendLost = useMutation({
    mutationFn: () => api('POST /benchside/journal/retry_lost'),
    onSettled: () => client.invalidateQueries({ queryKey: syncQuery.queryKey }),
  });
  const failure = start.error ?? sendLost.error;
  useTitle(syncTexts.title);

  if (sync.data)
    return (
      <SyncStatusView
        status={sync.data}
        now={now}
        left={left}
        starting={start.isPending || sendLost.isPending}
        refused={failure ? errorMessage(failure) : null}
        onStart={() => start.mutate({ acceptRemovals: false })}
        onAcceptRemovals={() => start.mutate({ acceptRemovals: true })}
        onSendLost={() => sendLost.mutate()}
      />
    );
  if (errorStatus(sync.error) === 404)
    return (
      <Notice alone icon={<IconServer size={40} />} title={syncTexts.hubTitle}>
        <p>{syncTexts.hub}</p>
      </Notice>
    );
  if (sync.error) return <FailedNotice error={sync.error} retry={() => void sync.refetch()} />;
  return <LoadingPage />;
}

interface Pace {
  phase: SyncStatus['phase'] | undefined;
  updatedAt: number;
  samples: Sample[];
}

/** Returns the seconds left in the current phase, by the pace of the last minute. */
function useTimeLeft(status: SyncStatus | undefined, updatedAt: number): number | null {
  const [pace, setPace] = useState<Pace>({ phase: undefined, updatedAt: 0, samples: [] });
  const counted = status?.phase === 'pictures' ? status.progress.pictures : status?.progress.guides;
  if (status && counted && updatedAt !== pace.updatedAt) {
    const samples = status.phase === pace.phase ? pace.samples : [];
    setPace({
      phase: status.phase,
      updatedAt,
      samples: addSample(samples, { at: updatedAt / 1000, done: counted.done }),
    });
  }
  return counted ? secondsLeft(pace.samples, counted.total) : null;
}
