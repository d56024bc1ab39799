import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFilePlus, IconPencil, IconPlus } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { CategoryPage } from '../../../shared/model/benchside.ts';
import { useKiosk } from '../../components/use-kiosk.ts';
import { variantOf } from '../../features/languages/variant.ts';
import { paths } from '../../location.ts';
import { userQuery } from '../../api/queries/users.ts';
import { categoryTexts } from './texts.ts';
import styles from './category-actions.module.css';

/** For signed-in people: buttons to create a guide in the category, and to edit or create the category's page. */
export function CategoryActions({ page }: { page: CategoryPage }): ReactElement | null {
  const kiosk = useKiosk();
  const { data: user } = useQuery(userQuery);
  if (!user || kiosk) return null;
  const { title, can_edit, can_create } = page;
  return (
    <div className={styles.actions}>
      <Button
        component={Link}
        href={paths.newGuide({ category: title })}
        variant="default"
        leftSection={<IconPlus size="1.5rem" />}
      >
        {categoryTexts.newGuide}
      </Button>
      {can_edit ? (
        <Button
          component={Link}
          href={paths.editWiki('CATEGORY', title, variantOf(page))}
          variant="default"
          leftSection={<IconPencil size="1.5rem" />}
        >
          {categoryTexts.edit}
        </Button>
      ) : null}
      {can_create ? (
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
