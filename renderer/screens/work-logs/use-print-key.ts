import { printPage } from '../../bridge.ts';
import { usePageKeys } from '../../hooks/page.ts';

/** Ctrl/Cmd-P prints what is on screen; the shell's window has no such key of its own. */
export function usePrintKey(): void {
  usePageKeys((event) => {
    if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void printPage();
  });
}
