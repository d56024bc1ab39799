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
import styles from './finished.module.css';
import { guideTexts } from '../../features/guide-view/texts.ts';

export interface FinishedProps {
  guide: Guide;
  next: GuideSummary[];
  favoriteProblem: string | null;
  onFavorite: (favorite: boolean) => void;
}

export function Finished({ guide, next, favoriteProblem, onFavorite }: FinishedProps): ReactElement {
  const words = guideTexts.finished;
  const last = guide.steps.at(-1);
  return (
    <>
      <section className={styles.finished}>
        <span className={styles.check} aria-hidden>
          <IconCheck size={48} stroke={3} />
        </span>
        <h1>{words.title}</h1>
        <p>{words.said(guide.title)}</p>
        <Live>{words.said(guide.title)}</Live>
        {guide.conclusion_rendered ? (
          <div className={styles.conclusion}>
            <RichText html={guide.conclusion_rendered} />
          </div>
        ) : null}
        {favoriteProblem ? (
          <InlineProblem>{`${guideTexts.favoriteFailed} ${favoriteProblem}`}</InlineProblem>
        ) : null}
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
          <Button component={Link} href={paths.home}>
            {words.home}
          </Button>
        </div>
      </section>
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
