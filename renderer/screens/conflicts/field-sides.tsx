import { useId } from 'react';
import type { ReactElement, ReactNode } from 'react';

import styles from './field-sides.module.css';
import type { Sides } from './decision.ts';
import { conflictTexts } from './texts.ts';

export interface FieldSidesProps {
  title: string;
  /** Beside the title: who changed the field, if only one side did. */
  note?: string;
  /** Names of the two options. */
  sides: Sides;
  base: ReactNode;
  mine: ReactNode;
  theirs: ReactNode;
  chosen: 'mine' | 'theirs' | 'own' | undefined;
  onChoose: (side: 'mine' | 'theirs') => void;
  /** The option to write a text of one's own: its label, and the field that is shown once it is chosen. */
  own?: { label: string; start: () => void; field: ReactNode };
  problem?: string | undefined;
}

/** Three versions side by side, to choose one or to write another: native radio buttons on whole cards. */
export function FieldSides(props: FieldSidesProps): ReactElement {
  const { title, note, sides, base, mine, theirs, chosen, onChoose, own, problem } = props;
  const name = useId();
  const side = (value: 'mine' | 'theirs', content: ReactNode): ReactElement => (
    <label className={styles.side}>
      <span className={styles.label}>
        <input
          type="radio"
          name={name}
          aria-label={`${title}: ${sides[value]}`}
          checked={chosen === value}
          onChange={() => onChoose(value)}
        />
        {sides[value]}
      </span>
      <span className={styles.content}>{content}</span>
    </label>
  );
  return (
    <fieldset>
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
