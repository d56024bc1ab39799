import { IconHandStop } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { paths } from '../../location.ts';
import styles from './decisions-badge.module.css';
import { changeTexts } from './texts.ts';
import { cardsOf, useParked } from './use-parked.ts';

/** The number of resources with edits that need the person's decision; nothing if there are none. */
export function DecisionsBadge(): ReactElement | null {
  const { entries = [] } = useParked();
  const waiting = cardsOf(entries).length;
  if (waiting === 0) return null;
  return (
    <Link
      href={paths.conflicts}
      className={styles.badge}
      aria-label={changeTexts.badge(waiting)}
      title={changeTexts.badge(waiting)}
    >
      <IconHandStop size="1.5rem" aria-hidden />
      <span aria-hidden>{waiting}</span>
    </Link>
  );
}
