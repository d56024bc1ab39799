import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Focuses a field as it is mounted, before the next keystroke. */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return field;
}
