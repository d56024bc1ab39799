import { IconX } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { count } from '../../format.ts';
import styles from './filter-chips.module.css';

export interface Chip {
  value: string;
  label: string;
  count: number | null;
}

export interface FilterChipsProps {
  label: string;
  chips: Chip[];
  chosen: string | null;
  onChoose: (value: string | null) => void;
}

export const FilterChips = ({ label, chips, chosen, onChoose }: FilterChipsProps): ReactElement | null =>
  chips.length === 0 ? null : (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.chips}>
        {chips.map((chip) => (
          <button
            key={chip.value}
            type="button"
            className={styles.chip}
            aria-pressed={chip.value === chosen}
            onClick={() => onChoose(chip.value === chosen ? null : chip.value)}
          >
            {chip.label}
            {chip.value === chosen ? (
              <IconX size="1.125rem" aria-hidden />
            ) : chip.count === null ? null : (
              <span className={styles.count}>{count(chip.count)}</span>
            )}
          </button>
        ))}
      </div>
    </fieldset>
  );
