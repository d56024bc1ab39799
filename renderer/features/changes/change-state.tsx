import { IconCheck, IconClock, IconCloudUp, IconHandStop, IconX } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import type { JournalItem } from '../../../shared/model/journal.ts';
import styles from './change-state.module.css';

const icons: Record<JournalItem['state'], ReactElement> = {
  pending: <IconClock aria-hidden />,
  sending: <IconCloudUp aria-hidden />,
  done: <IconCheck aria-hidden />,
  parked: <IconHandStop aria-hidden />,
  discarded: <IconX aria-hidden />,
};

/** An icon for the state of an edit; the text stands beside it. */
export const ChangeState = ({ state }: { state: JournalItem['state'] }): ReactElement => (
  <span className={styles.sign} data-state={state}>
    {icons[state]}
  </span>
);
