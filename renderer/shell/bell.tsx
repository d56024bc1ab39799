import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { notificationsQuery } from '../api/queries/notifications.ts';
import { isOfHub, infoQuery } from '../api/queries/site.ts';
import { userQuery } from '../api/queries/users.ts';
import { count } from '../format.ts';
import { paths } from '../location.ts';
import styles from './bell.module.css';
import { shellTexts } from './texts.ts';

/** The way to the person's notifications, with the number of unread ones; nothing where there are none to come. */
export function Bell(): ReactElement | null {
  const info = useQuery(infoQuery);
  const user = useQuery(userQuery);
  const shown = user.data && isOfHub(info.data) ? user.data.userid : undefined;
  const { data } = useQuery(notificationsQuery(shown));
  if (shown === undefined) return null;
  const unread = data?.unread ?? 0;
  const words = unread === 0 ? shellTexts.notifications : shellTexts.unread(unread);
  return (
    <Link href={paths.notifications} className={styles.bell} aria-label={words} title={words}>
      <IconBell size="1.625rem" aria-hidden />
      {unread === 0 ? null : (
        <span className={styles.count} aria-hidden>
          {count(unread)}
        </span>
      )}
    </Link>
  );
}
