import {
  IconCamera,
  IconChevronLeft,
  IconChevronRight,
  IconCrop,
  IconHighlight,
  IconPhotoPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';

import type { Image } from '../../../shared/model/image.ts';
import { CameraDialog } from '../camera/camera-dialog.tsx';
import { CropDialog } from '../cropping/crop-dialog.tsx';
import { cropTexts } from '../cropping/texts.ts';
import { Live } from '../live.tsx';
import { MarkerDialog } from '../markers/marker-dialog.tsx';
import { markerTexts } from '../markers/texts.ts';
import { Picture } from '../picture.tsx';
import { moved } from './moved.ts';
import styles from './pictures-field.module.css';
import { editingTexts } from './texts.ts';
import { UploadButton } from './upload-button.tsx';
import { uploadPicture } from './upload.ts';
import type { Pasted } from './use-image-files.ts';
import { useImageFiles } from './use-image-files.ts';

export interface PicturesFieldProps {
  label: string;
  images: readonly Image[];
  most: number;
  onChange: (change: (images: readonly Image[]) => Image[]) => void;
}

/** A sortable list of pictures, added by drop, paste, file or camera. */
export function PicturesField({ label, images, most, onChange }: PicturesFieldProps): ReactElement {
  const words = editingTexts.pictures;
  const [camera, setCamera] = useState(false);
  const [marking, setMarking] = useState<Image | null>(null);
  const [cropping, setCropping] = useState<Image | null>(null);
  const [said, setSaid] = useState('');
  const files = useImageFiles(async (file) => {
    const { image } = await uploadPicture(file);
    onChange((before) => (most === 1 ? [image] : [...before, image].slice(0, most)));
  });
  const room = most === 1 ? 1 : most - images.length;
  const add = (chosen: readonly File[]): void => files.add(chosen.slice(0, Math.max(0, room)));
  const move = (from: number, to: number): void => {
    onChange((before) => moved(before, from, to));
    setSaid(editingTexts.order.moved(words.number(from + 1), to + 1, images.length));
  };
  const replace = (old: Image, changed: Image): void =>
    onChange((before) => before.map((image) => (image.guid === old.guid ? changed : image)));
  usePagePaste(files.onPaste, room > 0);

  return (
    <fieldset className={styles.pictures} aria-label={label} data-over={files.over} {...files.target}>
      <Live>{said}</Live>
      {images.map((image, index) => (
        <figure key={image.guid} className={styles.picture}>
          <Picture image={image} size="440x330" alt={words.number(index + 1)} fit="cover" eager />
          <figcaption>
            {images.length > 1 ? (
              <>
                <button
                  type="button"
                  disabled={index === 0}
                  aria-label={words.earlier(index + 1)}
                  onClick={() => move(index, index - 1)}
                >
                  <IconChevronLeft aria-hidden />
                </button>
                <button
                  type="button"
                  disabled={index === images.length - 1}
                  aria-label={words.later(index + 1)}
                  onClick={() => move(index, index + 1)}
                >
                  <IconChevronRight aria-hidden />
                </button>
              </>
            ) : null}
            <button type="button" aria-label={cropTexts.open(index + 1)} onClick={() => setCropping(image)}>
              <IconCrop aria-hidden />
            </button>
            <button type="button" aria-label={markerTexts.open(index + 1)} onClick={() => setMarking(image)}>
              <IconHighlight aria-hidden />
            </button>
            <button
              type="button"
              aria-label={words.remove(index + 1)}
              onClick={() => onChange((before) => before.filter(({ guid }) => guid !== image.guid))}
            >
              <IconTrash aria-hidden />
            </button>
          </figcaption>
        </figure>
      ))}
      {room > 0 ? (
        <div className={styles.add} data-small={images.length > 0}>
          <p>{files.over ? words.dropNow : (files.busy ?? (most === 1 ? words.dropOne : words.drop))}</p>
          <div>
            <UploadButton
              label={most === 1 ? words.one : words.add}
              multiple={most > 1}
              disabled={files.busy !== null}
              onFiles={add}
            >
              <IconPhotoPlus aria-hidden /> {most === 1 ? words.one : words.add}
            </UploadButton>
            <button type="button" disabled={files.busy !== null} onClick={() => setCamera(true)}>
              <IconCamera aria-hidden /> {words.camera}
            </button>
          </div>
        </div>
      ) : null}
      {files.problem ? (
        <p className={styles.problem} role="alert">
          {files.problem}
        </p>
      ) : null}
      {camera ? (
        <CameraDialog
          onClose={() => setCamera(false)}
          onPicture={(file) => {
            setCamera(false);
            add([file]);
          }}
        />
      ) : null}
      {marking ? (
        <MarkerDialog
          image={marking}
          onClose={() => setMarking(null)}
          onMarked={(marked) => {
            replace(marking, marked);
            setMarking(null);
          }}
        />
      ) : null}
      {cropping ? (
        <CropDialog
          image={cropping}
          onClose={() => setCropping(null)}
          onCropped={(cropped) => {
            replace(cropping, cropped);
            setCropping(null);
          }}
        />
      ) : null}
    </fieldset>
  );
}

/** Handles pictures pasted anywhere on the page, unless the focused field handles them itself. */
function usePagePaste(onPaste: (event: Pasted) => void, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const listener = (event: ClipboardEvent): void => {
      if (!event.defaultPrevented) onPaste(event);
    };
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  });
}
