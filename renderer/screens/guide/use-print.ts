import { useEffect, useState } from 'react';

import { printPage } from '../../bridge.ts';
import { useShortcuts } from '../../keyboard/shortcuts.ts';
import { keyTexts } from '../../keyboard/texts.ts';

const settled = (image: HTMLImageElement): Promise<void> =>
  image.complete
    ? Promise.resolve()
    : new Promise((resolve) => {
        image.addEventListener('load', () => resolve(), { once: true });
        image.addEventListener('error', () => resolve(), { once: true });
      });

/** Renders the guide for printing only on demand, and prints once its pictures are loaded. */
export function usePrint(): { printing: boolean; print: () => void } {
  const [printing, setPrinting] = useState(false);

  useEffect(() => {
    if (!printing) return;
    let wanted = true;
    const run = async (): Promise<void> => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('[data-print-only] img')];
      await Promise.all(pictures.map(settled));
      try {
        if (wanted) await printPage();
      } finally {
        setPrinting(false);
      }
    };
    void run();
    return () => {
      wanted = false;
    };
  }, [printing]);

  const print = (): void => setPrinting(true);
  useShortcuts(keyTexts.guide.name, [{ keys: ['Mod+P'], does: keyTexts.guide.print, run: print }], {
    general: true,
  });

  return { printing, print };
}
