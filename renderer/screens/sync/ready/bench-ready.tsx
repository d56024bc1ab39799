import { Button } from '@mantine/core';
import { IconCircleCheck, IconDownload, IconRefresh, IconStarFilled } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { Readiness } from '../../../../shared/model/upkeep.ts';
import { InlineProblem } from '../../../components/inline-problem.tsx';
import { Unseen } from '../../../components/live.tsx';
import { ProgressBar } from '../../../components/progress.tsx';
import { Section } from '../../../components/section.tsx';
import { count } from '../../../format.ts';
import { paths } from '../../../location.ts';
import { texts } from '../../../texts.ts';
import styles from './bench-ready.module.css';
import { syncTexts } from '../texts.ts';
import { phrase } from '../../../../shared/phrase.ts';

export interface BenchReadyProps {
  readiness: Readiness;
  /** True if a sync is running. */
  running: boolean;
  checking: boolean;
  problem: string | null;
  onFetch: () => void;
  onCheck: () => void;
}

/** Shows how many guides are available offline, and why the others are not. */
export function BenchReady(props: BenchReadyProps): ReactElement {
  const { readiness, running, checking, problem, onFetch, onCheck } = props;
  const words = syncTexts.ready;
  const { guides, ready, incomplete } = readiness;
  const missing = guides - ready;
  const reasons = (['pictures', 'unconfirmed', 'prerequisites'] as const).filter(
    (reason) => readiness[reason] > 0,
  );
  return (
    <>
      <section className={styles.top} data-ready={missing === 0}>
        <div className={styles.words}>
          <p className={styles.sum}>
            {missing === 0 ? <IconCircleCheck size="2.5rem" aria-hidden /> : null}
            {missing === 0 ? words.all(count(guides)) : words.some(count(ready), count(guides))}
          </p>
          <ProgressBar label={words.label} done={ready} total={guides} />
          {reasons.length > 0 ? (
            <ul className={styles.reasons}>
              {reasons.map((reason) => (
                <li key={reason}>{words.reasons[reason](readiness[reason])}</li>
              ))}
            </ul>
          ) : null}
        </div>
        <div className={styles.actions}>
          {missing > 0 || running ? (
            <Button
              onClick={onFetch}
              disabled={running}
              leftSection={<IconDownload size="1.5rem" />}
              className={styles.fetch}
            >
              {running ? syncTexts.running : words.fetch}
            </Button>
          ) : null}
          <Button
            variant="default"
            onClick={onCheck}
            loading={checking}
            leftSection={<IconRefresh size="1.5rem" />}
          >
            {words.check}
          </Button>
        </div>
        {problem ? <InlineProblem>{`${syncTexts.refused} ${problem}`}</InlineProblem> : null}
      </section>
      {incomplete.length > 0 ? (
        <Section
          title={words.incomplete}
          note={incomplete.length < missing ? words.shownOf(incomplete.length, missing) : words.shown}
        >
          <ul className={styles.list}>
            {incomplete.map((guide) => (
              <IncompleteGuide key={guide.guideid} guide={guide} />
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}

function IncompleteGuide({ guide }: { guide: Readiness['incomplete'][number] }): ReactElement {
  const words = syncTexts.ready;
  const { needed, present, missing } = guide.media;
  const why = [...new Set(missing.map(({ reason }) => reason))];
  return (
    <li>
      <Link href={paths.guide(guide.guideid)} className={styles.guide}>
        <span className={styles.name}>
          <strong>
            {guide.favorite ? (
              <>
                <IconStarFilled size="1.25rem" aria-hidden /> <Unseen>{texts.favorite.is}</Unseen>
              </>
            ) : null}
            {guide.title}
          </strong>
          <span className={styles.soft}>{guide.category}</span>
        </span>
        <span className={styles.why}>
          {guide.checked_date === null ? (
            <span>{guide.edited ? words.edited : words.unconfirmed}</span>
          ) : null}
          {present < needed ? <span>{words.missing(needed - present, needed)}</span> : null}
          {why.map((reason) => (
            <span key={reason} className={styles.soft}>
              {phrase(reason)}
            </span>
          ))}
          {guide.prerequisites.map((other) => (
            <span key={other.guideid}>{words.waits(other.title, phrase(other.reason))}</span>
          ))}
        </span>
      </Link>
    </li>
  );
}
