import { Button } from '@mantine/core';
import { IconArrowsSplit2 } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';

import styles from './conflict-choice.module.css';
import { editingTexts } from '../../components/editing/texts.ts';

export interface ConflictChoiceProps {
  /** Null if the other side removed it. */
  theirs: ReactNode | null;
  mine: ReactNode;
  onMine: () => void;
  onTheirs: () => void;
}

/** The two versions of a conflict, side by side. */
export function ConflictChoice({ theirs, mine, onMine, onTheirs }: ConflictChoiceProps): ReactElement {
  const words = editingTexts.conflict;
  return (
    <section className={styles.conflict} role="alert">
      <p className={styles.title}>
        <IconArrowsSplit2 size="1.5em" aria-hidden /> {theirs === null ? words.removed : words.title}
      </p>
      <div className={styles.sides}>
        <div className={styles.side}>
          <h3>{words.mine}</h3>
          <div className={styles.content}>{mine}</div>
          <Button onClick={onMine}>{theirs === null ? words.putBack : words.keepMine}</Button>
        </div>
        <div className={styles.side}>
          <h3>{words.theirs}</h3>
          <div className={styles.content}>{theirs ?? words.gone}</div>
          <Button variant="default" onClick={onTheirs}>
            {theirs === null ? words.letGo : words.takeTheirs}
          </Button>
        </div>
      </div>
    </section>
  );
}
