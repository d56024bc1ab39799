import { useQuery } from '@tanstack/react-query';
import { IconMaximize, IconRotate2, IconRotateClockwise2 } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { Image } from '../../../shared/model/image.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { fetchPicture } from '../markers/marked-picture.ts';
import type { FetchedPicture } from '../markers/marked-picture.ts';
import frameStyles from '../markers/marker-dialog.module.css';
import { PictureDialog, PictureDialogHead } from '../markers/picture-dialog.tsx';
import { CropBoard } from './crop-board.tsx';
import styles from './crop-dialog.module.css';
import { pixelsOf } from './crop-frame.ts';
import type { Cropping } from './crop-frame.ts';
import { cropTexts as words } from './texts.ts';
import { useCropping } from './use-cropping.ts';

export interface CropDialogProps {
  image: Image;
  onClose: () => void;
  /** Called with the new picture; the old one stays in the media manager. */
  onCropped: (cropped: Image) => void;
}

/** Rotates a picture and cuts a part out of it. */
export function CropDialog({ image, onClose, onCropped }: CropDialogProps): ReactElement {
  const { data: picture, error } = useQuery({
    queryKey: ['cropping', image.guid],
    queryFn: () => fetchPicture(image),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return (
    <PictureDialog title={words.title} problem={error && errorMessage(error)} onClose={onClose}>
      {picture ? <Open picture={picture} onClose={onClose} onCropped={onCropped} /> : null}
    </PictureDialog>
  );
}

const turns = ['0', '90', '180', '270'] as const;

async function storeCropped({ blob, size }: FetchedPicture, { quarters, frame }: Cropping): Promise<Image> {
  const { left, top, width, height } = pixelsOf(frame, size);
  const name = `picture.${blob.type.replace('image/', '')}`;
  const query = { file: name, turn: turns[quarters] ?? '0', crop: [left, top, width, height].join(',') };
  const file = new File([blob], name, { type: blob.type });
  return (await api('POST /user/media/images', { query, file })).image;
}

function Open({
  picture,
  onClose,
  onCropped,
}: Omit<CropDialogProps, 'image'> & { picture: FetchedPicture }): ReactElement {
  const cropping = useCropping(picture.size);
  const { size, frame, quarters } = cropping;
  const [storing, setStoring] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const kept = pixelsOf(frame, size);
  const isWhole = kept.width === size.width && kept.height === size.height;
  const done = async (): Promise<void> => {
    if (isWhole && quarters === 0) {
      onClose();
      return;
    }
    setStoring(true);
    setFailure(null);
    try {
      onCropped(await storeCropped({ ...picture, size }, cropping));
    } catch (refusal) {
      setFailure(`${words.failed} ${errorMessage(refusal)}`);
      setStoring(false);
    }
  };
  return (
    <div className={frameStyles.open}>
      <PictureDialogHead
        words={words}
        problem={failure}
        storing={storing}
        onCancel={onClose}
        onDone={() => void done()}
      />
      <CropBoard picture={picture} cropping={cropping} />
      <div className={styles.tools}>
        <button type="button" onClick={() => cropping.rotate(false)}>
          <IconRotate2 aria-hidden /> {words.left}
        </button>
        <button type="button" onClick={() => cropping.rotate(true)}>
          <IconRotateClockwise2 aria-hidden /> {words.right}
        </button>
        <button type="button" disabled={isWhole} onClick={cropping.showAll}>
          <IconMaximize aria-hidden /> {words.whole}
        </button>
        <output>{words.size(kept.width, kept.height)}</output>
      </div>
    </div>
  );
}
