import { IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import type { ReactElement } from 'react';

import { editingTexts } from './editing/texts.ts';
import styles from './toast.module.css';

export interface ToastProps {
  words: string;
  onUndo?: (() => void) | undefined;
  onClose: () => void;
  /** `raised` on any screen: above the buttons at the lower edge of some; `bar`: below a kiosk's bar, until it is closed. */
  place?: 'bottom' | 'raised' | 'bar';
}

/** Milliseconds: enough to read and reach with gloves on. Ctrl-Z undoes the edit even later. */
const shownMs = 15_000;

/** Says what just happened, with an undo button. */
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
