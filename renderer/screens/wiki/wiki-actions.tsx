import { Button } from '@mantine/core';
import { IconHistory, IconPencil } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { Wiki } from '../../../shared/model/wiki.ts';
import { useKiosk } from '../../components/use-kiosk.ts';
import { variantOf } from '../../features/languages/variant.ts';
import { paths } from '../../location.ts';
import { wikiTexts } from './texts.ts';
import styles from './wiki-actions.module.css';

/** Buttons for actions on a page. */
export function WikiActions({ page }: { page: Wiki }): ReactElement | null {
  const kiosk = useKiosk();
  if (!page.can_edit || kiosk) return null;
  const { namespace, title } = page;
  const langid = variantOf(page);
  return (
    <div className={styles.actions}>
      <Button
        component={Link}
        href={paths.editWiki(namespace, title, langid)}
        variant="default"
        leftSection={<IconPencil size="1.5rem" />}
      >
        {wikiTexts.edit}
      </Button>
      <Button
        component={Link}
        href={paths.wikiHistory(namespace, title, langid)}
        variant="default"
        leftSection={<IconHistory size="1.5rem" />}
      >
        {wikiTexts.history}
      </Button>
    </div>
  );
}
