import { useId } from 'react';
import type { ReactElement } from 'react';

import styles from './own-text.module.css';
import { conflictTexts } from './texts.ts';

export interface OwnTextProps {
  label: string;
  value: string;
  /** One line, without breaks. */
  short: boolean;
  onChange: (value: string) => void;
}

/** The field for a text made from both versions. It grows with its text. */
export function OwnText({ label, value, short, onChange }: OwnTextProps): ReactElement {
  const hint = useId();
  return (
    <>
      <textarea
        className={styles.text}
        aria-label={label}
        aria-describedby={hint}
        rows={1}
        value={value}
        onChange={(event) =>
          onChange(short ? event.currentTarget.value.replace(/\s*\n\s*/g, ' ') : event.currentTarget.value)
        }
      />
      <p id={hint} className={styles.hint}>
        {conflictTexts.attempt}
      </p>
    </>
  );
}
