import type { RefObject } from 'react';

import { usePageKeys } from './page.ts';

/** Moves the focus to a field when anything is typed: a scanner types wherever the focus is, and its text belongs there. */
export function useScannerField(field: RefObject<HTMLInputElement | null>): void {
  usePageKeys((event) => {
    const typed = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (typed && event.key !== ' ') field.current?.focus();
  });
}
