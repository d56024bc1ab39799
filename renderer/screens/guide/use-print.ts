import { useEffect, useState } from 'react';

import { guideFileName } from '../../../shared/guide-export.ts';
import { bridge, printPage } from '../../bridge.ts';
import { download } from '../../components/download.ts';
import { useShortcuts } from '../../keyboard/shortcuts.ts';
import { keyTexts } from '../../keyboard/texts.ts';

const settled = (image: HTMLImageElement): Promise<void> =>
  image.complete
    ? Promise.resolve()
    : new Promise((resolve) => {
        image.addEventListener('load', () => resolve(), { once: true });
        image.addEventListener('error', () => resolve(), { once: true });
      });

export interface Printing {
  /** True if the guide has to be rendered for paper now. */
  printing: boolean;
  print: () => void;
  /** Null in a browser, whose print dialog makes a PDF. */
  savePdf: (() => void) | null;
}

/**
 * Renders the guide for paper only on demand, and prints it, or saves it as a PDF, once its pictures are loaded.
 *
 * @param title of the guide; undefined until it is loaded
 */
export function usePrint(title: string | undefined): Printing {
  /** With the name of the file, if it is saved. */
  const [job, setJob] = useState<{ pdf?: string } | null>(null);

  useEffect(() => {
    if (job === null) return;
    let wanted = true;
    const run = async (): Promise<void> => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('[data-print-only] img')];
      await Promise.all(pictures.map(settled));
      try {
        if (!wanted) return;
        if (job.pdf !== undefined && bridge) download(job.pdf, 'application/pdf', await bridge.pdf());
        else await printPage();
      } finally {
        setJob(null);
      }
    };
    void run();
    return () => {
      wanted = false;
    };
  }, [job]);

  const print = (): void => setJob({});
  useShortcuts(keyTexts.guide.name, [{ keys: ['Mod+P'], does: keyTexts.guide.print, run: print }], {
    general: true,
  });

  return {
    printing: job !== null,
    print,
    savePdf: bridge ? () => setJob({ pdf: guideFileName(title ?? '', 'pdf') }) : null,
  };
}
