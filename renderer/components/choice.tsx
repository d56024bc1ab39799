import { IconChevronDown } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import styles from './choice.module.css';

export interface ChoiceProps<Value extends string> {
  label: string;
  /** Set it if the page already shows the label beside the field. */
  hideLabel?: boolean;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A native select. */
export function NativeSelect<Value extends string>({
  label,
  hideLabel = false,
  value,
  options,
  onChange,
}: ChoiceProps<Value>): ReactElement {
  return (
    <label className={styles.choice}>
      {hideLabel ? null : <span>{label}</span>}
      <span className={styles.box}>
        <select
          aria-label={hideLabel ? label : undefined}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.currentTarget.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <IconChevronDown size="1.25rem" aria-hidden />
      </span>
    </label>
  );
}
