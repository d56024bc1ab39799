import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { bridge } from '../../bridge.ts';
import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice } from '../../components/notice.tsx';
import { sentenceCase } from '../../format.ts';
import { useTitle } from '../../hooks/page.ts';
import { settingsQuery } from '../../api/queries/settings.ts';
import type { SettingsChange } from '../../api/queries/settings.ts';
import { infoQuery } from '../../api/queries/site.ts';
import { syncQuery } from '../../api/queries/sync.ts';
import { isLeadAccount, userQuery } from '../../api/queries/users.ts';
import { kioskQuery } from '../../api/queries/kiosk.ts';
import { About } from './about.tsx';
import { KioskSettingsScreen } from './kiosk.tsx';
import { ProgramSettings } from './program-settings.tsx';
import type { ProgramSettingsProps } from './program-settings.tsx';
import { Settings } from './settings.tsx';
import { settingsTexts } from './texts.ts';
import { useUpdate } from './use-update.ts';

export function SettingsScreen(): ReactElement {
  const client = useQueryClient();
  const settings = useQuery(settingsQuery);
  const sync = useQuery(syncQuery);
  const mayManage = useMayManage();
  const save = useMutation({
    mutationKey: settingsQuery.queryKey,
    scope: { id: 'settings' },
    mutationFn: (body: SettingsChange) => api('PATCH /benchside/settings', { body }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: settingsQuery.queryKey });
      client.setQueryData(settingsQuery.queryKey, (old) => (old ? { ...old, ...change } : old));
    },
    // Only after the last of several quick changes: earlier answers lack the later changes.
    onSettled: () =>
      client.isMutating({ mutationKey: settingsQuery.queryKey }) === 1
        ? client.invalidateQueries({ queryKey: settingsQuery.queryKey })
        : undefined,
  });
  useTitle(settingsTexts.title);

  if (settings.error) return <FailedNotice error={settings.error} retry={() => void settings.refetch()} />;
  if (!settings.data) return <LoadingPage />;
  return (
    <Settings
      settings={settings.data}
      pictureBytes={sync.data?.stored.pictureBytes ?? null}
      problem={save.error ? errorMessage(save.error) : null}
      mayManage={mayManage}
      onChange={(change) => save.mutate(change)}
    >
      {bridge ? (
        <ProgramScreen
          settings={settings.data}
          mayManage={mayManage}
          onChange={(change) => save.mutate(change)}
        />
      ) : null}
      <KioskSettingsScreen />
      <AboutScreen />
    </Settings>
  );
}

/** Returns whether the person may change settings of the machine: leads, and anyone before the first sign-in at a desk. */
function useMayManage(): boolean {
  const { data: user } = useQuery(userQuery);
  const { data: kiosk } = useQuery(kioskQuery);
  return isLeadAccount(user) || (user === null && kiosk?.people.length === 0);
}

function ProgramScreen({
  settings,
  mayManage,
  onChange,
}: Pick<ProgramSettingsProps, 'settings' | 'mayManage' | 'onChange'>): ReactElement {
  const { state, problem, look, apply } = useUpdate();
  return (
    <ProgramSettings
      settings={settings}
      mayManage={mayManage}
      update={state}
      problem={problem}
      onChange={onChange}
      onLook={look}
      onApply={apply}
    />
  );
}

function AboutScreen(): ReactElement {
  const info = useQuery(infoQuery);
  const sync = useQuery(syncQuery);
  const versions = useQuery({
    queryKey: ['versions'],
    queryFn: async () => (bridge ? Object.entries(await bridge.versions()) : []),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const folder = useMutation({ mutationFn: async () => bridge?.showDataFolder() });
  const parts = versions.data ?? [];
  const own: [string, string][] = info.data ? [[info.data.product, info.data.version]] : [];
  return (
    <About
      versions={parts.length > 0 ? parts.map(([name, version]) => [sentenceCase(name), version]) : own}
      site={sync.data?.site ?? (info.data ? { name: info.data.name, url: info.data.site } : null)}
      keeper={info.data?.keeper}
      folderProblem={folder.error ? errorMessage(folder.error) : null}
      onShowFolder={bridge ? () => folder.mutate() : null}
    />
  );
}
