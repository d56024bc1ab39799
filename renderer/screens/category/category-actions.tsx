import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFilePlus, IconPencil, IconPlus } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { statusOf } from '../../api.ts';
import { useKiosk } from '../../components/kiosk-context.ts';
import { paths } from '../../location.ts';
import { userQuery, wikiQuery } from '../../queries.ts';
import { categoryTexts } from './texts.ts';
import styles from './category-actions.module.css';

/** For people who signed in: write a guide here, and the page of the category itself. */
export function CategoryActions({ title }: { title: string }): ReactElement | null {
  const kiosk = useKiosk();
  const { data: user } = useQuery(userQuery);
  const wiki = useQuery({ ...wikiQuery('CATEGORY', title), enabled: Boolean(user), retry: false });
  if (!user || kiosk) return null;
  const hasNone = statusOf(wiki.error) === 404;
  return (
    <div className={styles.actions}>
      <Button
        component={Link}
        href={paths.newGuide(title)}
        variant="default"
        leftSection={<IconPlus size="1.5rem" />}
      >
        {categoryTexts.newGuide}
      </Button>
      {wiki.data?.can_edit ? (
        <Button
          component={Link}
          href={paths.editWiki('CATEGORY', title)}
          variant="default"
          leftSection={<IconPencil size="1.5rem" />}
        >
          {categoryTexts.edit}
        </Button>
      ) : null}
      {hasNone ? (
        <Button
          component={Link}
          href={paths.newWiki('CATEGORY', title)}
          variant="default"
          leftSection={<IconFilePlus size="1.5rem" />}
        >
          {categoryTexts.write}
        </Button>
      ) : null}
    </div>
  );
}
