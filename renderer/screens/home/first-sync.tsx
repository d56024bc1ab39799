import { Button } from '@mantine/core';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { InlineProblem } from '../../components/inline-problem.tsx';
import { ProgressBar, progressWords } from '../../components/progress.tsx';
import { paths } from '../../location.ts';
import type { SyncStatus } from '../../../shared/sync-status.ts';
import styles from './first-sync.module.css';
import { homeTexts } from './texts.ts';
import { phrase } from '../../../shared/phrase.ts';

/** Progress of the first sync, and what the person can do meanwhile. */
export function FirstSync({ status }: { status: SyncStatus }): ReactElement {
  const { first } = homeTexts;
  const { guides, wikis, pictures } = status.progress;
  return (
    <section className={styles.panel}>
      <div className={styles.words}>
        <h2>{first.title}</h2>
        <p>{status.stored.guides > 0 ? first.usable : first.nothing}</p>
      </div>
      <div className={styles.bars}>
        <Line label={first.guides} done={guides.done} total={guides.total} />
        <Line label={first.wikis} done={wikis.done} total={wikis.total} />
        <Line label={first.pictures} done={pictures.done} total={pictures.total} />
      </div>
      <Button component={Link} href={paths.sync} variant="white" className={styles.more}>
        {first.details}
      </Button>
      {status.problem ? (
        <div className={styles.problem}>
          <InlineProblem>
            <strong>{phrase(status.problem.message)}</strong> {phrase(status.problem.advice)}
          </InlineProblem>
        </div>
      ) : null}
    </section>
  );
}

function Line({ label, done, total }: { label: string; done: number; total: number | null }): ReactElement {
  return (
    <div>
      <p className={styles.line}>
        <strong>{label}</strong>
        <span>{progressWords({ done, total }, homeTexts.first)}</span>
      </p>
      <ProgressBar label={label} done={done} total={total === 0 ? 1 : total} />
    </div>
  );
}
