import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** For a field that has the focus from the moment it is there: what is typed at once goes nowhere else. */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return field;
}
