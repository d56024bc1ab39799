import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ReactElement, ReactNode } from 'react';

import { texts } from '../texts.ts';
import styles from './sheet.module.css';

export interface SheetProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A panel from the right edge. The native dialog traps the focus, closes on Escape and restores the focus. */
export function Sheet({ title, onClose, children }: SheetProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    element?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-label={title}
      onClose={onClose}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <h2>{title}</h2>
          <ActionIcon
            variant="subtle"
            size="3.5rem"
            aria-label={texts.actions.close}
            onClick={() => dialog.current?.close()}
          >
            <IconX size={28} />
          </ActionIcon>
        </div>
        <div className={styles.body}>{children}</div>
      </div>
    </dialog>
  );
}
