import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { paths } from '../../location.ts';
import styles from './sync-tabs.module.css';
import { syncTexts } from './texts.ts';

export type SyncTab = keyof typeof syncTexts.tabs;

const hrefs: Record<SyncTab, string> = {
  overview: paths.sync,
  changes: paths.changes,
  storage: paths.storage,
  ready: paths.ready,
  carry: paths.carry,
};

/** Tabs of the sync centre; each has its own path. */
export const SyncTabs = ({ current, open }: { current: SyncTab; open: number }): ReactElement => (
  <nav className={styles.tabs} aria-label={syncTexts.title}>
    {(Object.keys(hrefs) as SyncTab[]).map((tab) => (
      <Link
        key={tab}
        href={hrefs[tab]}
        className={styles.tab}
        aria-current={tab === current ? 'page' : undefined}
      >
        {syncTexts.tabs[tab]}
        {tab === 'changes' && open > 0 ? (
          <span className={styles.count} aria-label={syncTexts.open(open)}>
            {open}
          </span>
        ) : null}
      </Link>
    ))}
  </nav>
);
