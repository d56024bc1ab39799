import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { readMarkup, writeMarkup } from '../../../shared/markup.ts';
import type { Marker } from '../../../shared/markup.ts';
import type { Image } from '../../../shared/model/image.ts';
import { errorMessage } from '../../api/errors.ts';
import { DraftKeeper } from '../editing/draft-keeper.ts';
import { MarkerBoard } from './marker-board.tsx';
import { openPicture, storeMarked } from './marked-picture.ts';
import type { OpenPicture } from './marked-picture.ts';
import styles from './marker-dialog.module.css';
import { MarkerTools } from './marker-tools.tsx';
import { PictureDialog, PictureDialogHead } from './picture-dialog.tsx';
import { markerTexts as words } from './texts.ts';
import { useMarking } from './use-marking.ts';

export interface MarkerDialogProps {
  image: Image;
  onClose: () => void;
  /** Called with the new picture: with the markers drawn into it, or without any. */
  onMarked: (marked: Image) => void;
}

/** The marker editor. A draft keeps the markers until they are saved. */
export function MarkerDialog({ image, onClose, onMarked }: MarkerDialogProps): ReactElement {
  const [failure, setFailure] = useState<string | null>(null);
  const [drafts] = useState(() => new DraftKeeper(`markers ${image.guid}`, () => undefined));
  const { data: picture, error } = useQuery({
    queryKey: ['marking', image.guid],
    queryFn: async (): Promise<OpenPicture> => {
      const [opened, draft] = await Promise.all([openPicture(image), drafts.find()]);
      const markup = draft?.body['markup'];
      const drawn = typeof markup === 'string' ? readMarkup(markup) : null;
      return drawn ? { ...opened, markers: drawn } : opened;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const problem = failure ?? (error && errorMessage(error));

  const leave = (): void => {
    drafts.forget();
    onClose();
  };
  const store = async (markers: readonly Marker[]): Promise<void> => {
    if (!picture) return;
    setFailure(null);
    try {
      const marked = await storeMarked(picture, markers);
      drafts.forget();
      onMarked(marked);
    } catch (refusal) {
      setFailure(`${words.failed} ${errorMessage(refusal)}`);
    }
  };

  return (
    // Only the button discards the markers.
    <PictureDialog title={words.title} problem={problem} isLocked onClose={onClose}>
      {picture ? (
        <Open
          picture={picture}
          problem={problem}
          onChange={(markers) => drafts.keep({ markup: writeMarkup(markers) })}
          onCancel={leave}
          onDone={store}
        />
      ) : null}
    </PictureDialog>
  );
}

interface OpenProps {
  picture: OpenPicture;
  problem: string | null;
  onChange: (markers: readonly Marker[]) => void;
  onCancel: () => void;
  onDone: (markers: readonly Marker[]) => Promise<void>;
}

function Open({ picture, problem, onChange, onCancel, onDone }: OpenProps): ReactElement {
  const marking = useMarking(picture.size, picture.markers, onChange);
  const [storing, setStoring] = useState(false);
  const done = async (): Promise<void> => {
    setStoring(true);
    await onDone(marking.drawing.markers);
    setStoring(false);
  };
  return (
    <div className={styles.open}>
      <PictureDialogHead
        words={words}
        problem={problem}
        storing={storing}
        onCancel={onCancel}
        onDone={() => void done()}
      />
      <MarkerBoard picture={picture} marking={marking} />
      <MarkerTools marking={marking} />
    </div>
  );
}
