import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';

import { api } from '../api/client.ts';
import { errorMessage } from '../api/errors.ts';
import { useNow } from '../hooks/page.ts';
import { useRowKeys } from '../keyboard/use-row-keys.ts';
import { homeQuery, infoQuery } from '../api/queries/site.ts';
import { syncQuery } from '../api/queries/sync.ts';
import { isLeadAccount, userQuery } from '../api/queries/users.ts';
import { useKiosk } from '../components/use-kiosk.ts';
import { KioskPage } from '../features/kiosk/kiosk-page.tsx';
import { DecisionsBadge } from '../features/changes/decisions-badge.tsx';
import { texts } from '../texts.ts';
import { Bell } from './bell.tsx';
import { PersonMenu } from './person-menu.tsx';
import { SearchField } from './search-field.tsx';
import { Shell } from './shell.tsx';
import { SyncPill } from './sync-pill.tsx';
import { shellTexts } from './texts.ts';
import { useMenuCommands } from './use-menu-commands.ts';
import { useSearchField } from './use-search-field.ts';

export function ShellScreen({ children }: { children: ReactNode }): ReactElement {
  const client = useQueryClient();
  const now = useNow();
  const kiosk = useKiosk();
  const info = useQuery(infoQuery);
  const home = useQuery({ ...homeQuery, enabled: info.isError });
  const sync = useQuery(syncQuery);
  const user = useQuery(userQuery);
  const onHub = info.data?.profile === 'hub';
  const { focus, ...search } = useSearchField();
  const signOut = useMutation({
    mutationFn: () => api('DELETE /user/token'),
    onSettled: () => client.invalidateQueries(),
    // The next person may use the same browser: keep nothing of what was read.
    onSuccess: () => (onHub ? client.resetQueries() : undefined),
  });

  useMenuCommands(focus);
  useRowKeys();

  const siteName = info.data?.name || home.data?.site.name || texts.product;
  const page = (
    <>
      <p data-print-only>{siteName}</p>
      {children}
    </>
  );
  if (kiosk) return <KioskPage search={kiosk.reading ? <SearchField {...search} /> : null}>{page}</KioskPage>;
  return (
    <Shell
      siteName={siteName}
      search={<SearchField {...search} />}
      sync={
        sync.data && !onHub ? (
          <>
            <DecisionsBadge />
            <SyncPill status={sync.data} now={now} />
          </>
        ) : null
      }
      person={
        <>
          <Bell />
          <PersonMenu
            username={user.data?.username ?? null}
            isLead={isLeadAccount(user.data)}
            onHub={onHub}
            onSignOut={() => signOut.mutate()}
          />
        </>
      }
      problem={signOut.error ? `${shellTexts.signOutFailed} ${errorMessage(signOut.error)}` : null}
    >
      {page}
    </Shell>
  );
}
