import type { ReactElement } from 'react';

import { share } from '../format.ts';
import styles from './progress.module.css';

export interface ProgressProps {
  done: number;
  /** Null while nobody knows how much there is. */
  total: number | null;
  label: string;
}

export function ProgressBar({ done, total, label }: ProgressProps): ReactElement {
  const percent = total === null ? undefined : Math.round(share(done, total) * 100);
  return (
    <span
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span
        className={styles.bar}
        data-unknown={percent === undefined}
        style={{ inlineSize: `${percent ?? 35}%` }}
      />
    </span>
  );
}

const around = 2 * Math.PI * 9;

export function ProgressRing({ done, total, label }: ProgressProps): ReactElement {
  const part = total === null ? 0.3 : share(done, total);
  return (
    <svg className={styles.ring} data-unknown={total === null} viewBox="0 0 24 24" role="img" aria-label={label}>
      <circle cx="12" cy="12" r="9" opacity="0.3" />
      <circle cx="12" cy="12" r="9" strokeDasharray={`${around * part} ${around}`} transform="rotate(-90 12 12)" />
    </svg>
  );
}
