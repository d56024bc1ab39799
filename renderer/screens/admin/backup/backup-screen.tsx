import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { api } from '../../../api/client.ts';
import { errorMessage, fieldErrorsOf } from '../../../api/errors.ts';
import { backupQuery } from '../../../api/queries/hub.ts';
import { LoadingPage } from '../../../components/loading.tsx';
import { FailedNotice } from '../../../components/notice.tsx';
import { AdminPage } from '../admin-page.tsx';
import { adminTexts } from '../texts.ts';
import { BackupPanel } from './backup.tsx';
import { backupTexts } from './texts.ts';

export const BackupScreen = (): ReactElement => (
  <AdminPage part="backup">
    {({ isAdmin }) => (isAdmin ? <Backup /> : <p>{backupTexts.adminsOnly}</p>)}
  </AdminPage>
);

function Backup(): ReactElement {
  const client = useQueryClient();
  const state = useQuery(backupQuery);
  const make = useMutation({
    mutationFn: (password: string) => api('POST /benchside/backup', { body: { password } }),
    onSuccess: (begun) => client.setQueryData(backupQuery.queryKey, begun),
  });
  const remove = useMutation({
    mutationFn: () => api('DELETE /benchside/backup'),
    onSuccess: (left) => client.setQueryData(backupQuery.queryKey, left),
  });
  if (state.error) return <FailedNotice error={state.error} retry={() => void state.refetch()} />;
  if (!state.data) return <LoadingPage />;
  const wrong = fieldErrorsOf(make.error).find(({ field }) => field === 'password')?.message;
  const failed = remove.error ?? (wrong === undefined ? make.error : null);
  return (
    <BackupPanel
      state={state.data}
      busy={make.isPending || remove.isPending}
      wrongPassword={wrong ?? null}
      problem={failed ? `${adminTexts.failed} ${errorMessage(failed)}` : null}
      onMake={(password) => make.mutate(password)}
      onDelete={() => remove.mutate()}
    />
  );
}
