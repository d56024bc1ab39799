import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { Home } from '../../../shared/model/benchside.ts';
import { Picture } from '../../components/picture.tsx';
import { ProgressBar } from '../../components/progress.tsx';
import { timeAgo } from '../../format.ts';
import { paths } from '../../location.ts';
import styles from './reading-card.module.css';
import { homeTexts } from './texts.ts';

export type Reading = Home['inProgress'][number];

/** A guide that the person has begun to read, with a link to the step. */
export function ReadingCard({ reading, now }: { reading: Reading; now: number }): ReactElement {
  const { guide, stepid, position, steps } = reading;
  return (
    <li>
      <Link
        className={styles.card}
        href={stepid === null ? paths.guide(guide.guideid) : paths.step(guide.guideid, stepid)}
      >
        <span className={styles.picture}>
          <Picture image={guide.image} size="standard" alt="" initial={guide.category || guide.title} />
        </span>
        <span className={styles.body}>
          <span className={styles.title} lang={guide.langid}>
            {guide.title}
          </span>
          <span className={styles.where}>
            <strong>{homeTexts.step(position, steps)}</strong>
            <span>{timeAgo(reading.date, now)}</span>
          </span>
          <ProgressBar label={homeTexts.progressOf(guide.title)} done={position} total={steps} />
        </span>
      </Link>
    </li>
  );
}
