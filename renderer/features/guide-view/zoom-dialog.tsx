import { IconMinus, IconPlus, IconZoomReset, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';

import type { Image } from '../../../shared/model/image.ts';
import { Picture } from '../../components/picture.tsx';
import { way } from '../../direction.ts';
import { useShortcuts } from '../../keyboard/shortcuts.ts';
import { keyTexts } from '../../keyboard/texts.ts';
import { guideTexts } from './texts.ts';
import { useZoom } from './use-zoom.ts';
import styles from './zoom-dialog.module.css';

export interface ZoomDialogProps {
  image: Image;
  alt: string;
  reason?: string | undefined;
  onClose: () => void;
}

const panStep = 80;

export function ZoomDialog({ image, alt, reason, onClose }: ZoomDialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const { zoom, stage, handlers, scaleBy, pan, fit } = useZoom();
  const words = guideTexts.zoom;

  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  const named = keyTexts.picture;
  // Panning is not mirrored in right-to-left languages.
  const side =
    (by: number): (() => void) =>
    () =>
      pan(by * way, 0);
  useShortcuts(
    named.name,
    [
      { keys: ['+', '='], does: named.in, run: () => scaleBy(1.4) },
      { keys: ['-'], does: named.out, run: () => scaleBy(1 / 1.4) },
      { keys: ['0'], does: named.fit, run: fit },
      { keys: ['ArrowLeft'], does: named.left, run: side(panStep) },
      { keys: ['ArrowRight'], does: named.right, run: side(-panStep) },
      { keys: ['ArrowUp'], does: named.up, run: () => pan(0, panStep) },
      { keys: ['ArrowDown'], does: named.down, run: () => pan(0, -panStep) },
    ],
    { inDialog: true },
  );

  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={words.title} onClose={onClose}>
      <div ref={stage} className={styles.stage} data-zoomed={zoom.scale > 1} {...handlers}>
        <div
          className={styles.picture}
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
        >
          <Picture image={image} size="huge" alt={alt} fit="contain" reason={reason} eager />
        </div>
      </div>
      <div className={styles.tools}>
        <button
          type="button"
          aria-label={words.out}
          disabled={zoom.scale <= 1}
          onClick={() => scaleBy(1 / 1.6)}
        >
          <IconMinus size={28} aria-hidden />
        </button>
        <output className={styles.scale}>{Math.round(zoom.scale * 100)} %</output>
        <button type="button" aria-label={words.in} onClick={() => scaleBy(1.6)}>
          <IconPlus size={28} aria-hidden />
        </button>
        <button type="button" aria-label={words.fit} onClick={fit}>
          <IconZoomReset size={28} aria-hidden />
        </button>
        <button type="button" aria-label={words.close} onClick={() => dialog.current?.close()}>
          <IconX size={28} aria-hidden />
        </button>
      </div>
    </dialog>
  );
}
