import { Button } from '@mantine/core';
import { IconCheck, IconStar, IconStarFilled } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { Guide, GuideSummary } from '../../../shared/model/guide.ts';
import { CardGrid, GuideCard } from '../../components/cards.tsx';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Live } from '../../components/live.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { Section } from '../../components/section.tsx';
import { paths } from '../../location.ts';
import { texts } from '../../texts.ts';
import { guideFieldTexts } from '../../features/edit/guide-texts.ts';
import { CompletedButton } from '../../features/guide-view/completed-button.tsx';
import { GuideComments } from '../../features/guide-view/comment-thread.tsx';
import styles from './finished.module.css';
import { ReportProblem } from './report-problem.tsx';
import { guideTexts } from '../../features/guide-view/texts.ts';

export interface FinishedProps {
  guide: Guide;
  next: GuideSummary[];
  problem: string | null;
  onFavorite: (favorite: boolean) => void;
  /** Null while no one is signed in. */
  onCompleted: ((completed: boolean) => void) | null;
  now: number;
}

export function ReadingEnd(props: FinishedProps): ReactElement {
  const { guide, next, problem, onFavorite, onCompleted, now } = props;
  const words = guideTexts.finished;
  const last = guide.steps.at(-1);
  return (
    <>
      {guide.conclusion_rendered ? (
        <Section title={guideFieldTexts.fields.conclusion}>
          <div className={styles.conclusion}>
            <RichText html={guide.conclusion_rendered} lang={guide.langid} />
          </div>
        </Section>
      ) : null}
      <section className={styles.finished}>
        <span className={styles.check} aria-hidden>
          <IconCheck size={48} stroke={3} />
        </span>
        <h1>{words.title}</h1>
        <p>{words.said(guide.title)}</p>
        <Live>{words.said(guide.title)}</Live>
        {problem ? <InlineProblem>{`${guideTexts.changeFailed} ${problem}`}</InlineProblem> : null}
        <div className={styles.actions}>
          {last ? (
            <Button component={Link} href={paths.step(guide.guideid, last.stepid)} variant="default">
              {words.lastStep}
            </Button>
          ) : null}
          <Button
            variant="default"
            aria-pressed={guide.favorited}
            leftSection={guide.favorited ? <IconStarFilled size="1.5rem" /> : <IconStar size="1.5rem" />}
            onClick={() => onFavorite(!guide.favorited)}
          >
            {guide.favorited ? texts.favorite.is : texts.favorite.add}
          </Button>
          {onCompleted ? <ReportProblem guide={guide} /> : null}
          {onCompleted ? (
            <CompletedButton completed={guide.completed} prominent onChange={onCompleted} />
          ) : null}
          <Button
            component={Link}
            href={paths.home}
            variant={onCompleted && !guide.completed ? 'default' : 'filled'}
          >
            {words.home}
          </Button>
        </div>
      </section>
      <GuideComments contextid={guide.guideid} comments={guide.comments} now={now} />
      {next.length > 0 ? (
        <Section title={words.next}>
          <CardGrid>
            {next.map((summary) => (
              <GuideCard key={summary.guideid} guide={summary} />
            ))}
          </CardGrid>
        </Section>
      ) : null}
    </>
  );
}
