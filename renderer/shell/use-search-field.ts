import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'wouter';

import { paths } from '../location.ts';
import { useShortcuts } from '../keyboard/shortcuts.ts';
import { keyTexts } from '../keyboard/texts.ts';
import { goBack, navigate, useHashSearch } from '../state/navigation.ts';

export interface SearchFieldState {
  text: string;
  field: RefObject<HTMLInputElement | null>;
  onText: (text: string) => void;
  onSubmit: () => void;
  onDown: () => void;
  onEscape: () => void;
  focus: () => void;
}

/** Keys closer together than this come from a scanner: the search waits for its last one. Any other key searches at once. */
const burstMs = 25;

const firstRow = (): HTMLElement | null => document.querySelector<HTMLElement>('main [data-row]');

/** State of the search field: holds the typed text, and follows the address on back and forward. */
export function useSearchField(): SearchFieldState {
  const field = useRef<HTMLInputElement>(null);
  const [path] = useLocation();
  const searching = path === '/search';
  const placed = useHashSearch().get('q') ?? '';
  const atPlace = searching ? placed : '';
  const [text, setText] = useState(atPlace);
  const sent = useRef(atPlace);

  useEffect(() => {
    if (atPlace === sent.current) return;
    sent.current = atPlace;
    setText(atPlace);
  }, [atPlace]);

  useEffect(() => {
    if (searching && field.current?.value === '') field.current.focus();
  }, [searching]);

  const go = (q: string): void => {
    sent.current = q;
    if (q.trim() !== '') navigate(paths.search({ q }), { replace: searching });
    else if (searching) navigate(paths.emptySearch, { replace: true });
  };
  const goSoon = useDebouncedCallback(go, burstMs);
  const typedAt = useRef(0);
  const leave = (): void => {
    goSoon.cancel();
    field.current?.blur();
    // A search that a link from outside opened has no place to go back to.
    if (searching && goBack()) return;
    setText('');
    go('');
  };
  useShortcuts(keyTexts.search, [
    { keys: ['Escape'], does: keyTexts.leaveSearch, run: leave, when: () => searching },
  ]);

  return {
    text,
    field,
    onText: (q) => {
      setText(q);
      const now = performance.now();
      const isAlone = now - typedAt.current > burstMs;
      typedAt.current = now;
      if (isAlone) {
        goSoon.cancel();
        go(q);
      } else goSoon(q);
    },
    onSubmit: () => {
      if (searching && sent.current === text) firstRow()?.click();
      else {
        goSoon.cancel();
        go(text);
      }
    },
    onDown: () => firstRow()?.focus(),
    onEscape: leave,
    focus: () => {
      field.current?.focus();
      field.current?.select();
    },
  };
}
