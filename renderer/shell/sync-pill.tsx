import { IconAlertTriangle, IconCloudCheck } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { SyncStatus } from '../../shared/sync-status.ts';
import { ProgressRing } from '../components/progress.tsx';
import { paths } from '../location.ts';
import styles from './sync-pill.module.css';
import { syncWords } from './sync-words.ts';
import { shellTexts } from './texts.ts';

export function SyncPill({ status, now }: { status: SyncStatus; now: number }): ReactElement {
  const { words, tone, progress } = syncWords(status, now);
  return (
    <Link href={paths.sync} className={styles.pill} data-tone={tone} title={shellTexts.pill.open}>
      {progress ? <ProgressRing {...progress} /> : null}
      {tone === 'attention' ? <IconAlertTriangle size="1.5rem" aria-hidden /> : null}
      {tone === 'calm' ? <IconCloudCheck size="1.5rem" aria-hidden /> : null}
      <span>{words}</span>
    </Link>
  );
}
