import { IconArrowLeft, IconClipboardCheck, IconLayoutList, IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { PointerEvent, ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';

import type { CopyState } from '../../../shared/model/benchside.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import { Live } from '../../components/live.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { useShortcuts } from '../../keyboard/shortcuts.ts';
import { keyTexts } from '../../keyboard/texts.ts';
import { paths } from '../../location.ts';
import { shellTexts } from '../../shell/texts.ts';
import { StepComments } from './comment-thread.tsx';
import type { Move, Place } from './reading.ts';
import { moveOfSwipe, titleOf } from './reading.ts';
import { stepKeys } from './step-keys.ts';
import { StepFoot } from './step-foot.tsx';
import { StepLines } from './step-lines.tsx';
import { StepList } from './step-list.tsx';
import { mediaOf } from './step-media.ts';
import { StepPictures } from './step-pictures.tsx';
import styles from './step-view.module.css';
import { guideTexts } from './texts.ts';

export interface StepViewProps {
  guide: Guide;
  copy: CopyState | undefined;
  place: Place;
  now: number;
  onMove: (move: Move) => void;
}

export function StepView(props: StepViewProps): ReactElement {
  const { guide, place, onMove } = props;
  const [listed, setListed] = useState(false);
  useShortcuts(
    keyTexts.guide.name,
    stepKeys(onMove, () => setListed(true)),
  );
  return (
    <div className={styles.reader} data-screen-only>
      <header className={styles.bar}>
        <Link href={paths.guide(guide.guideid)} className={styles.back}>
          <IconArrowLeft size="1.625rem" aria-hidden />
          <span>{guideTexts.step.overview}</span>
        </Link>
        <p className={styles.guide}>{guide.title}</p>
        <Link href={paths.emptySearch} className={styles.search} aria-label={shellTexts.searchLabel}>
          <IconSearch size="1.625rem" aria-hidden />
        </Link>
        <Link href={paths.startWork(guide.guideid)} className={styles.back}>
          <IconClipboardCheck size="1.625rem" aria-hidden /> {guideTexts.startWork}
        </Link>
        <button type="button" className={styles.list} onClick={() => setListed(true)}>
          <IconLayoutList size="1.625rem" aria-hidden /> {guideTexts.step.list}
        </button>
      </header>
      <StepBody {...props} />
      <StepFoot guide={guide} place={place} onMove={onMove} />
      {listed ? (
        <Sheet title={guideTexts.step.list} onClose={() => setListed(false)}>
          <StepList guide={guide} current={place.step.stepid} onChoose={() => setListed(false)} />
        </Sheet>
      ) : null}
    </div>
  );
}

/** The step itself; `lead` stands below its title, `children` below its lines. */
export function StepBody({
  guide,
  copy,
  place,
  now,
  onMove,
  lead,
  children,
}: StepViewProps & { lead?: ReactNode; children?: ReactNode }): ReactElement {
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
          key={step.stepid}
          ref={takesFocus}
          className={styles.words}
          aria-labelledby="step-title"
          data-step-words
        >
          <div>
            <p className={styles.position}>
              {guideTexts.step.of(position, steps)}
              {borrowed ? <span>{guideTexts.step.from(titleOf(guide, step))}</span> : null}
            </p>
            <h1 className={styles.title} id="step-title">
              {step.title || guideTexts.step.untitled(position)}
            </h1>
            {lead}
          </div>
          <StepLines lines={step.lines} />
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

/** What scrolls must be reachable by keyboard; the lint rule against it in markup knows no such region. */
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
