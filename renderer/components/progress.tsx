import type { ReactElement } from 'react';

import { count, share } from '../format.ts';
import styles from './progress.module.css';

export interface ProgressProps {
  done: number;
  /** Null while unknown. */
  total: number | null;
  label: string;
}

export const ProgressBar = ({ done, total, label }: ProgressProps): ReactElement => (
  <progress
    className={styles.bar}
    aria-label={label}
    max={100}
    value={total === null ? undefined : Math.max(done > 0 ? 1 : 0, Math.round(share(done, total) * 100))}
  />
);

/** Returns the progress as text. */
export function progressWords(
  { done, total }: Omit<ProgressProps, 'label'>,
  words: { of: (done: string, total: string) => string; soFar: (done: string) => string },
): string {
  if (total) return words.of(count(done), count(total));
  return done > 0 ? words.soFar(count(done)) : '…';
}

const around = 2 * Math.PI * 9;

/** Hidden from screen readers: use it only beside text that says the same. */
export function ProgressRing({ done, total }: Omit<ProgressProps, 'label'>): ReactElement {
  const part = total === null ? 0.3 : share(done, total);
  return (
    <svg className={styles.ring} data-unknown={total === null} viewBox="0 0 24 24" aria-hidden>
      <circle cx="12" cy="12" r="9" opacity="0.3" />
      <circle
        cx="12"
        cy="12"
        r="9"
        strokeDasharray={`${around * part} ${around}`}
        transform="rotate(-90 12 12)"
      />
    </svg>
  );
}
