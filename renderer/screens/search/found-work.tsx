import { IconCalendarDue, IconClipboardList, IconUser } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { FoundWork } from '../../../shared/model/benchside.ts';
import { assignedWords, jobPlace } from '../../features/run/found-work.ts';
import { runTexts } from '../../features/run/texts.ts';
import { paths } from '../../location.ts';
import styles from './found-work.module.css';
import { searchTexts } from './texts.ts';

export interface FoundWorkProps {
  found: FoundWork;
  viewer: number | undefined;
}

/** Jobs and assigned work with a work order like what was typed, and people with jobs; above the guides. */
export const FoundWorkView = ({
  found: { jobs, assigned, people },
  viewer,
}: FoundWorkProps): ReactElement | null =>
  jobs.length + assigned.length + people.length === 0 ? null : (
    <ul className={styles.rows} aria-label={searchTexts.work}>
      {jobs.map((job) => (
        <li key={job.entryid}>
          <Link href={jobPlace(job, viewer)} className={styles.row} data-row>
            <IconClipboardList size="1.75rem" aria-hidden />
            <span className={styles.body}>
              <strong>{runTexts.title(job.workorderid)}</strong>
              <span>{job.title}</span>
            </span>
            <span className={styles.state}>{`${runTexts.statuses[job.status]} · ${job.username}`}</span>
          </Link>
        </li>
      ))}
      {assigned.map((one) => (
        <li key={`a${one.assignmentid}`}>
          <Link href={paths.startWork(one.guideid, one.workorderid)} className={styles.row} data-row>
            <IconCalendarDue size="1.75rem" aria-hidden />
            <span className={styles.body}>
              <strong>{runTexts.title(one.workorderid)}</strong>
              <span>{assignedWords(one).guide}</span>
            </span>
            <span className={styles.state}>{assignedWords(one).to}</span>
          </Link>
        </li>
      ))}
      {people.map(({ userid, username }) => (
        <li key={userid}>
          <Link href={paths.workLogs({ person: String(userid) })} className={styles.row} data-row>
            <IconUser size="1.75rem" aria-hidden />
            <span className={styles.body}>
              <strong>{username}</strong>
            </span>
            <span className={styles.state}>{searchTexts.personJobs}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
