import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { notificationsQuery } from '../api/queries/notifications.ts';
import { isOfHub, infoQuery } from '../api/queries/site.ts';
import { userQuery } from '../api/queries/users.ts';
import { changeTexts } from '../features/changes/texts.ts';
import { useParked } from '../features/changes/use-parked.ts';
import { comma, count } from '../format.ts';
import { paths } from '../location.ts';
import styles from './bell.module.css';
import { shellTexts } from './texts.ts';

/**
 * The way to the person's notifications, with the number of unread ones and of edits that need their decision. Nothing where neither can
 * come.
 */
export function Bell(): ReactElement | null {
  const info = useQuery(infoQuery);
  const user = useQuery(userQuery);
  const shown = user.data && isOfHub(info.data) ? user.data.userid : undefined;
  const { data } = useQuery(notificationsQuery(shown));
  const { entries: { length: waiting } = [] } = useParked();
  if (shown === undefined && waiting === 0) return null;
  const unread = data?.unread ?? 0;
  const total = count(unread + waiting);
  const [first, second] = [
    ...(unread === 0 ? [] : [shellTexts.unread(unread)]),
    ...(waiting === 0 ? [] : [changeTexts.decide(waiting)]),
  ];
  const words =
    second === undefined
      ? (first ?? shellTexts.notifications)
      : `${shellTexts.notifications}: ${total} (${first}${comma}${second})`;
  return (
    <Link href={paths.notifications} className={styles.bell} aria-label={words} title={words}>
      <IconBell size="1.625rem" aria-hidden />
      {unread + waiting === 0 ? null : (
        <span className={styles.count} aria-hidden>
          {total}
        </span>
      )}
    </Link>
  );
}
