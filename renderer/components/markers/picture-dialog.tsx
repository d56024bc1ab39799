import { IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { PropsWithChildren, ReactElement } from 'react';

import styles from './marker-dialog.module.css';
import { markerTexts } from './texts.ts';

export interface PictureDialogProps {
  title: string;
  problem: string | null;
  /** True if Escape must not close it, because that would discard work. */
  isLocked?: boolean;
  onClose: () => void;
}

/** A dialog as large as the window in which a picture is edited. Without children it waits for the picture. */
export function PictureDialog({
  title,
  problem,
  isLocked = false,
  onClose,
  children,
}: PropsWithChildren<PictureDialogProps>): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={title}
      onCancel={(event) => {
        if (isLocked) event.preventDefault();
      }}
      onClose={onClose}
    >
      {children ?? (
        <div className={styles.waiting}>
          <p role={problem ? 'alert' : 'status'}>{problem ?? markerTexts.loading}</p>
          <button type="button" onClick={onClose}>
            <IconX size={28} aria-hidden /> {markerTexts.cancel}
          </button>
        </div>
      )}
    </dialog>
  );
}

export interface PictureDialogHeadProps {
  /** How to edit the picture, and with which keys. */
  words: { help: string; keys: string; storing: string };
  problem: string | null;
  storing: boolean;
  onCancel: () => void;
  onDone: () => void;
}

export const PictureDialogHead = ({
  words,
  problem,
  storing,
  onCancel,
  onDone,
}: PictureDialogHeadProps): ReactElement => (
  <div className={styles.head}>
    <p className={styles.help} role={problem ? 'alert' : undefined}>
      {problem ?? (
        <>
          {words.help} <span>{words.keys}</span>
        </>
      )}
    </p>
    <button type="button" onClick={onCancel} disabled={storing}>
      <IconX size={28} aria-hidden /> {markerTexts.cancel}
    </button>
    <button type="button" className={styles.main} onClick={onDone} disabled={storing}>
      <IconCheck size={28} aria-hidden /> {storing ? words.storing : markerTexts.done}
    </button>
  </div>
);
