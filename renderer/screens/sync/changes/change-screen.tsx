import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { LoadingPage } from '../../../components/loading.tsx';
import { FailedNotice } from '../../../components/notice.tsx';
import { useNow, useTitle } from '../../../hooks/page.ts';
import { parkedQuery } from '../../../api/queries/journal.ts';
import { syncQuery } from '../../../api/queries/sync.ts';
import { ChangeView } from './change.tsx';
import { entryWords } from '../../../features/changes/entry-words.ts';
import { journalEntryQuery, useEntryActions } from '../../../api/queries/journal.ts';
import { syncTexts } from '../texts.ts';

export function ChangeScreen({ entryid }: { entryid: string }): ReactElement {
  const now = useNow(1);
  const entry = useQuery(journalEntryQuery(entryid));
  const sync = useQuery(syncQuery);
  const parkedCount = sync.data?.journal.parked ?? 0;
  const parked = useQuery({ ...parkedQuery(parkedCount), enabled: parkedCount > 0 });
  const actions = useEntryActions();
  useTitle(entry.data ? entryWords(entry.data) : syncTexts.tabs.changes);
  if (entry.data)
    return (
      <ChangeView
        entry={entry.data}
        parked={parked.data ?? []}
        status={sync.data}
        now={now}
        actions={actions}
      />
    );
  if (entry.error) return <FailedNotice error={entry.error} retry={() => void entry.refetch()} />;
  return <LoadingPage />;
}
