import { IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import type { ReactElement } from 'react';

import { editingTexts } from './texts.ts';
import styles from './toast.module.css';

export interface ToastProps {
  words: string;
  onUndo?: (() => void) | undefined;
  onClose: () => void;
  /** Where the lower edge has buttons, at the top; in a kiosk below its bar, where it stays until it is closed. */
  place?: 'bottom' | 'top' | 'bar';
}

/** Long enough to read and reach, with gloves on. The edit itself can be taken back longer, by Ctrl-Z. */
const shownMs = 15_000;

/** What just happened, and its way back. */
export function Toast({ words, onUndo, onClose, place = 'bottom' }: ToastProps): ReactElement {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (place === 'bar') return;
    const timer = window.setTimeout(() => close(), shownMs);
    return () => window.clearTimeout(timer);
  }, [place]);
  return (
    <output className={styles.toast} data-place={place}>
      <span>{words}</span>
      {onUndo ? (
        <button type="button" className={styles.undo} onClick={onUndo}>
          {editingTexts.toast.undo}
        </button>
      ) : null}
      <button type="button" aria-label={editingTexts.toast.close} onClick={onClose}>
        <IconX aria-hidden />
      </button>
    </output>
  );
}
