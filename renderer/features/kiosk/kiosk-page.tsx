import type { ReactElement, ReactNode } from 'react';

import styles from './kiosk-page.module.css';

/** The frame of a kiosk's screens, without the shell's header; the kiosk's bar is above it. */
export const KioskPage = ({ search, children }: { search: ReactNode; children: ReactNode }): ReactElement => (
  <main className={styles.page} tabIndex={-1}>
    {search ? <div className={styles.search}>{search}</div> : null}
    {children}
  </main>
);
