import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'wouter';

import { navigate, paths, useHashSearch } from '../location.ts';

export interface SearchFieldState {
  text: string;
  field: RefObject<HTMLInputElement | null>;
  onText: (text: string) => void;
  onSubmit: () => void;
  onDown: () => void;
  focus: () => void;
}

const firstRow = (): HTMLElement | null => document.querySelector<HTMLElement>('main [data-row]');

/** The text lives in the field while it is typed and follows the address when somebody goes back or forward. */
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

  const go = useDebouncedCallback((q: string) => {
    sent.current = q;
    if (q.trim() === '') {
      if (searching) navigate(paths.home, { replace: true });
    } else navigate(paths.search({ q }), { replace: searching });
  }, 25);

  return {
    text,
    field,
    onText: (q) => {
      setText(q);
      go(q);
    },
    onSubmit: () => {
      if (searching && sent.current === text) firstRow()?.click();
      else go(text);
    },
    onDown: () => firstRow()?.focus(),
    focus: () => {
      field.current?.focus();
      field.current?.select();
    },
  };
}
