import { useRef } from 'react';
import type { PointerEvent, ReactElement, ReactNode } from 'react';

import type { CopyState } from '../../../shared/model/benchside.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import { titleOf } from '../../../shared/model/step-groups.ts';
import { Live } from '../../components/live.tsx';
import { StepComments } from './comment-thread.tsx';
import type { Move, Place } from './reading.ts';
import { moveOfSwipe } from './reading.ts';
import { StepLines } from './step-lines.tsx';
import { mediaOf } from './step-media.ts';
import { StepPictures } from './step-pictures.tsx';
import styles from './step-body.module.css';
import { guideTexts } from './texts.ts';

export interface StepBodyProps {
  guide: Guide;
  copy: CopyState | undefined;
  place: Place;
  now: number;
  onMove: (move: Move) => void;
  children?: ReactNode;
}

/** A step; `children` are shown below its lines. */
export function StepBody({ guide, copy, place, now, onMove, children }: StepBodyProps): ReactElement {
  const swipe = useSwipe(onMove);
  const { step, position } = place;
  const steps = guide.steps.length;
  const borrowed = step.guideid !== guide.guideid;
  const reasons = new Map(copy?.media.missing.map(({ guid, reason }) => [guid, reason]));
  return (
    <>
      <main className={styles.step} tabIndex={-1} {...swipe}>
        <div className={styles.pictures}>
          <StepPictures key={step.stepid} position={position} media={mediaOf(step)} reasons={reasons} />
        </div>
        <section
          key={position}
          ref={takesFocus}
          className={styles.words}
          aria-labelledby="step-title"
          data-step-words
        >
          <div>
            {step.title || borrowed ? (
              <p className={styles.position}>
                {step.title ? guideTexts.step.of(position, steps) : null}
                {borrowed ? <span>{guideTexts.step.from(titleOf(guide, step))}</span> : null}
              </p>
            ) : null}
            <h1 className={styles.title} id="step-title" lang={step.title ? guide.langid : undefined}>
              {step.title || guideTexts.step.of(position, steps)}
            </h1>
          </div>
          <StepLines lines={step.lines} lang={guide.langid} />
          {children}
          <StepComments key={step.stepid} contextid={step.stepid} comments={step.comments} now={now} />
        </section>
      </main>
      <Live>
        {step.title ? guideTexts.step.said(position, steps, step.title) : guideTexts.step.of(position, steps)}
      </Live>
    </>
  );
}

/** Makes a scrolling region focusable for keyboard users; in JSX a lint rule forbids `tabIndex` on it. */
function takesFocus(region: HTMLElement | null): void {
  if (region) region.tabIndex = 0;
}

interface Swipe {
  onPointerDown: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
  onPointerCancel: () => void;
}

function useSwipe(onMove: (move: Move) => void): Swipe {
  const start = useRef<{ id: number; x: number; y: number } | null>(null);
  return {
    onPointerDown: (event) => {
      // A second finger makes it a pinch; a mouse drag selects text.
      start.current =
        event.pointerType !== 'mouse' && event.isPrimary && !(event.target as Element).closest('dialog')
          ? { id: event.pointerId, x: event.clientX, y: event.clientY }
          : null;
    },
    onPointerUp: (event) => {
      const from = start.current;
      start.current = null;
      if (from?.id !== event.pointerId) return;
      const move = moveOfSwipe(event.clientX - from.x, event.clientY - from.y);
      if (move) onMove(move);
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}
