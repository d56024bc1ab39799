import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconCheck, IconPrinter } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { CopyState } from '../../../shared/model/benchside.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import { stepGroups } from '../../../shared/model/step-groups.ts';
import { RichText } from '../../components/rich-text.tsx';
import { StepLines } from '../../features/guide-view/step-lines.tsx';
import { mediaOf } from '../../features/guide-view/step-media.ts';
import { StepPictures } from '../../features/guide-view/step-pictures.tsx';
import { guideTexts } from '../../features/guide-view/texts.ts';
import { paths } from '../../location.ts';
import styles from './all-steps.module.css';

export interface AllStepsProps {
  guide: Guide;
  copy: CopyState | undefined;
  /** The step reached last, where the view of single steps begins. */
  stepid: number | undefined;
  onPrint: () => void;
}

/** Every step of a guide on one page that scrolls. */
export function AllSteps({ guide, copy, stepid, onPrint }: AllStepsProps): ReactElement {
  const words = guideTexts.allSteps;
  const groups = stepGroups(guide);
  const reasons = new Map(copy?.media.missing.map(({ guid, reason }) => [guid, reason]));
  return (
    <div className={styles.page} data-screen-only>
      <div className={styles.head}>
        <Link href={paths.guide(guide.guideid)} className={styles.back}>
          <IconArrowLeft size="1.5rem" aria-hidden /> {guideTexts.step.overview}
        </Link>
        <h1 lang={guide.langid}>{guide.title}</h1>
        <div className={styles.actions}>
          <Button variant="default" leftSection={<IconPrinter size="1.5rem" />} onClick={onPrint}>
            {guideTexts.print}
          </Button>
          {stepid === undefined ? null : (
            <Button
              component={Link}
              href={paths.step(guide.guideid, stepid)}
              variant="default"
              rightSection={<IconArrowRight size="1.5rem" />}
            >
              {words.oneByOne}
            </Button>
          )}
        </div>
      </div>
      <RichText html={guide.introduction_rendered} lang={guide.langid} />
      {groups.map((group) => (
        <section key={`${group.guideid}-${group.steps[0]?.position ?? 0}`} className={styles.group}>
          {groups.length > 1 ? <h2>{group.title}</h2> : null}
          {group.steps.map(({ step, position }) => (
            <article key={step.stepid} className={styles.step} aria-labelledby={`step-${step.stepid}`}>
              <div className={styles.pictures}>
                <StepPictures position={position} media={mediaOf(step)} reasons={reasons} lazy />
              </div>
              <div className={styles.words}>
                <h3 id={`step-${step.stepid}`}>
                  <Link href={paths.step(guide.guideid, step.stepid)}>
                    {step.title
                      ? guideTexts.step.titled(position, step.title)
                      : guideTexts.step.untitled(position)}
                  </Link>
                </h3>
                <StepLines lines={step.lines} lang={guide.langid} />
              </div>
            </article>
          ))}
        </section>
      ))}
      <Button
        component={Link}
        href={paths.finished(guide.guideid)}
        className={styles.end}
        rightSection={<IconCheck size="1.5rem" />}
      >
        {guideTexts.step.finish}
      </Button>
    </div>
  );
}
