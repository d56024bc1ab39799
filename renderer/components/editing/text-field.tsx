import { useId } from 'react';
import type { ClipboardEventHandler, KeyboardEventHandler, ReactElement } from 'react';

import styles from './text-field.module.css';
import { editingTexts } from './texts.ts';

export interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  onKeyDown?: KeyboardEventHandler;
  onPaste?: ClipboardEventHandler;
  hint?: string;
  problem?: string | null | undefined;
  /** Longest text in characters; a counter shows from four fifths of it on. */
  most?: number;
  lines?: boolean;
  /** Set it if the page already shows the label beside the field. */
  hideLabel?: boolean;
  placeholder?: string;
  /** Name of the editor's unit; undo focuses its field. */
  unit?: string;
  /** `number`: in the person's locale, read with `readNumeral`. */
  type?: 'text' | 'number';
  readOnly?: boolean;
}

/** A text field with its label, limit and problem. */
export function TextField(props: TextFieldProps): ReactElement {
  const {
    label,
    value,
    onChange,
    hint,
    problem,
    most,
    lines = false,
    hideLabel = false,
    unit,
    type = 'text',
  } = props;
  const id = useId();
  const counted = most !== undefined && value.length >= most * 0.8;
  const described = [hint && `${id}-hint`, problem && `${id}-problem`, counted && `${id}-count`].filter(
    Boolean,
  );
  const shared = {
    id,
    className: styles.input,
    value,
    readOnly: props.readOnly,
    placeholder: props.placeholder,
    'aria-label': hideLabel ? label : undefined,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': described.join(' ') || undefined,
    'data-unit': unit,
    onBlur: props.onBlur,
    onKeyDown: props.onKeyDown,
    onPaste: props.onPaste,
  };
  return (
    <div className={styles.field} data-problem={Boolean(problem)}>
      {hideLabel ? null : (
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
      )}
      {lines ? (
        <textarea {...shared} rows={2} onChange={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <input
          {...shared}
          inputMode={type === 'number' ? 'decimal' : undefined}
          dir={type === 'number' ? 'ltr' : undefined}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      <div className={styles.below}>
        {problem ? (
          <p id={`${id}-problem`} className={styles.problem} role="alert">
            {problem}
          </p>
        ) : hint ? (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        ) : null}
        {counted ? (
          <p id={`${id}-count`} className={styles.count} data-over={value.length > most}>
            {editingTexts.counter(value.length, most)}
          </p>
        ) : null}
      </div>
    </div>
  );
}
