import { keyTexts } from './texts.ts';
import { useShortcuts } from './shortcuts.ts';

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main [data-row]')];
const at = (): number => rows().findIndex((row) => row === document.activeElement);
const isList = (): boolean => rows().length > 0;
/** Returns whether a key moves between rows. Arrow keys scroll the page until a row has the focus. */
const isOn = (event?: KeyboardEvent): boolean =>
  event === undefined || event.key.length === 1 ? isList() : at() >= 0;

function go(to: number): void {
  const row = rows()[to];
  if (row) row.focus();
  // Above the first search result is the search field.
  else if (to < 0) document.querySelector<HTMLElement>('search input')?.focus();
}

/** Shortcuts that move through the rows of the current screen. */
export function useRowKeys(): void {
  useShortcuts(
    keyTexts.lists,
    [
      { keys: ['ArrowDown', 'J'], does: keyTexts.nextRow, run: () => go(at() + 1), when: isOn },
      {
        keys: ['ArrowUp', 'K'],
        does: keyTexts.previousRow,
        run: () => go(Math.max(-1, at() - 1)),
        when: isOn,
      },
      { keys: ['Home'], does: keyTexts.firstRow, run: () => go(0), when: isOn },
      { keys: ['End'], does: keyTexts.lastRow, run: () => go(rows().length - 1), when: isOn },
    ],
    { general: true },
  );
}
