import type { ReactElement } from 'react';

import styles from './tick.module.css';

export interface TickProps {
  label: string;
  /** Shown below the label. */
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A check box with a target as large as a finger. */
export const CheckRow = ({ label, hint, checked, onChange }: TickProps): ReactElement => (
  <label className={styles.tick}>
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    {hint === undefined ? (
      label
    ) : (
      <span>
        <strong>{label}</strong>
        <small>{hint}</small>
      </span>
    )}
  </label>
);
