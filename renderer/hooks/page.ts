import { useEffect, useEffectEvent, useState } from 'react';

import { printInFoot } from '../printed-foot.ts';
import { texts } from '../texts.ts';

const seconds = (): number => Math.floor(Date.now() / 1000);

/** Returns the time in UNIX seconds, updated every `every` seconds. */
export function useNow(every = 30): number {
  const [now, setNow] = useState(seconds);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(seconds()), every * 1000);
    return () => window.clearInterval(timer);
  }, [every]);
  return now;
}

/** Names the window, and what is printed of it. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${texts.product}` : texts.product;
    printInFoot(title ?? texts.product);
  }, [title]);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]), textarea, select, [role=menu]') !== null;

/** Calls `onKey` for keys pressed on the page, not in a field, a menu or an open dialog. */
export function usePageKeys(onKey: (event: KeyboardEvent) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target) || document.querySelector('dialog[open]')) return;
    onKey(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handle(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
