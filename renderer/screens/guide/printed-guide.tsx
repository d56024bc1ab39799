import type { ReactElement } from 'react';

import type { Guide, GuideItem } from '../../../shared/model/guide.ts';
import { stepGroups } from '../../../shared/model/step-groups.ts';
import { picturesOf } from '../../../shared/model/step-pictures.ts';
import { keyed } from '../../components/keyed.ts';
import { Picture } from '../../components/picture.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { moment } from '../../format.ts';
import { difficultyName, timeWords } from '../../vocabulary.ts';
import styles from './printed-guide.module.css';
import { StepLines } from '../../features/guide-view/step-lines.tsx';
import { guideTexts, revisionWords } from '../../features/guide-view/texts.ts';

/** The whole guide for printing: the overview, then each step beside its pictures. */
export function PrintedGuide({ guide }: { guide: Guide }): ReactElement {
  const groups = stepGroups(guide);
  return (
    <article className={styles.guide} data-print-only>
      <h1 lang={guide.langid}>{guide.title}</h1>
      <p>
        {[guide.category, difficultyName(guide.difficulty ?? ''), timeWords(guide)]
          .filter(Boolean)
          .join(' · ')}
        <br />
        {guideTexts.by(guide.author.username)} · {revisionWords(guide.revisionid)} ·{' '}
        {moment(guide.modified_date)}
      </p>
      {guide.summary ? <p className={styles.summary}>{guide.summary}</p> : null}
      <RichText html={guide.introduction_rendered} lang={guide.langid} />
      <Items title={guideTexts.tools} items={guide.tools} />
      <Items title={guideTexts.parts} items={guide.parts} />
      {groups.map((group) => (
        <section key={group.steps[0]?.step.stepid}>
          {groups.length > 1 ? <h2>{group.title}</h2> : null}
          {group.steps.map(({ step, position }) => (
            <section key={step.stepid} className={styles.step}>
              <h3>
                {step.title
                  ? guideTexts.step.titled(position, step.title)
                  : guideTexts.step.untitled(position)}
              </h3>
              <div className={styles.columns}>
                <div className={styles.pictures}>
                  {picturesOf(step).map((image) => (
                    <Picture key={image.guid} image={image} size="large" alt="" fit="contain" eager />
                  ))}
                </div>
                <StepLines lines={step.lines} lang={guide.langid} />
              </div>
            </section>
          ))}
        </section>
      ))}
      {guide.conclusion_rendered ? (
        <section className={styles.step}>
          <RichText html={guide.conclusion_rendered} lang={guide.langid} />
        </section>
      ) : null}
    </article>
  );
}

function Items({ title, items }: { title: string; items: GuideItem[] }): ReactElement | null {
  if (items.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {keyed(items, ({ text }) => text).map(({ key, item }) => (
          <li key={key}>
            {item.quantity > 1 ? guideTexts.quantity(item.quantity) : ''} {item.text}
            {item.notes ? ` (${item.notes})` : ''}
          </li>
        ))}
      </ul>
    </>
  );
}
