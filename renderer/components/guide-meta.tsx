import { IconClock, IconLock } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { duration } from '../format.ts';
import type { GuideSummary } from '../../shared/model/guide.ts';
import { texts } from '../texts.ts';
import { typeName } from '../vocabulary.ts';
import { DifficultyBars } from './difficulty.tsx';
import styles from './guide-meta.module.css';

/** Type, difficulty and time in one line. */
export function GuideMeta({ guide }: { guide: GuideSummary }): ReactElement {
  return (
    <span className={styles.meta}>
      <span>{typeName(guide.type)}</span>
      {guide.difficulty ? <DifficultyBars label={guide.difficulty} /> : null}
      {guide.time_required_max > 0 ? (
        <span className={styles.item}>
          <IconClock size="1.15em" aria-hidden /> {duration(guide.time_required_max)}
        </span>
      ) : null}
      {guide.public ? null : <IconLock size="1.15em" aria-label={texts.privateGuide} />}
    </span>
  );
}
