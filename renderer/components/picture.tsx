import { IconPhotoOff } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import type { ReactElement } from 'react';

import type { Image, ImageSize } from '../../shared/model/image.ts';
import { texts } from '../texts.ts';
import { imageUrls } from './image-url.ts';
import styles from './picture.module.css';
import { useRetryWhenFetched } from './use-retry.ts';
import { phrase } from '../phrase.ts';

export interface PictureProps {
  image: Image | null;
  size: ImageSize;
  /** Empty if the text beside the picture says the same. */
  alt: string;
  fit?: 'cover' | 'contain';
  /** Shown in place of the picture when there is none. */
  initial?: string;
  /** Why this machine does not have the picture, if known. */
  reason?: string | undefined;
  eager?: boolean;
}

/** A picture, or a placeholder that says what is missing and why. */
export function Picture({ image, ...props }: PictureProps): ReactElement {
  if (!image) return <NoPicture initial={props.initial} />;
  // The new key reloads a picture that is no longer in the list of missing ones.
  return <StoredPicture key={`${image.guid} ${props.reason === undefined}`} image={image} {...props} />;
}

function StoredPicture({
  image,
  size,
  alt,
  fit = 'cover',
  reason,
  eager = false,
}: PictureProps & { image: Image }): ReactElement {
  const urls = imageUrls(image, size);
  const [attempt, setAttempt] = useState(0);
  const url = urls[attempt];
  const retry = useCallback(() => setAttempt(0), []);
  if (url === undefined) return <MissingPicture reason={reason} retry={retry} />;
  return (
    <img
      className={styles.picture}
      data-fit={fit}
      src={url}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onError={() => setAttempt(attempt + 1)}
    />
  );
}

/** CSS hides the text in a small frame; the icon always shows, and screen readers always get the text. */
function MissingPicture({ reason, retry }: { reason: string | undefined; retry: () => void }): ReactElement {
  useRetryWhenFetched(retry);
  return (
    <span className={styles.missing}>
      <IconPhotoOff stroke={1.5} aria-hidden />
      <span>
        <strong>{texts.picture.missing}</strong>
        <br />
        {reason === undefined ? texts.picture.missingWhy : phrase(reason)}
      </span>
    </span>
  );
}

const NoPicture = ({ initial }: { initial?: string | undefined }): ReactElement => (
  <span className={styles.none} aria-hidden>
    <span>{initial?.trim().charAt(0).toUpperCase()}</span>
  </span>
);
