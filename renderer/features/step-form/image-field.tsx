import { IconCamera, IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { limits } from '../../../shared/limits.ts';
import type { Image } from '../../../shared/model/image.ts';
import type { WorkValue } from '../../../shared/model/work-log.ts';
import { errorMessage } from '../../api/errors.ts';
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
  /** True if it takes several pictures. */
  several: boolean;
  onPicture: (file: File) => Promise<void>;
  /** Removes a picture by its position. */
  onRemove: (at: number) => void;
}

export function ImageField(props: ImageFieldProps): ReactElement {
  const { id, label, stored, several, onPicture, onRemove } = props;
  const words = stepFormTexts.image;
  const hasCamera = useHasCamera();
  const kiosk = useKiosk();
  const [camera, setCamera] = useState(false);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const images = fieldImages(stored);
  const { max } = limits.form.pictures;
  const isFull = several && images.length >= max;
  const choose = several ? words.add : images.length > 0 ? words.replace : words.file;

  const take = async (files: readonly File[]): Promise<void> => {
    setSending(true);
    setProblem(null);
    try {
      for (const file of several ? files.slice(0, max - images.length) : files.slice(0, 1))
        await onPicture(file);
    } catch (error) {
      setProblem(errorMessage(error));
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
        void take([...event.dataTransfer.files]);
      }}
    >
      {several && images.length > 0 ? (
        <ul className={styles.several}>
          {images.map((image, at) => (
            <li key={image.guid}>
              <div className={styles.picture}>
                <Picture image={image} size="440x330" alt={words.nth(at + 1, label)} fit="contain" eager />
              </div>
              <button
                type="button"
                className={styles.action}
                disabled={sending}
                aria-label={words.removeNth(at + 1)}
                onClick={() => onRemove(at)}
              >
                <IconTrash size="1.5rem" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      ) : images[0] ? (
        <div className={styles.picture}>
          <Picture image={images[0]} size="440x330" alt={words.of(label)} fit="contain" eager />
        </div>
      ) : null}
      {isFull ? <p>{words.full(max)}</p> : null}
      <div className={styles.actions}>
        {hasCamera && !isFull ? (
          <button type="button" className={styles.action} disabled={sending} onClick={() => setCamera(true)}>
            <IconCamera size="1.5rem" aria-hidden /> {words.camera}
          </button>
        ) : null}
        {isFull ? null : kiosk ? (
          <>{hasCamera ? null : <p>{words.none}</p>}</>
        ) : (
          <label className={styles.action} data-disabled={sending}>
            <input
              id={id}
              type="file"
              accept="image/*"
              multiple={several}
              disabled={sending}
              aria-describedby={`${id}-state`}
              aria-label={`${choose}: ${label}`}
              onChange={(event) => {
                void take([...(event.currentTarget.files ?? [])]);
                event.currentTarget.value = '';
              }}
            />
            <IconPhotoPlus size="1.5rem" aria-hidden /> {choose}
          </label>
        )}
        {stored && !several ? (
          <button type="button" className={styles.action} disabled={sending} onClick={() => onRemove(0)}>
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
            void take([file]);
          }}
        />
      ) : null}
    </div>
  );
}

/** Returns the pictures that the API adds to an Image field's value. */
export function fieldImages(value: WorkValue | undefined): Image[] {
  const image: unknown = value && 'image' in value ? value.image : null;
  const images: unknown = value && 'images' in value ? value.images : [image];
  return Array.isArray(images) ? images.filter(isImage) : [];
}

const isImage = (image: unknown): image is Image =>
  typeof image === 'object' && image !== null && 'guid' in image && 'original' in image;
