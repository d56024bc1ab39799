import type { ReactElement } from 'react';

import { Sheet } from '../../components/sheet.tsx';
import type { OpenRun } from '../../features/run/open-runs.tsx';
import { RunCard } from '../../features/run/run-card.tsx';
import styles from '../../features/run/run-card.module.css';
import { runScreenTexts } from './texts.ts';

export interface RunsSheetProps {
  runs: readonly OpenRun[];
  /** entryid of the run on screen. */
  current: number;
  now: number;
  onClose: () => void;
}

export const RunsSheet = ({ runs, current, now, onClose }: RunsSheetProps): ReactElement => (
  <Sheet title={runScreenTexts.bar.runsTitle} onClose={onClose}>
    <p className={styles.hint}>{runScreenTexts.bar.runsNote}</p>
    <ul className={styles.stack}>
      {runs.map(({ seen, guide }) => (
        <li key={seen.entry.entryid}>
          <RunCard
            seen={seen}
            guide={guide}
            now={now}
            isCurrent={seen.entry.entryid === current}
            onChoose={onClose}
          />
        </li>
      ))}
    </ul>
  </Sheet>
);
