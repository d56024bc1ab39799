import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { ReactElement } from 'react';

import styles from './ask-delete.module.css';

export interface AskDeleteProps {
  title: string;
  why: string;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
}

/** Asks before a deletion that the person cannot undo themselves, and before they leave what is not saved. */
export function AskDelete({ title, why, yes, no, onYes, onNo }: AskDeleteProps): ReactElement {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles.ask} aria-labelledby={id} onClose={onNo}>
      <h2 id={id}>{title}</h2>
      <p>{why}</p>
      <div>
        <Button variant="default" onClick={() => dialog.current?.close()}>
          {no}
        </Button>
        <Button className={styles.danger} onClick={onYes}>
          {yes}
        </Button>
      </div>
    </dialog>
  );
}
