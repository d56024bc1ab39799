import { IconMinus, IconPlus, IconZoomReset, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';

import type { Image } from '../../../shared/model/image.ts';
import { Picture } from '../../components/picture.tsx';
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

  const keys: Record<string, () => void> = {
    '+': () => scaleBy(1.4),
    '=': () => scaleBy(1.4),
    '-': () => scaleBy(1 / 1.4),
    '0': fit,
    ArrowLeft: () => pan(panStep, 0),
    ArrowRight: () => pan(-panStep, 0),
    ArrowUp: () => pan(0, panStep),
    ArrowDown: () => pan(0, -panStep),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={words.title}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
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
