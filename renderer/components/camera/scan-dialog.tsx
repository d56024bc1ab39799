import { IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ReactElement } from 'react';

import { errorMessage } from '../../api/errors.ts';
import { useCamera } from './use-camera.ts';
import { texts } from '../../texts.ts';
import styles from './camera-dialog.module.css';
import { readCode } from './read-code.ts';
import { cameraTexts } from './texts.ts';

export interface ScanDialogProps {
  onClose: () => void;
  onCode: (text: string) => void;
}

const pauseMs = 120;

/** Scans with the camera and ends with the first code. */
export function ScanDialog({ onClose, onCode }: ScanDialogProps): ReactElement {
  const words = cameraTexts.scan;
  const dialog = useRef<HTMLDialogElement>(null);
  const { video, running, failure } = useCamera();
  const found = useEffectEvent(onCode);

  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    if (!running) return;
    const canvas = document.createElement('canvas');
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wanted = true;
    const look = async (): Promise<void> => {
      const code = video.current ? await readCode(video.current, canvas) : null;
      if (!wanted) return;
      if (code === null) timer = setTimeout(() => void look(), pauseMs);
      else found(code);
    };
    void look();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [running, video]);

  return (
    <dialog ref={dialog} className={styles.camera} aria-label={words.title} onClose={onClose}>
      <video ref={video} className={styles.view} autoPlay playsInline muted />
      {running ? <span className={styles.aim} aria-hidden /> : null}
      <p className={running ? styles.hint : styles.words} role={failure ? 'alert' : 'status'}>
        {failure
          ? `${cameraTexts.failed} ${errorMessage(failure)}`
          : running
            ? words.hint
            : cameraTexts.starting}
      </p>
      <div className={styles.tools}>
        <button type="button" onClick={() => dialog.current?.close()}>
          <IconX size="1.75rem" aria-hidden /> {texts.actions.close}
        </button>
      </div>
    </dialog>
  );
}
