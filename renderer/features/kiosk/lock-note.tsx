import { useQuery } from '@tanstack/react-query';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import styles from './note.module.css';
import { lockQuery } from '../../api/queries/kiosk.ts';
import { kioskTexts } from './texts.ts';

/** Says whether the machine is locked down. Unknown counts as not locked. */
export function LockNote(): ReactElement {
  const { data } = useQuery(lockQuery);
  const words = kioskTexts.lock;
  const locked = data?.locked === true;
  const Icon = locked ? IconLock : IconLockOpen;
  return (
    <span className={styles.note}>
      <Icon size="1.375rem" aria-hidden />
      {data === undefined
        ? words.looking
        : locked
          ? words.locked
          : data === null
            ? words.browser
            : words.open}
    </span>
  );
}
