import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import styles from './chosen.module.css';

export interface ChosenProps {
  label: string;
  title: string;
  /** Says what the button does, for people who do not see it. */
  removeLabel: string;
  onRemove: () => void;
}

/** What was chosen in a field with suggestions, in the place of the field, until it is removed. */
export const Chosen = ({ label, title, removeLabel, onRemove }: ChosenProps): ReactElement => (
  <div className={styles.field}>
    <strong>{label}</strong>
    <p className={styles.chosen}>
      {title}
      <ActionIcon variant="subtle" size="3rem" aria-label={removeLabel} onClick={onRemove}>
        <IconX size="1.5rem" />
      </ActionIcon>
    </p>
  </div>
);
