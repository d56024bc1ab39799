import type { ReactElement } from 'react';

import type { OfferedFlag } from '../../../shared/model/user.ts';
import styles from './edit-guide.module.css';
import { editTexts } from './texts.ts';
import { flagInWords } from '../../flag-texts.ts';

export interface FlagsFieldProps {
  offered: readonly OfferedFlag[];
  /** Set now, in the order they are shown; some may not be this person's to take off. */
  flags: readonly string[];
  problem: string | null;
  onChange: (flags: string[]) => void;
}

export const FlagsField = ({ offered, flags, problem, onChange }: FlagsFieldProps): ReactElement => (
  <>
    <p className={styles.soft}>{editTexts.fields.flagsHint}</p>
    <ul className={styles.flags} data-unit="flags" tabIndex={-1}>
      {offered.map(flagInWords).map(({ flagid, title, text }) => (
        <li key={flagid}>
          <label>
            <input
              type="checkbox"
              aria-label={title}
              checked={flags.includes(flagid)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked ? [...flags, flagid] : flags.filter((one) => one !== flagid),
                )
              }
            />
            <span>
              <strong>{title}</strong>
              <small>{text}</small>
            </span>
          </label>
        </li>
      ))}
    </ul>
    {problem ? (
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    ) : null}
  </>
);
