import { useQuery } from '@tanstack/react-query';
import { IconClock, IconPlayerPauseFilled } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { Guide } from '../../../shared/model/guide.ts';
import { isOverdue } from '../../api/queries/assignments.ts';
import { userQuery } from '../../api/queries/users.ts';
import { Picture } from '../../components/picture.tsx';
import { calendarDay, joinList, timeAgo } from '../../format.ts';
import { paths } from '../../location.ts';
import { readingPlace } from '../guide-view/reading.ts';
import { stepLabel } from '../guide-view/step-list.tsx';
import { HandOverNote, lastHandOver } from './hand-over-note.tsx';
import styles from './run-card.module.css';
import { RunTimer } from './run-timer.tsx';
import { runTexts } from './texts.ts';
import type { Seen } from '../../api/queries/work-log.ts';

export interface RunCardProps {
  seen: Seen;
  /** Undefined until loaded, or if the person may not see it any more. */
  guide: Guide | undefined;
  now: number;
  isCurrent?: boolean;
  /** For leads: names the bench. */
  showPlace?: boolean;
  /** The day by whose end the job is due. */
  due?: string | null;
  onChoose?: () => void;
}

/** A link to an open run: guide, work order, step, times and people. */
export function RunCard(props: RunCardProps): ReactElement {
  const { seen, guide, now, isCurrent = false, showPlace = false, due = null, onChoose } = props;
  const { entryid, status, workorderid, starttime, benchside } = seen.entry;
  const words = runTexts.card;
  const place = guide && benchside.stepid !== null ? readingPlace(guide, benchside.stepid) : null;
  const { data: user } = useQuery(userQuery);
  const said = status === 'suspended' ? lastHandOver(seen.entry) : undefined;
  const names = benchside.people.map(({ username }) => username);
  return (
    <Link
      className={styles.card}
      href={paths.run(entryid)}
      data-status={status}
      data-row
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => onChoose?.()}
    >
      <span className={styles.picture}>
        <Picture image={guide?.image ?? null} size="standard" alt="" initial={benchside.title} />
      </span>
      <span className={styles.body}>
        <span className={styles.top}>
          <strong className={styles.order}>{workorderid}</strong>
          <span className={styles.status}>
            {status === 'started' ? (
              <IconClock size="1.2em" aria-hidden />
            ) : (
              <IconPlayerPauseFilled size="1.1em" aria-hidden />
            )}
            {runTexts.statuses[status]}
          </span>
        </span>
        <span className={styles.title}>{benchside.title}</span>
        <span className={styles.step}>
          {guide && place
            ? `${words.step(place.position, guide.steps.length)} · ${stepLabel(place.step)}`
            : benchside.conclusion === 'read' && benchside.stepid === null
              ? words.concluding
              : words.notBegun}
        </span>
        {due === null ? null : (
          <span className={styles.due} data-late={isOverdue({ due }, now) || undefined}>
            {isOverdue({ due }, now)
              ? runTexts.assigned.overdue(calendarDay(due))
              : runTexts.assigned.due(calendarDay(due))}
          </span>
        )}
        {said ? <HandOverNote remark={said} me={user?.userid} /> : null}
        <span className={styles.foot}>
          <span className={styles.clock}>
            <RunTimer seen={seen} show={({ active }) => active} />
          </span>
          <span className={styles.whose}>
            <span>
              {showPlace && benchside.bench !== null
                ? words.at(joinList(new Set(names)), benchside.bench)
                : words.people(joinList(new Set(names)))}
            </span>{' '}
            <span>{words.began(timeAgo(starttime, now))}</span>
          </span>
        </span>
      </span>
    </Link>
  );
}
