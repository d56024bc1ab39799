import { useEffect, useEffectEvent, useState } from 'react';

import { Scanner } from './scanner.ts';

/**
 * What a reader types anywhere on the page, while no field has the focus.
 *
 * @param slow whether keys need not follow each other at once, because nothing else takes them
 */
export function useScanner(slow: boolean, onScan: (text: string) => void): void {
  const [scanner] = useState(() => new Scanner());
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || isField(event.target)) return;
    const text = scanner.key(event.key, event.timeStamp, slow);
    if (text === null) return;
    // It would press the button that has the focus.
    event.preventDefault();
    event.stopImmediatePropagation();
    onScan(text);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
