import { useQuery } from '@tanstack/react-query';
import { IconCloud, IconCloudOff } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { useNow } from '../../hooks/page.ts';
import { syncQuery } from '../../api/queries/sync.ts';
import { syncWords } from '../../shell/sync-words.ts';
import styles from '../../features/kiosk/note.module.css';

/** The state of sync as text, without a link, which would lead out of the kiosk. */
export function SyncNote(): ReactElement | null {
  const now = useNow();
  const { data } = useQuery(syncQuery);
  if (!data) return null;
  const { words, tone } = syncWords(data, now);
  const Icon = tone === 'attention' ? IconCloudOff : IconCloud;
  return (
    <span className={styles.note}>
      <Icon size="1.375rem" aria-hidden /> {words}
    </span>
  );
}
