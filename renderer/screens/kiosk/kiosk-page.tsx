import type { ReactElement, ReactNode } from 'react';

import styles from './kiosk-page.module.css';

/** In place of the program's own head: the kiosk's bar stands above. */
export const KioskPage = ({ search, children }: { search: ReactNode; children: ReactNode }): ReactElement => (
  <main className={styles.page} tabIndex={-1}>
    {search ? <div className={styles.search}>{search}</div> : null}
    {children}
  </main>
);
