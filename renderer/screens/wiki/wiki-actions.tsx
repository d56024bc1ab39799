import { Button } from '@mantine/core';
import { IconHistory, IconPencil } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { useKiosk } from '../../components/use-kiosk.ts';
import { paths } from '../../location.ts';
import { wikiTexts } from './texts.ts';
import styles from './wiki-actions.module.css';

export interface WikiActionsProps {
  namespace: string;
  title: string;
  mayEdit: boolean;
}

/** Buttons for actions on a page. */
export function WikiActions({ namespace, title, mayEdit }: WikiActionsProps): ReactElement | null {
  const kiosk = useKiosk();
  if (!mayEdit || kiosk) return null;
  return (
    <div className={styles.actions}>
      <Button
        component={Link}
        href={paths.editWiki(namespace, title)}
        variant="default"
        leftSection={<IconPencil size="1.5rem" />}
      >
        {wikiTexts.edit}
      </Button>
      <Button
        component={Link}
        href={paths.wikiHistory(namespace, title)}
        variant="default"
        leftSection={<IconHistory size="1.5rem" />}
      >
        {wikiTexts.history}
      </Button>
    </div>
  );
}
