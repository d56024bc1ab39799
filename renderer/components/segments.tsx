import { useId } from 'react';
import type { ReactElement } from 'react';

import styles from './segments.module.css';

export interface SegmentsProps<Value extends string | number> {
  label: string;
  /** Undefined while nothing is chosen. */
  value: Value | undefined;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A few choices side by side: native radio buttons, for arrow keys and screen readers. */
export function Segments<Value extends string | number>({
  label,
  value,
  options,
  onChange,
}: SegmentsProps<Value>): ReactElement {
  const name = useId();
  return (
    <div className={styles.segments} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
