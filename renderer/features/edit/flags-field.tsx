import type { ReactElement } from 'react';

import type { OfferedFlag } from '../../../shared/model/user.ts';
import { CheckRow } from '../../components/tick.tsx';
import styles from './flags-field.module.css';

export interface FlagsFieldProps {
  /** Flags to choose from, in the person's language. */
  offered: readonly Pick<OfferedFlag, 'flagid' | 'title' | 'text'>[];
  /** The set flags, in the order shown. This person may not be allowed to remove some of them. */
  flags: readonly string[];
  onChange: (flags: string[]) => void;
}

export const FlagsField = ({ offered, flags, onChange }: FlagsFieldProps): ReactElement => (
  <ul className={styles.flags} data-unit="flags" tabIndex={-1}>
    {offered.map(({ flagid, title, text }) => (
      <li key={flagid}>
        <CheckRow
          label={title}
          hint={text}
          checked={flags.includes(flagid)}
          onChange={(on) => onChange(on ? [...flags, flagid] : flags.filter((one) => one !== flagid))}
        />
      </li>
    ))}
  </ul>
);
