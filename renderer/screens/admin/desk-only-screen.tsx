import { Button } from '@mantine/core';
import { IconDeviceDesktop } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { Notice } from '../../components/notice.tsx';
import { useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { texts } from '../../texts.ts';
import { deskOnlyTexts as words } from './texts.ts';

/** Shown on a hub's page for screens that only a desk has: sync, conflicts, storage, settings. */
export function DeskOnlyScreen(): ReactElement {
  useTitle(words.title);
  return (
    <Notice
      alone
      icon={<IconDeviceDesktop size={40} />}
      title={words.title}
      actions={
        <Button component={Link} href={paths.home}>
          {texts.actions.home}
        </Button>
      }
    >
      <p>{words.words}</p>
    </Notice>
  );
}
