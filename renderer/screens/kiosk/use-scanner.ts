import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { Field } from './field-before.ts';
import { FieldsBefore, caretOf, isField, pressEnter } from './field-before.ts';
import { Scanner } from './scanner.ts';

export interface ScannerOptions {
  /** Whether keys that no field takes need not follow each other at once, because nothing else takes them. */
  slow: boolean;
  /** A code that was typed while no field had the focus. */
  onScan: (text: string) => void;
  /**
   * What to do about a code that was typed into a field, which is then as it was before; null for a code that belongs
   * there.
   */
  inField: (text: string) => Promise<(() => void) | null>;
}

/** What a reader types anywhere on the page. A field that is to be told a badge has `data-badge`. */
export function useScanner({ slow, onScan, inField }: ScannerOptions): void {
  const [scanner] = useState(() => new Scanner());
  const before = useRef<FieldsBefore | null>(null);
  const asking = useRef(false);
  const ask = async (text: string, field: Field, enterAt: number | null): Promise<void> => {
    const found = before.current;
    asking.current = true;
    const act = await inField(text);
    asking.current = false;
    if (act) {
      found?.restore();
      act();
    } else if (enterAt !== null) pressEnter(field, enterAt);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!event.isTrusted || event.isComposing || event.ctrlKey || event.metaKey) return;
    const { key, target } = event;
    const field = isField(target) ? target : null;
    if (field?.closest('[data-badge]')) return;
    // Some readers send two line ends.
    if (asking.current && key === 'Enter') return stop(event);
    const text = scanner.key(key, event.timeStamp, slow && field === null);
    if (scanner.isFirst) before.current = new FieldsBefore();
    if (field instanceof HTMLSelectElement) before.current?.keep(field);
    if (text === null) return;
    if (field === null) {
      // It would press the button that has the focus.
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
      if (isField(target)) before.current?.keep(target);
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
