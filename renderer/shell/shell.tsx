import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';

import { InlineProblem } from '../components/inline-problem.tsx';
import { Unseen } from '../components/live.tsx';
import { paths } from '../location.ts';
import { texts } from '../texts.ts';
import { Logo } from './logo.tsx';
import styles from './shell.module.css';
import { shellTexts } from './texts.ts';

export interface ShellProps {
  siteName: string;
  search: ReactNode;
  sync: ReactNode;
  person: ReactNode;
  problem: string | null;
  children: ReactNode;
}

export const Shell = ({ siteName, search, sync, person, problem, children }: ShellProps): ReactElement => (
  <>
    <button type="button" className={styles.skip} onClick={() => document.querySelector('main')?.focus()}>
      {shellTexts.skip}
    </button>
    <header className={styles.header}>
      <div className={styles.inside}>
        <Link href={paths.home} className={styles.brand}>
          <Logo />
          <span className={styles.names}>
            <span className={styles.site}>{siteName}</span>
            {siteName === texts.product ? null : <span className={styles.product}>{texts.product}</span>}
            <Unseen>{shellTexts.home}</Unseen>
          </span>
        </Link>
        {search}
        <div className={styles.right}>
          {sync}
          {person}
        </div>
      </div>
    </header>
    <main className={styles.main} tabIndex={-1}>
      {problem ? <InlineProblem>{problem}</InlineProblem> : null}
      {children}
    </main>
  </>
);
