import { Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { Notice } from '../components/notice.tsx';
import { useTitle } from '../hooks/page.ts';
import { paths } from '../location.ts';
import { texts } from '../texts.ts';

export function NotFoundScreen(): ReactElement {
  useTitle(texts.errors.notFoundTitle);
  return (
    <Notice
      alone
      icon={<IconMapQuestion size={40} />}
      title={texts.errors.notFoundTitle}
      actions={
        <Button component={Link} href={paths.home}>
          {texts.actions.home}
        </Button>
      }
    >
      <p>{texts.errors.notFound}</p>
    </Notice>
  );
}
