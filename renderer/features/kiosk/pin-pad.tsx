import { IconBackspace } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ReactElement } from 'react';

import { Live } from '../../components/live.tsx';
import { plainDigits } from '../../numerals.ts';
import styles from './pin-pad.module.css';
import { kioskTexts } from './texts.ts';

export interface PinPadProps {
  busy: boolean;
  disabled: boolean;
  onPin: (pin: string) => void;
}

const shortest = 4;
const longest = 8;
export const isPin = (text: string): boolean => /^\d{4,8}$/.test(text);

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** A keypad for gloved fingers. Keyboard input goes into it too, wherever the focus is. */
export function PinPad({ busy, disabled, onPin }: PinPadProps): ReactElement {
  const [pin, setPin] = useState('');
  const words = kioskTexts.pin;
  const ready = pin.length >= shortest && !busy && !disabled;
  const type = (digit: string): void => {
    if (!disabled) setPin((before) => (before + digit).slice(0, longest));
  };
  const erase = (): void => setPin((before) => before.slice(0, -1));
  const submit = (): void => {
    if (!ready) return;
    onPin(pin);
    setPin('');
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const digit = plainDigits(event.key);
    if (/^\d$/.test(digit)) type(digit);
    else if (event.key === 'Backspace') erase();
    else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) submit();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return (
    <div className={styles.pad} data-disabled={disabled}>
      <div className={styles.dots} aria-hidden>
        {Array.from({ length: Math.max(shortest, pin.length) }, (_, index) => (
          <span key={index} data-filled={index < pin.length} />
        ))}
      </div>
      <Live>{words.entered(pin.length)}</Live>
      <div className={styles.keys}>
        {digits.map((digit) => (
          <Key key={digit} digit={digit} disabled={disabled} onType={type} />
        ))}
        <button
          type="button"
          className={styles.key}
          data-quiet
          aria-label={words.erase}
          disabled={disabled}
          onClick={erase}
        >
          <IconBackspace size="2rem" aria-hidden />
        </button>
        <Key digit="0" disabled={disabled} onType={type} />
        <button type="button" className={styles.key} data-primary disabled={!ready} onClick={submit}>
          {words.ok}
        </button>
      </div>
    </div>
  );
}

const Key = ({
  digit,
  disabled,
  onType,
}: {
  digit: string;
  disabled: boolean;
  onType: (digit: string) => void;
}): ReactElement => (
  <button type="button" className={styles.key} disabled={disabled} onClick={() => onType(digit)}>
    {digit}
  </button>
);
