import { printPage } from '../../bridge.ts';
import { useShortcuts } from '../../keyboard/shortcuts.ts';
import { keyTexts } from '../../keyboard/texts.ts';

/** Prints what is on screen; the shell's window has no such key of its own. */
export function usePrintKey(): void {
  const { name, print: does } = keyTexts.guide;
  useShortcuts(name, [{ keys: ['Mod+P'], does, run: () => void printPage() }], { general: true });
}
