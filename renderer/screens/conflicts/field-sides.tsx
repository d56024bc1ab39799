import { useId } from 'react';
import type { ReactElement, ReactNode } from 'react';

import styles from './field-sides.module.css';
import { conflictTexts } from './texts.ts';

export interface FieldSidesProps {
  title: string;
  /** Beside the title: who changed the field, if only one side did. */
  note?: string;
  /** Name of the person who changed it at this desk. */
  who: string;
  base: ReactNode;
  mine: ReactNode;
  theirs: ReactNode;
  chosen: 'mine' | 'theirs' | 'own' | undefined;
  onChoose: (side: 'mine' | 'theirs') => void;
  labels?: { mine: string; theirs: string };
  /** The option of writing a result: its label, and its field, shown once chosen. */
  own?: { label: string; start: () => void; field: ReactNode };
  problem?: string | undefined;
}

/** Three versions side by side, to choose one or to write another: native radio buttons on whole cards. */
export function FieldSides(props: FieldSidesProps): ReactElement {
  const { title, note, who, base, mine, theirs, chosen, onChoose, own, problem } = props;
  const name = useId();
  const labels = props.labels ?? { mine: conflictTexts.mine(who), theirs: conflictTexts.theirs };
  const side = (value: 'mine' | 'theirs', content: ReactNode): ReactElement => (
    <label className={styles.side}>
      <span className={styles.label}>
        <input
          type="radio"
          name={name}
          aria-label={`${title}: ${labels[value]}`}
          checked={chosen === value}
          onChange={() => onChoose(value)}
        />
        {labels[value]}
      </span>
      <span className={styles.content}>{content}</span>
    </label>
  );
  return (
    <fieldset className={styles.field}>
      <legend className={styles.title}>
        {title} {note ? <span className={styles.note}>{note}</span> : null}
      </legend>
      <div className={styles.sides} data-base={base !== null}>
        {base === null ? null : (
          <div className={styles.base}>
            <span className={styles.label}>{conflictTexts.base}</span>
            <span className={styles.content}>{base}</span>
          </div>
        )}
        {side('mine', mine)}
        {side('theirs', theirs)}
      </div>
      {own ? (
        <div className={styles.own} data-chosen={chosen === 'own'}>
          <label className={styles.label}>
            <input
              type="radio"
              name={name}
              aria-label={`${title}: ${own.label}`}
              checked={chosen === 'own'}
              onChange={own.start}
            />
            {own.label}
          </label>
          {chosen === 'own' ? own.field : null}
        </div>
      ) : null}
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}
