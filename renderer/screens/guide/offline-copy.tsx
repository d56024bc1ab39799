import { IconCircleCheckFilled, IconCloudDownload } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import type { CopyState } from '../../../shared/model/benchside.ts';
import { timeAgo } from '../../format.ts';
import styles from './offline-copy.module.css';
import { guideTexts } from '../../features/guide-view/texts.ts';
import { phrase } from '../../../shared/phrase.ts';

/** Says whether the whole guide is available offline, else what is missing and why. */
export function OfflineCopy({ copy, now }: { copy: CopyState; now: number }): ReactElement {
  const words = guideTexts.copy;
  const checked = copy.checked_date === null ? null : words.checked(timeAgo(copy.checked_date, now));
  if (copy.ready)
    return (
      <div className={styles.copy} data-ready>
        <IconCircleCheckFilled size="1.75rem" aria-hidden />
        <div>
          <strong>{words.ready}</strong>
          <p>
            {words.readyWhy(copy.media.needed)} {checked}
          </p>
        </div>
      </div>
    );
  const missing = copy.media.needed - copy.media.present;
  const reasons = [...new Set(copy.media.missing.map(({ reason }) => reason))];
  return (
    <div className={styles.copy}>
      <IconCloudDownload size="1.75rem" aria-hidden />
      <div>
        <strong>
          {missing > 0
            ? words.missing(missing, copy.media.needed)
            : words.prerequisites(copy.prerequisites.length)}
        </strong>
        <ul className={styles.reasons}>
          {reasons.slice(0, 4).map((reason) => (
            <li key={reason}>{phrase(reason)}</li>
          ))}
          {copy.prerequisites.map(({ guideid, title, reason }) => (
            <li key={guideid}>
              {title}: {phrase(reason)}
            </li>
          ))}
        </ul>
        {checked ? <p>{checked}</p> : null}
      </div>
    </div>
  );
}
