import { IconArrowLeft, IconArrowRight, IconCheck } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';

import type { Guide } from '../../../shared/model/guide.ts';
import type { Move, Place } from './reading.ts';
import styles from './step-foot.module.css';
import { stepLabel } from './step-list.tsx';
import { guideTexts } from './texts.ts';

export interface StepFootProps {
  guide: Guide;
  place: Place;
  /** Label of the button that leads on from the last step. */
  end?: string;
  /** Name of the page that comes between the last step and the end. */
  after?: string | undefined;
  /** stepids of a job that were visited; if absent, all steps before this one count as read. */
  visited?: ReadonlySet<number>;
  onMove: (move: Move) => void;
}

/** For more steps than this a single bar replaces the segments, which would be too narrow. */
const mostSegments = 40;

export function StepFoot({
  guide,
  place,
  end = guideTexts.step.finished,
  after,
  visited,
  onMove,
}: StepFootProps): ReactElement {
  const { previous, next, position } = place;
  const words = guideTexts.step;
  const following = next ? stepLabel(next) : after;
  return (
    <Foot
      name={words.of(position, guide.steps.length)}
      previous={previous ? stepLabel(previous) : words.overview}
      next={following}
      end={end}
      onMove={onMove}
    >
      <StepSegments guide={guide} position={position} visited={visited} />
    </Foot>
  );
}

interface FootProps {
  /** Spoken name of the place. */
  name: string;
  previous: string;
  /** Absent where `end` comes next. */
  next?: string | undefined;
  end: string;
  onMove: (move: Move) => void;
  children: ReactNode;
}

/** The two large buttons at the foot of a step or a conclusion, with the progress between them. */
export function Foot({ name, previous, next, end, onMove, children }: FootProps): ReactElement {
  const words = guideTexts.step;
  return (
    <nav className={styles.foot} aria-label={name}>
      <button type="button" className={styles.previous} onClick={() => onMove('previous')}>
        <IconArrowLeft size="1.75rem" aria-hidden />
        <span className={styles.label}>
          <strong>{words.previous}</strong>
          <span>{previous}</span>
        </span>
      </button>
      {children}
      <button type="button" className={styles.next} onClick={() => onMove('next')}>
        <span className={styles.label}>
          <strong>{next ? words.next : words.finish}</strong>
          <span>{next ?? end}</span>
        </span>
        {next ? <IconArrowRight size="1.75rem" aria-hidden /> : <IconCheck size="1.75rem" aria-hidden />}
      </button>
    </nav>
  );
}

interface SegmentsProps {
  guide: Guide;
  position: number;
  visited: ReadonlySet<number> | undefined;
}

export function StepSegments({ guide, position, visited }: SegmentsProps): ReactElement {
  const steps = guide.steps.length;
  return (
    <div className={styles.progress} aria-hidden>
      <span className={styles.count} dir="ltr">
        {Math.min(position, steps)}
        <small> / {steps}</small>
      </span>
      {steps <= mostSegments ? (
        <span className={styles.segments}>
          {guide.steps.map((step, i) => (
            <span
              key={step.stepid}
              data-state={stateOf(i + 1, position, visited?.has(step.stepid))}
              data-borrowed={step.guideid !== guide.guideid}
            />
          ))}
        </span>
      ) : (
        <span className={styles.bar}>
          <span style={{ inlineSize: `${((visited?.size ?? position) / steps) * 100}%` }} />
        </span>
      )}
    </div>
  );
}

function stateOf(at: number, position: number, visited: boolean | undefined): string {
  if (at === position) return 'here';
  if (visited === undefined) return at < position ? 'read' : 'ahead';
  if (visited) return 'read';
  return at < position ? 'skipped' : 'ahead';
}
