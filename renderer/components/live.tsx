import type { ReactElement } from 'react';

import styles from './live.module.css';

/** Announces changes to screen readers; must stay mounted while its text changes. */
export const Live = ({ children }: { children: string }): ReactElement => (
  <output className={styles.hidden} aria-live="polite">
    {children}
  </output>
);

/** Text for screen readers only. */
export const Unseen = ({ children }: { children: string }): ReactElement => (
  <span className={styles.hidden}>{children}</span>
);
