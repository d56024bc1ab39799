import type { ReactElement } from 'react';

import styles from './live.module.css';

/** Says a change aloud to screen readers; must stay mounted while its words change. */
export const Live = ({ children }: { children: string }): ReactElement => (
  <output className={styles.hidden} aria-live="polite">
    {children}
  </output>
);

/** Words for screen readers only. */
export const Unseen = ({ children }: { children: string }): ReactElement => (
  <span className={styles.hidden}>{children}</span>
);
