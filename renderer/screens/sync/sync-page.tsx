import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';

import { useTitle } from '../../hooks/page.ts';
import { syncQuery } from '../../api/queries/sync.ts';
import { SyncTabs } from './sync-tabs.tsx';
import type { SyncTab } from './sync-tabs.tsx';
import styles from './status/sync-status.module.css';
import { syncTexts } from './texts.ts';

/** The frame of the sync centre's tabs other than the overview. */
export function SyncPage({ tab, children }: { tab: SyncTab; children: ReactNode }): ReactElement {
  const sync = useQuery(syncQuery);
  useTitle(syncTexts.tabs[tab]);
  const { pending = 0, sending = 0, parked = 0 } = sync.data?.journal ?? {};
  return (
    <div className={styles.page}>
      <SyncTabs current={tab} open={pending + sending + parked} />
      <h1 className={styles.heading}>{syncTexts.headings[tab]}</h1>
      {children}
    </div>
  );
}
