import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';

import type { Guide, Step } from '../../../shared/model/guide.ts';
import { stepGroups } from '../../../shared/model/step-groups.ts';
import { picturesOf } from '../../../shared/model/step-pictures.ts';
import { htmlToText } from '../../components/html-to-react.tsx';
import { Picture } from '../../components/picture.tsx';
import { paths } from '../../location.ts';
import styles from './step-list.module.css';
import { guideTexts } from './texts.ts';

export interface StepListProps {
  guide: Guide;
  /** stepid of the step being read. */
  current: number | null;
  onChoose?: () => void;
  /** Path of a step; by default the guide's. */
  hrefOf?: (step: Step) => string;
  /** A note at the end of a step's row. */
  noteOf?: (step: Step) => ReactNode;
}

/** Lists all steps, under the titles of their guides if there is more than one. */
export function StepList({
  guide,
  current,
  onChoose,
  hrefOf = (step) => paths.step(guide.guideid, step.stepid),
  noteOf,
}: StepListProps): ReactElement {
  const groups = stepGroups(guide);
  return (
    <>
      {groups.map((group) => (
        <div key={`${group.guideid}-${group.steps[0]?.position ?? 0}`}>
          {groups.length > 1 ? <h3 className={styles.group}>{group.title}</h3> : null}
          <ol className={styles.steps}>
            {group.steps.map(({ step, position }) => (
              <li key={step.stepid}>
                <Link
                  className={styles.step}
                  href={hrefOf(step)}
                  replace={current !== null}
                  aria-current={step.stepid === current ? 'step' : undefined}
                  onClick={() => onChoose?.()}
                >
                  <span className={styles.position}>{position}</span>
                  <span className={styles.thumb}>
                    <Picture image={picturesOf(step)[0] ?? null} size="thumbnail" alt="" />
                  </span>
                  <span className={styles.title}>{stepLabel(step)}</span>
                  {noteOf?.(step)}
                </Link>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </>
  );
}

/** Returns a step's title, else its first line, else its number. */
export function stepLabel(step: Step): string {
  if (step.title) return step.title;
  const plain = htmlToText(step.lines[0]?.text_rendered ?? '').trim();
  return plain || guideTexts.step.untitled(step.orderby);
}
