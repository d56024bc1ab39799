import { ActionIcon, Button } from '@mantine/core';
import {
  IconBell,
  IconCalendarPlus,
  IconCheck,
  IconChecks,
  IconFlag,
  IconFlagCheck,
  IconHandStop,
  IconMessage,
  IconRosetteDiscountCheck,
  IconRotate2,
  IconTransfer,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { limits } from '../../../shared/limits.ts';
import type { Notification, NotificationKind } from '../../../shared/model/notification.ts';
import { notificationTexts } from '../../../shared/notification-texts.ts';
import { AllowedLink } from '../../components/allowed-link.tsx';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Unseen } from '../../components/live.tsx';
import { Notice } from '../../components/notice.tsx';
import { changeTexts } from '../../features/changes/texts.ts';
import { moment, timeAgo } from '../../format.ts';
import { paths } from '../../location.ts';
import styles from './inbox.module.css';
import { inboxTexts as words } from './texts.ts';

export interface InboxProps {
  now: number;
  /** Newest first. */
  notifications: readonly Notification[];
  /** Number of edits that need the person's decision. */
  waiting: number;
  /** False at a desk of a third-party site, which sends no notifications. */
  areSent: boolean;
  problem: string | null;
  onRead: (notificationids: number[]) => void;
}

const icons: Record<NotificationKind, Icon> = {
  'taken-over': IconTransfer,
  'handed-over': IconTransfer,
  assigned: IconCalendarPlus,
  answered: IconMessage,
  commented: IconMessage,
  reported: IconFlag,
  'dealt-with': IconFlagCheck,
  released: IconRosetteDiscountCheck,
  withdrawn: IconRotate2,
};

export function Inbox({ now, notifications, waiting, areSent, problem, onRead }: InboxProps): ReactElement {
  const unread = notifications.filter(({ read }) => !read).map(({ notificationid }) => notificationid);
  return (
    <>
      <div className={styles.head}>
        <h1>{words.title}</h1>
        {unread.length === 0 ? null : (
          <Button
            variant="default"
            leftSection={<IconChecks size="1.5rem" aria-hidden />}
            onClick={() => onRead(unread)}
          >
            {words.markAll}
          </Button>
        )}
      </div>
      {problem ? <InlineProblem>{`${words.failed} ${problem}`}</InlineProblem> : null}
      {waiting === 0 ? null : (
        <AllowedLink href={paths.conflicts} className={styles.waiting} isRow>
          <IconHandStop size="1.75rem" aria-hidden />
          <span className={styles.words}>
            <strong>{changeTexts.decide(waiting)}</strong>
            <span>{words.decideWhy}</span>
          </span>
        </AllowedLink>
      )}
      {notifications.length === 0 ? (
        <Notice icon={<IconBell size={40} />} title={words.none}>
          <p>{areSent ? words.noneWhy : words.noneHere}</p>
        </Notice>
      ) : (
        <ul className={styles.list}>
          {notifications.map((one) => (
            <Row key={one.notificationid} notification={one} now={now} onRead={onRead} />
          ))}
        </ul>
      )}
      {notifications.length < limits.notifications.kept.max ? null : (
        <p className={styles.kept}>{words.kept(limits.notifications.kept.max)}</p>
      )}
    </>
  );
}

interface RowProps {
  notification: Notification;
  now: number;
  onRead: (notificationids: number[]) => void;
}

function Row({ notification, now, onRead }: RowProps): ReactElement {
  const { notificationid, kind, by, guide, wiki, workorderid, read, date } = notification;
  const Kind = icons[kind];
  const what = notificationTexts[kind](by.username);
  const about = guide?.title ?? wiki?.title ?? words.hidden;
  const markRead = (): void => {
    if (!read) onRead([notificationid]);
  };
  return (
    <li className={styles.row} data-unread={read ? undefined : true}>
      <AllowedLink href={placeOf(notification)} className={styles.about} isRow onClick={markRead}>
        <Kind size="1.75rem" aria-hidden />
        <span className={styles.words}>
          <span className={styles.what}>
            {what}
            {read ? null : <Unseen>{words.isNew}</Unseen>}
          </span>
          <span>
            {about}
            {workorderid === null ? null : ` · ${words.order(workorderid)}`}
          </span>
          <time dateTime={new Date(date * 1000).toISOString()} title={moment(date)}>
            {timeAgo(date, now)}
          </time>
        </span>
      </AllowedLink>
      {read ? null : (
        <ActionIcon
          variant="subtle"
          size="3rem"
          aria-label={words.markOf(what)}
          title={words.mark}
          onClick={markRead}
        >
          <IconCheck size="1.5rem" />
        </ActionIcon>
      )}
    </li>
  );
}

/** Returns where the person sees what a notification is about; undefined if they no longer may. */
function placeOf({ kind, guide, wiki, entryid }: Notification): string | undefined {
  if (wiki) return paths.wiki(wiki.namespace, wiki.title);
  if (entryid !== null && kind === 'taken-over') return paths.workLog(entryid);
  if (!guide) return undefined;
  if (entryid !== null) return paths.run(entryid);
  return kind === 'assigned' ? paths.startWork(guide.guideid) : paths.guide(guide.guideid);
}
