import { IconPlayerPlayFilled, IconZoomIn } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { Image } from '../../../shared/model/image.ts';
import { openExternal } from '../../bridge.ts';
import { Unseen } from '../../components/live.tsx';
import { Picture } from '../../components/picture.tsx';
import type { Media } from './step-media.ts';
import styles from './step-pictures.module.css';
import { guideTexts } from './texts.ts';
import { ZoomDialog } from './zoom-dialog.tsx';

export interface StepPicturesProps {
  position: number;
  media: Media;
  /** Why this machine does not have a picture, by guid. */
  reasons: ReadonlyMap<string, string>;
  /** For a page of many steps: pictures are loaded when they come into sight, and half as large. */
  lazy?: boolean;
}

export function StepPictures({ position, media, reasons, lazy = false }: StepPicturesProps): ReactElement {
  if (media.kind === 'video') return <Video media={media} />;
  if (media.images.length === 0) return <p className={styles.nothing}>{guideTexts.step.noPicture}</p>;
  return <Images position={position} images={media.images} reasons={reasons} lazy={lazy} />;
}

interface ImagesProps extends Omit<StepPicturesProps, 'media'> {
  images: Image[];
}

function Images({ position, images, reasons, lazy = false }: ImagesProps): ReactElement | null {
  const [chosen, setChosen] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  const image = images[chosen];
  if (!image) return null;
  const alt = guideTexts.step.picture(position, chosen + 1, images.length);
  return (
    <div className={styles.pictures}>
      <button type="button" className={styles.large} onClick={() => setZoomed(true)}>
        <Picture
          image={image}
          size={lazy ? 'large' : 'huge'}
          alt={alt}
          fit="contain"
          reason={reasons.get(image.guid)}
          eager={!lazy}
        />
        <Unseen>{guideTexts.step.zoom}</Unseen>
        <span className={styles.zoom} aria-hidden>
          <IconZoomIn size={26} />
        </span>
      </button>
      {images.length > 1 ? (
        <div className={styles.thumbs}>
          {images.map((other, i) => (
            <button
              key={other.guid}
              type="button"
              aria-label={guideTexts.step.showPicture(i + 1)}
              aria-pressed={i === chosen}
              onClick={() => setChosen(i)}
            >
              <Picture image={other} size="140x105" alt="" eager={!lazy} />
            </button>
          ))}
        </div>
      ) : null}
      {zoomed ? (
        <ZoomDialog
          image={image}
          alt={alt}
          reason={reasons.get(image.guid)}
          onClose={() => setZoomed(false)}
        />
      ) : null}
    </div>
  );
}

function Video({ media }: { media: Extract<Media, { kind: 'video' }> }): ReactElement {
  const { url, poster, title } = media;
  return (
    <div className={styles.pictures}>
      <div className={styles.large}>
        {poster ? <Picture image={poster} size="large" alt="" fit="contain" eager /> : null}
        <div className={styles.video}>
          <strong>{title || guideTexts.step.video}</strong>
          {url ? (
            <button type="button" onClick={() => void openExternal(url)}>
              <IconPlayerPlayFilled size="1.5rem" aria-hidden /> {guideTexts.step.openVideo}
            </button>
          ) : null}
          <span>{guideTexts.step.videoOffline}</span>
        </div>
      </div>
    </div>
  );
}
