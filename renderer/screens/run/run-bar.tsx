import {
  IconArrowLeft,
  IconDotsVertical,
  IconLayoutList,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconStack2,
  IconTransfer,
} from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';

import { paths } from '../../location.ts';
import styles from './run-bar.module.css';
import { RunTimer } from '../../features/run/run-timer.tsx';
import { runScreenTexts } from './texts.ts';
import type { Seen } from '../../api/queries/work-log.ts';

export interface RunBarProps {
  seen: Seen;
  /** stepid of the step on screen. */
  stepid: number | null;
  /** Number of open runs, including this one. */
  openRuns: number;
  busy: boolean;
  onPause: () => void;
  onResume: () => void;
  onSteps: () => void;
  onHandOver: () => void;
  onRuns: () => void;
  onMore: () => void;
}

export function RunBar(props: RunBarProps): ReactElement {
  const { seen, stepid, openRuns, busy } = props;
  const { workorderid, status, benchside } = seen.entry;
  const words = runScreenTexts.bar;
  const paused = status === 'paused';
  return (
    <div className={styles.bar}>
      <Link href={paths.home} className={styles.plain} aria-label={words.leave}>
        <IconArrowLeft size="1.75rem" aria-hidden />
      </Link>
      <p className={styles.what}>
        <strong>{workorderid}</strong>
        <span>{benchside.title}</span>
      </p>
      <div className={styles.clocks} data-paused={paused}>
        {stepid === null ? null : (
          <Clock label={words.thisStep}>
            <RunTimer seen={seen} show={({ step }) => step(stepid)} />
          </Clock>
        )}
        <Clock label={words.all} strong>
          <RunTimer seen={seen} show={({ active }) => active} />
        </Clock>
      </div>
      <button
        type="button"
        className={styles.pause}
        data-paused={paused}
        disabled={busy}
        onClick={paused ? props.onResume : props.onPause}
      >
        {paused ? (
          <IconPlayerPlayFilled size="1.5rem" aria-hidden />
        ) : (
          <IconPlayerPauseFilled size="1.5rem" aria-hidden />
        )}
        {paused ? words.resume : words.pause}
      </button>
      {openRuns > 1 ? (
        <button
          type="button"
          className={styles.plain}
          aria-label={words.runs(openRuns)}
          onClick={props.onRuns}
        >
          <IconStack2 size="1.75rem" aria-hidden />
          <span className={styles.count} aria-hidden>
            {openRuns}
          </span>
        </button>
      ) : null}
      <button type="button" className={styles.plain} aria-label={words.steps} onClick={props.onSteps}>
        <IconLayoutList size="1.75rem" aria-hidden />
      </button>
      <button type="button" className={styles.worded} onClick={props.onHandOver}>
        <IconTransfer size="1.75rem" aria-hidden />
        <span>{runScreenTexts.menu.suspend}</span>
      </button>
      <button type="button" className={styles.plain} aria-label={words.more} onClick={props.onMore}>
        <IconDotsVertical size="1.75rem" aria-hidden />
      </button>
    </div>
  );
}

const Clock = ({
  label,
  strong = false,
  children,
}: {
  label: string;
  strong?: boolean;
  children: ReactNode;
}): ReactElement => (
  <p className={styles.clock} data-strong={strong}>
    <span>{label}</span>
    <b>{children}</b>
  </p>
);
