import { IconLock } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import styles from './publish-chip.module.css';
import { publishTexts as words } from './publish-texts.ts';

/** Says that readers do not see a guide, and offers to change that. */
export const PublishChip = ({
  busy = false,
  onPublish,
}: {
  busy?: boolean;
  onPublish: () => void;
}): ReactElement => (
  <span className={styles.chip}>
    <IconLock size="1.25rem" aria-hidden />
    <strong>{words.draft}</strong>
    <button type="button" disabled={busy} onClick={onPublish}>
      {words.publish}
    </button>
  </span>
);
