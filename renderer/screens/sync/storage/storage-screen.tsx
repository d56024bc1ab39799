import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { LoadingPage } from '../../../components/loading.tsx';
import { FailedNotice } from '../../../components/notice.tsx';
import { phrase } from '../../../../shared/phrase.ts';
import { settingsQuery } from '../../../api/queries/settings.ts';
import { syncQuery } from '../../../api/queries/sync.ts';
import { Copies } from './copies.tsx';
import { StorageUse } from './storage-use.tsx';
import { SyncPage } from '../sync-page.tsx';
import { useRestoreCopy } from './use-restore.ts';
import { useSaveSettings } from '../../../api/queries/settings.ts';
import { storageQuery } from '../../../api/queries/storage.ts';

export const StorageScreen = (): ReactElement => (
  <SyncPage tab="storage">
    <StoragePart />
  </SyncPage>
);

function StoragePart(): ReactElement {
  const [category, setCategory] = useState<string | null>(null);
  const storage = useQuery(storageQuery(category));
  const settings = useQuery(settingsQuery);
  const { save, problem } = useSaveSettings();
  const newest = useQuery(syncQuery).data?.backup?.problem ?? null;
  const newestProblem = newest === null ? null : phrase(newest);
  const restore = useRestoreCopy();
  const failed = storage.error ?? settings.error;
  if (failed) return <FailedNotice error={failed} retry={() => void storage.refetch()} />;
  if (!storage.data || !settings.data) return <LoadingPage />;
  const { pinnedCategories } = settings.data;
  return (
    <>
      <StorageUse
        storage={storage.data}
        settings={settings.data}
        problem={problem}
        onOpen={setCategory}
        onBudget={(pictureBudgetMb) => save({ pictureBudgetMb })}
        onPin={(title, pinned) =>
          save({
            pinnedCategories: pinned
              ? [...pinnedCategories, title]
              : pinnedCategories.filter((other) => other !== title),
          })
        }
      />
      <Copies copies={storage.data.copies} newestProblem={newestProblem} {...restore} />
    </>
  );
}
