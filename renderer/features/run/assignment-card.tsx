import { IconAlertTriangle, IconCalendarDue, IconDeviceDesktop, IconUser } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';

import type { Assignment } from '../../../shared/model/assignment.ts';
import { isOverdue } from '../../api/queries/assignments.ts';
import { calendarDay } from '../../format.ts';
import styles from './assignment-card.module.css';
import { runTexts } from './texts.ts';

export interface AssignmentCardProps {
  assigned: Assignment;
  now: number;
  /** Whether the person at the window needs no telling whom it is for. */
  mine?: boolean;
  /** Buttons. */
  children?: ReactNode;
}

/** Assigned work: order, guide, for whom, until when, and the lead's note. */
export function AssignmentCard(props: AssignmentCardProps): ReactElement {
  const { assigned, now, mine = false, children } = props;
  const { workorderid, title, guideid, assignee, bench, due, note, assigned_by } = assigned;
  const words = runTexts.assigned;
  const late = isOverdue(assigned, now);
  return (
    <div className={styles.card} data-late={late || undefined}>
      <strong className={styles.order}>{workorderid}</strong>
      <span className={styles.title}>{title === '' ? words.guide(String(guideid)) : title}</span>
      {note === '' ? null : (
        <bdi dir="auto" className={styles.note}>
          {note}
        </bdi>
      )}
      <span className={styles.facts}>
        {mine || !assignee ? null : (
          <span>
            <IconUser size="1.25rem" aria-hidden /> {assignee.username}
          </span>
        )}
        {bench === '' ? null : (
          <span>
            <IconDeviceDesktop size="1.25rem" aria-hidden /> {bench}
          </span>
        )}
        {due === null ? null : (
          <span className={styles.due}>
            {late ? (
              <IconAlertTriangle size="1.25rem" aria-hidden />
            ) : (
              <IconCalendarDue size="1.25rem" aria-hidden />
            )}{' '}
            {late ? words.overdue(calendarDay(due)) : words.due(calendarDay(due))}
          </span>
        )}
        <span>{words.by(assigned_by.username)}</span>
      </span>
      {children ? <span className={styles.actions}>{children}</span> : null}
    </div>
  );
}
