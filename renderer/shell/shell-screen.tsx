import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';

import { api, messageOf } from '../api.ts';
import { usePageKeys, useNow } from '../hooks/page.ts';
import { homeQuery, infoQuery, syncQuery, userQuery } from '../queries.ts';
import { DecisionsBadge } from '../screens/conflicts/decisions-badge.tsx';
import { texts } from '../texts.ts';
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
  const info = useQuery(infoQuery);
  const home = useQuery({ ...homeQuery, enabled: info.isError });
  const sync = useQuery(syncQuery);
  const user = useQuery(userQuery);
  const { focus, ...search } = useSearchField();
  const signOut = useMutation({
    mutationFn: () => api<void>('DELETE', '/user/token'),
    onSettled: () => client.invalidateQueries(),
  });

  useMenuCommands(focus);
  usePageKeys((event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    focus();
  });

  return (
    <Shell
      siteName={info.data?.name || home.data?.site.name || texts.product}
      search={<SearchField {...search} />}
      sync={
        sync.data ? (
          <>
            <DecisionsBadge />
            <SyncPill status={sync.data} now={now} />
          </>
        ) : null
      }
      person={<PersonMenu username={user.data?.username ?? null} onSignOut={() => signOut.mutate()} />}
      problem={signOut.error ? `${shellTexts.signOutFailed} ${messageOf(signOut.error)}` : null}
    >
      {children}
    </Shell>
  );
}
