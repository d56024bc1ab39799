import type { ReactElement } from 'react';

import { Sheet } from '../../components/sheet.tsx';
import type { OpenRun } from './open-runs.tsx';
import { RunCard } from './run-card.tsx';
import styles from './run-card.module.css';
import { runTexts } from './texts.ts';

export interface RunsSheetProps {
  runs: readonly OpenRun[];
  /** entryid of the run on screen. */
  current: number;
  now: number;
  onClose: () => void;
}

export const RunsSheet = ({ runs, current, now, onClose }: RunsSheetProps): ReactElement => (
  <Sheet title={runTexts.bar.runsTitle} onClose={onClose}>
    <p className={styles.hint}>{runTexts.bar.runsNote}</p>
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
