import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';

import styles from './inline-problem.module.css';

/** Shows an action's failure beside the action. */
export const InlineProblem = ({ children }: { children: ReactNode }): ReactElement => (
  <div className={styles.problem} role="alert">
    <IconAlertTriangle size="1.4em" aria-hidden />
    <div>{children}</div>
  </div>
);

/** Shows a note that is not an error. */
export const InlineNote = ({ children }: { children: string }): ReactElement => (
  <output className={styles.note}>
    <IconInfoCircle size="1.4em" aria-hidden />
    <span>{children}</span>
  </output>
);
