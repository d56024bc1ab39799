import { IconCamera, IconCheck, IconRefresh, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';

import { errorMessage } from '../../api/errors.ts';
import { useCamera } from './use-camera.ts';
import styles from './camera-dialog.module.css';
import { cameraTexts } from './texts.ts';
import { texts } from '../../texts.ts';

export interface CameraDialogProps {
  onClose: () => void;
  onPicture: (file: File) => void;
}

/** Shows the camera's live picture, then the one that was taken. */
export function CameraDialog({ onClose, onPicture }: CameraDialogProps): ReactElement {
  const words = cameraTexts;
  const dialog = useRef<HTMLDialogElement>(null);
  const { video, running, failure } = useCamera();
  const [taken, setTaken] = useState<{ file: File; url: string } | null>(null);

  const denied = failure instanceof DOMException && failure.name !== 'NotFoundError';
  const problem = failure === null ? null : denied ? words.denied : errorMessage(failure);

  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  const url = taken?.url;
  useEffect(
    () => () => {
      if (url !== undefined) URL.revokeObjectURL(url);
    },
    [url],
  );

  const take = (): void => {
    const source = video.current;
    if (!source) return;
    const canvas = document.createElement('canvas');
    canvas.width = source.videoWidth;
    canvas.height = source.videoHeight;
    canvas.getContext('2d')?.drawImage(source, 0, 0);
    canvas.toBlob(
      (blob) => {
        if (!blob) return;
        const file = new File([blob], 'camera.jpg', { type: 'image/jpeg' });
        setTaken({ file, url: URL.createObjectURL(blob) });
      },
      'image/jpeg',
      0.9,
    );
  };

  return (
    <dialog ref={dialog} className={styles.camera} aria-label={words.title} onClose={onClose}>
      <video ref={video} className={styles.view} hidden={taken !== null} autoPlay playsInline muted />
      {taken ? <img className={styles.view} src={taken.url} alt={words.title} /> : null}
      {problem ? (
        <p className={styles.words} role="alert">
          {words.failed} {problem}
        </p>
      ) : running ? null : (
        <p className={styles.words}>{words.starting}</p>
      )}
      <div className={styles.tools}>
        {taken ? (
          <>
            <button type="button" onClick={() => setTaken(null)}>
              <IconRefresh size="1.75rem" aria-hidden /> {words.again}
            </button>
            <button type="button" className={styles.main} onClick={() => onPicture(taken.file)}>
              <IconCheck size="1.75rem" aria-hidden /> {words.use}
            </button>
          </>
        ) : (
          <button type="button" className={styles.main} disabled={!running} onClick={take}>
            <IconCamera size="1.75rem" aria-hidden /> {words.take}
          </button>
        )}
        <button type="button" onClick={() => dialog.current?.close()}>
          <IconX size="1.75rem" aria-hidden /> {texts.actions.close}
        </button>
      </div>
    </dialog>
  );
}
