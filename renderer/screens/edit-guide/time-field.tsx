import { useState } from 'react';
import type { ReactElement } from 'react';

import { TextField } from '../../components/editing/text-field.tsx';
import { numeral } from '../../../shared/numeral.ts';
import { readNumeral } from '../../numerals.ts';
import styles from './edit-guide.module.css';
import type { TimeValue } from '../../features/edit/guide-fields.ts';
import { guideFieldTexts } from '../../features/edit/guide-texts.ts';

export interface TimeFieldProps {
  time: TimeValue;
  problem: string | null;
  onChange: (time: TimeValue) => void;
  onBlur: () => void;
}

const minutesOf = (seconds: number): string =>
  seconds === 0 ? '' : numeral(String(Math.round(seconds / 6) / 10));

const read = (minutes: string) => (minutes.trim() === '' ? { plain: '0' } : readNumeral(minutes));

function secondsOf(minutes: string): number | null {
  const number = read(minutes);
  return 'plain' in number ? Math.round(Number(number.plain) * 60) : null;
}

function problemOf(minutes: string): string | null {
  const number = read(minutes);
  return 'problem' in number ? number.problem : null;
}

/** Fields for the shortest and the longest time, in minutes. */
export function TimeField({ time, problem, onChange, onBlur }: TimeFieldProps): ReactElement {
  const words = guideFieldTexts.fields;
  // Typed text may be an incomplete number.
  const [typed, setTyped] = useState<{ end: keyof TimeValue; text: string } | null>(null);
  const wrong = problemOf(typed?.text ?? '');
  const field = (end: keyof TimeValue, label: string): ReactElement => (
    <TextField
      label={`${words.time}, ${label}, ${words.minutes}`}
      hideLabel
      type="number"
      unit={end === 'min' ? 'time' : 'time-max'}
      value={typed?.end === end ? typed.text : minutesOf(time[end])}
      onChange={(text) => {
        setTyped({ end, text });
        const seconds = secondsOf(text);
        if (seconds !== null && seconds >= 0 && seconds <= 10_000_000) onChange({ ...time, [end]: seconds });
      }}
      onBlur={() => {
        if (wrong === null) setTyped(null);
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
      {(wrong ?? problem) ? (
        <p className={styles.problem} role="alert">
          {wrong ?? problem}
        </p>
      ) : null}
    </div>
  );
}
