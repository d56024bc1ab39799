import { Button } from '@mantine/core';
import { IconCircleCheck, IconLogin2 } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { LoadingRows } from '../../components/loading.tsx';
import { FailedNotice, Notice } from '../../components/notice.tsx';
import { useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { texts } from '../../texts.ts';
import { ConflictList } from './conflict-list.tsx';
import { conflictTexts } from './texts.ts';
import { cardsOf, useParked } from '../../features/changes/use-parked.ts';

export function ConflictsScreen(): ReactElement {
  const { entries, error, signedIn, refetch } = useParked();
  useTitle(conflictTexts.title);
  if (signedIn === false)
    return (
      <Notice
        alone
        icon={<IconLogin2 size={40} />}
        title={conflictTexts.signIn}
        actions={
          <Button component={Link} href={paths.signIn}>
            {texts.actions.signIn}
          </Button>
        }
      />
    );
  if (error) return <FailedNotice error={error} retry={refetch} />;
  if (!entries) return <LoadingRows />;
  if (entries.length > 0) return <ConflictList cards={cardsOf(entries)} />;
  return (
    <Notice
      alone
      icon={<IconCircleCheck size={40} />}
      title={conflictTexts.none}
      actions={
        <Button component={Link} href={paths.home} variant="default">
          {texts.actions.home}
        </Button>
      }
    >
      <p>{conflictTexts.noneWhy}</p>
    </Notice>
  );
}
