import { useState } from 'react';
import type { ReactElement } from 'react';

import { TextField } from '../../components/editing/text-field.tsx';
import styles from './edit-guide.module.css';
import type { TimeValue } from './guide-fields.ts';
import { editTexts } from './texts.ts';

export interface TimeFieldProps {
  time: TimeValue;
  problem: string | null;
  onChange: (time: TimeValue) => void;
  onBlur: () => void;
}

const minutesOf = (seconds: number): string => (seconds === 0 ? '' : String(Math.round(seconds / 6) / 10));

/** From and to, in minutes. */
export function TimeField({ time, problem, onChange, onBlur }: TimeFieldProps): ReactElement {
  const words = editTexts.fields;
  // What is typed may be half a number.
  const [typed, setTyped] = useState<{ end: keyof TimeValue; text: string } | null>(null);
  const field = (end: keyof TimeValue, label: string): ReactElement => (
    <TextField
      label={`${words.time}, ${label}, ${words.minutes}`}
      hideLabel
      type="number"
      unit={end === 'min' ? 'time' : 'time-max'}
      value={typed?.end === end ? typed.text : minutesOf(time[end])}
      onChange={(text) => {
        setTyped({ end, text });
        const seconds = Math.round(Number(text) * 60);
        if (Number.isFinite(seconds) && seconds >= 0 && seconds <= 10_000_000)
          onChange({ ...time, [end]: seconds });
      }}
      onBlur={() => {
        setTyped(null);
        onBlur();
      }}
    />
  );
  return (
    <div className={styles.named}>
      <h3>{words.time}</h3>
      <div className={styles.time}>
        <span>{words.from}</span>
        {field('min', words.from)}
        <span>{words.to}</span>
        {field('max', words.to)}
        <span>{words.minutes}</span>
      </div>
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
