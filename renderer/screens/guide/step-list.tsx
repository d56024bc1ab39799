import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';

import type { Guide, Step } from '../../../shared/model/guide.ts';
import { Picture } from '../../components/picture.tsx';
import { paths } from '../../location.ts';
import { stepGroups } from './reading.ts';
import { imagesOf } from './step-media.ts';
import styles from './step-list.module.css';
import { guideTexts } from './texts.ts';

export interface StepListProps {
  guide: Guide;
  /** stepid of the step being read. */
  current: number | null;
  onChoose?: () => void;
  /** Where a step leads; by default into the guide. */
  hrefOf?: (step: Step) => string;
  /** Something to say at the end of a step's row. */
  noteOf?: (step: Step) => ReactNode;
}

/** All steps, under the titles of the guides they come from when there is more than one. */
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
                    <Picture image={imagesOf(step)[0] ?? null} size="thumbnail" alt="" />
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

/** A step's title, or where it has none the beginning of its first line. */
export function stepLabel(step: Step): string {
  if (step.title) return step.title;
  const plain = (step.lines[0]?.text_raw ?? '').replaceAll(/'{2,}|\[[^|\]]*\||\]/g, '').trim();
  return plain || guideTexts.step.untitled(step.orderby);
}
