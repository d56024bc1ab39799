import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFolderPlus, IconPencilPlus } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { Section } from '../../components/section.tsx';
import { paths } from '../../location.ts';
import { userQuery } from '../../api/queries/users.ts';
import { homeTexts } from './texts.ts';
import styles from './write-here.module.css';

/** For signed-in people: buttons to create a guide or a category. */
export function WriteHere(): ReactElement | null {
  const { data: user } = useQuery(userQuery);
  if (!user) return null;
  return (
    <Section title={homeTexts.write}>
      <div className={styles.actions}>
        <Button
          component={Link}
          href={paths.newGuide()}
          variant="default"
          leftSection={<IconPencilPlus size="1.5rem" />}
        >
          {homeTexts.newGuide}
        </Button>
        <Button
          component={Link}
          href={paths.newWiki('CATEGORY')}
          variant="default"
          leftSection={<IconFolderPlus size="1.5rem" />}
        >
          {homeTexts.newCategory}
        </Button>
      </div>
    </Section>
  );
}
