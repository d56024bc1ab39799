import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { IconLogin2 } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { errorStatus } from '../../../api/errors.ts';
import { LoadingRows } from '../../../components/loading.tsx';
import { FailedNotice, Notice } from '../../../components/notice.tsx';
import { useNow } from '../../../hooks/page.ts';
import { paths } from '../../../location.ts';
import { parkedQuery } from '../../../api/queries/journal.ts';
import { syncQuery } from '../../../api/queries/sync.ts';
import { userQuery } from '../../../api/queries/users.ts';
import type { SyncStatus } from '../../../../shared/sync-status.ts';
import { texts } from '../../../texts.ts';
import { Changes } from './changes.tsx';
import { changesQuery } from '../../../api/queries/journal.ts';
import type { Shown } from '../../../api/queries/journal.ts';
import { SyncPage } from '../sync-page.tsx';
import { syncTexts } from '../texts.ts';

export const ChangesScreen = (): ReactElement => (
  <SyncPage tab="changes">
    <ChangesPart />
  </SyncPage>
);

function ChangesPart(): ReactElement {
  const now = useNow(1);
  const [shown, setShown] = useState<Shown>('open');
  const [mine, setMine] = useState(false);
  const user = useQuery(userQuery);
  const sync = useQuery(syncQuery);
  const changes = useInfiniteQuery({ ...changesQuery({ shown, mine }), enabled: Boolean(user.data) });
  const parkedCount = sync.data?.journal.parked ?? 0;
  const parked = useQuery({ ...parkedQuery(parkedCount), enabled: Boolean(user.data) && parkedCount > 0 });

  if (user.data === null)
    return (
      <Notice
        icon={<IconLogin2 size={40} />}
        title={syncTexts.changes.signInTitle}
        actions={
          <Button component={Link} href={paths.signIn}>
            {texts.actions.signIn}
          </Button>
        }
      >
        <p>{syncTexts.changes.signIn(sync.data ? unsentIn(sync.data.journal) : 0)}</p>
      </Notice>
    );
  if (changes.error && errorStatus(changes.error) !== 401)
    return <FailedNotice error={changes.error} retry={() => void changes.refetch()} />;
  if (!changes.data) return <LoadingRows />;
  return (
    <Changes
      entries={changes.data.pages.flat()}
      parked={parked.data ?? []}
      status={sync.data}
      now={now}
      shown={shown}
      mine={mine}
      seesAll={user.data?.privileges.includes('Admin') === true}
      more={changes.hasNextPage}
      onShow={setShown}
      onMine={setMine}
      onMore={() => void changes.fetchNextPage()}
    />
  );
}

const unsentIn = ({ pending, sending, parked }: SyncStatus['journal']): number => pending + sending + parked;
