import { IconCamera, IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { Image } from '../../../shared/model/image.ts';
import type { WorkValue } from '../../../shared/model/work-log.ts';
import { messageOf } from '../../api/errors.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { useKiosk } from '../../components/use-kiosk.ts';
import { Picture } from '../../components/picture.tsx';
import { CameraDialog } from '../../components/camera/camera-dialog.tsx';
import { useHasCamera } from '../../components/camera/use-camera.ts';
import styles from './image-field.module.css';
import { stepFormTexts } from './texts.ts';

export interface ImageFieldProps {
  id: string;
  label: string;
  stored: WorkValue | undefined;
  onPicture: (file: File) => Promise<void>;
  onRemove: () => void;
}

export function ImageField({ id, label, stored, onPicture, onRemove }: ImageFieldProps): ReactElement {
  const words = stepFormTexts.image;
  const hasCamera = useHasCamera();
  const kiosk = useKiosk();
  const [camera, setCamera] = useState(false);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const image = imageOf(stored);

  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setSending(true);
    setProblem(null);
    try {
      await onPicture(file);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setSending(false);
    }
  };

  return (
    <div
      className={styles.image}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void take(event.dataTransfer.files[0]);
      }}
    >
      {image ? (
        <div className={styles.picture}>
          <Picture image={image} size="440x330" alt={words.of(label)} fit="contain" eager />
        </div>
      ) : null}
      <div className={styles.actions}>
        {hasCamera ? (
          <button type="button" className={styles.action} disabled={sending} onClick={() => setCamera(true)}>
            <IconCamera size="1.5rem" aria-hidden /> {words.camera}
          </button>
        ) : null}
        {kiosk ? (
          <>{hasCamera ? null : <p>{words.none}</p>}</>
        ) : (
          <label className={styles.action} data-disabled={sending}>
            <input
              id={id}
              type="file"
              accept="image/*"
              disabled={sending}
              aria-describedby={`${id}-state`}
              aria-label={`${image ? words.replace : words.file}: ${label}`}
              onChange={(event) => {
                void take(event.currentTarget.files?.[0]);
                event.currentTarget.value = '';
              }}
            />
            <IconPhotoPlus size="1.5rem" aria-hidden /> {image ? words.replace : words.file}
          </label>
        )}
        {stored ? (
          <button type="button" className={styles.action} disabled={sending} onClick={onRemove}>
            <IconTrash size="1.5rem" aria-hidden /> {words.remove}
          </button>
        ) : null}
        {sending ? <output>{words.sending}</output> : null}
      </div>
      {problem ? <InlineProblem>{`${words.failed} ${problem}`}</InlineProblem> : null}
      {camera ? (
        <CameraDialog
          onClose={() => setCamera(false)}
          onPicture={(file) => {
            setCamera(false);
            void take(file);
          }}
        />
      ) : null}
    </div>
  );
}

/** Returns the picture that the API adds to an Image field's value; null if there is none. */
export function imageOf(value: WorkValue | undefined): Image | null {
  const image: unknown = value && 'image' in value ? value.image : null;
  return typeof image === 'object' && image !== null && 'guid' in image && 'original' in image
    ? (image as Image)
    : null;
}
