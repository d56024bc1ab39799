import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { Field } from './field-before.ts';
import { FieldsBefore, caretOf, isTextField, pressEnter } from './field-before.ts';
import { Scanner } from './scanner.ts';

export interface ScannerOptions {
  /** Allows long gaps between keys outside of fields, because nothing else handles them. */
  slow: boolean;
  /** Called with a code scanned while no field had the focus. */
  onScan: (text: string) => void;
  /**
   * Resolves to an action for a code scanned into a field; the field's old value is restored before. Null if the code
   * belongs in the field. Without this, fields keep all codes.
   */
  inField?: (text: string) => Promise<(() => void) | null>;
}

/** Handles codes scanned anywhere on the page, except in a field with `data-badge`, which reads badges itself. */
export function useScanner({ slow, onScan, inField }: ScannerOptions): void {
  const [scanner] = useState(() => new Scanner());
  const before = useRef<FieldsBefore | null>(null);
  const asking = useRef(false);
  const ask = async (text: string, field: Field, enterAt: number | null): Promise<void> => {
    const found = before.current;
    asking.current = true;
    const act = (await inField?.(text)) ?? null;
    asking.current = false;
    if (act) {
      found?.restore();
      act();
    } else if (enterAt !== null) pressEnter(field, enterAt);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!event.isTrusted || event.isComposing || event.ctrlKey || event.metaKey) return;
    const { key, target } = event;
    const field = isTextField(target) ? target : null;
    if (field && (inField === undefined || field.closest('[data-badge]'))) return;
    // Some scanners send two line ends.
    if (asking.current && key === 'Enter') return stop(event);
    const { code: text } = scanner.hear(key, event.timeStamp, slow && field === null);
    if (scanner.isFirst) before.current = new FieldsBefore();
    if (field instanceof HTMLSelectElement) before.current?.keep(field);
    if (text === null) return;
    if (field === null) {
      // Enter would activate the focused button.
      stop(event);
      onScan(text);
      return;
    }
    if (key === 'Enter') stop(event);
    void ask(text, field, key === 'Enter' ? caretOf(field) : null);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    const keep = ({ target }: InputEvent): void => {
      if (isTextField(target)) before.current?.keep(target);
    };
    window.addEventListener('keydown', listen, { capture: true });
    window.addEventListener('beforeinput', keep, { capture: true });
    return () => {
      window.removeEventListener('keydown', listen, { capture: true });
      window.removeEventListener('beforeinput', keep, { capture: true });
    };
  }, []);
}

function stop(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
