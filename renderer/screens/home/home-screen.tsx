import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { LoadingCards } from '../../components/loading.tsx';
import { FailedNotice } from '../../components/notice.tsx';
import { useNow, useTitle } from '../../hooks/page.ts';
import { homeQuery, infoQuery } from '../../api/queries/site.ts';
import { syncQuery } from '../../api/queries/sync.ts';
import { userQuery } from '../../api/queries/users.ts';
import { DecisionsCard } from '../../features/changes/decisions-card.tsx';
import { HomeView } from './home.tsx';
import { WriteHere } from './write-here.tsx';

export function HomeScreen(): ReactElement {
  const now = useNow();
  const sync = useQuery(syncQuery);
  const info = useQuery(infoQuery);
  const user = useQuery(userQuery);
  const growing = sync.data?.firstSync === true;
  const home = useQuery({ ...homeQuery, refetchInterval: growing ? 2_000 : false, refetchOnMount: 'always' });
  useTitle(undefined);
  if (home.data)
    return (
      <>
        <DecisionsCard />
        <HomeView
          home={home.data}
          status={sync.data}
          now={now}
          hub={
            info.data?.profile === 'hub'
              ? { isAdmin: user.data?.greatest_privilege === 'Admin', isSignedIn: Boolean(user.data) }
              : undefined
          }
        />
        <WriteHere />
      </>
    );
  if (home.error) return <FailedNotice error={home.error} retry={() => void home.refetch()} />;
  return <LoadingCards />;
}
