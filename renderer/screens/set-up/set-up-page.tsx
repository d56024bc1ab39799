import type { ReactElement, ReactNode } from 'react';

import { Logo } from '../../shell/logo.tsx';
import styles from './set-up.module.css';

interface SetUpPageProps {
  title: string;
  lead: string;
  children: ReactNode;
}

export const SetUpPage = ({ title, lead, children }: SetUpPageProps): ReactElement => (
  <main className={styles.frame} tabIndex={-1}>
    <div className={styles.panel}>
      <div className={styles.head}>
        <Logo size="3.5rem" />
        <div>
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
      </div>
      {children}
    </div>
  </main>
);
