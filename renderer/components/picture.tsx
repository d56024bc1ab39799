import { IconPhotoDown, IconPhotoOff } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';

import type { Image, ImageSize } from '../../shared/model/image.ts';
import { notFetchedYet } from '../../shared/model/image.ts';
import { texts } from '../texts.ts';
import { imageUrls } from './image-url.ts';
import styles from './picture.module.css';
import { useFetching, useRetryWhenFetched } from './use-retry.ts';
import { phrase } from '../../shared/phrase.ts';

export interface PictureProps {
  image: Image | null;
  size: ImageSize;
  /** Empty if the text beside the picture says the same. */
  alt: string;
  fit?: 'cover' | 'contain';
  /** Letter shown instead of a missing picture. */
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
  const [missing, setMissing] = useState(false);
  const retry = useCallback(() => setAttempt(0), []);
  const url = urls[attempt];
  const picture =
    url === undefined ? null : (
      <img
        className={styles.picture}
        data-fit={fit}
        src={url}
        alt={alt}
        // A picture that is tried again is unseen, and an unseen lazy one would never load.
        loading={eager || missing ? 'eager' : 'lazy'}
        decoding="async"
        draggable={false}
        onLoad={() => setMissing(false)}
        onError={() => {
          setAttempt(attempt + 1);
          if (attempt + 1 >= urls.length) setMissing(true);
        }}
      />
    );
  if (picture && !missing) return picture;
  return (
    <MissingPicture reason={reason} retry={retry}>
      {picture}
    </MissingPicture>
  );
}

interface MissingPictureProps {
  reason: string | undefined;
  retry: () => void;
  /** The picture while it is tried again: unseen until it has loaded. */
  children: ReactNode;
}

/** CSS hides the text in a small frame; the icon always shows, and screen readers always get the text. */
function MissingPicture({ reason, retry, children }: MissingPictureProps): ReactElement {
  useRetryWhenFetched(retry);
  const syncing = useFetching();
  const fetching = syncing && (reason === undefined || reason === notFetchedYet);
  const words = texts.picture;
  return (
    <span className={styles.missing}>
      {fetching ? <IconPhotoDown stroke={1.5} aria-hidden /> : <IconPhotoOff stroke={1.5} aria-hidden />}
      <span>
        <strong>{fetching ? words.fetching : words.missing}</strong>
        <br />
        {fetching ? words.fetchingWhy : reason === undefined ? words.missingWhy : phrase(reason)}
      </span>
      {children ? (
        <span className={styles.arriving} aria-hidden>
          {children}
        </span>
      ) : null}
    </span>
  );
}

const NoPicture = ({ initial }: { initial?: string | undefined }): ReactElement => (
  <span className={styles.none} aria-hidden>
    <span>{initial?.trim().charAt(0).toUpperCase()}</span>
  </span>
);
