import type { ReactElement } from 'react';

import { difficulties } from '../../shared/model/guide.ts';
import { texts } from '../texts.ts';
import { difficultyName } from '../vocabulary.ts';
import { Unseen } from './live.tsx';
import styles from './difficulty.module.css';

/** Five bars, filled up to the difficulty, and its name. */
export function DifficultyBars({ label }: { label: string }): ReactElement {
  const level = difficulties.findIndex((known) => known === label) + 1;
  return (
    <span className={styles.difficulty}>
      {level > 0 ? (
        <svg viewBox="0 0 28 18" aria-hidden>
          {difficulties.map((name, i) => (
            <rect
              key={name}
              data-on={i < level}
              x={i * 6}
              y={12 - i * 3}
              width="4"
              height={6 + i * 3}
              rx="1"
            />
          ))}
        </svg>
      ) : null}
      <span>
        <Unseen>{texts.difficulty(difficultyName(label))}</Unseen>
        <span aria-hidden>{difficultyName(label)}</span>
      </span>
    </span>
  );
}
