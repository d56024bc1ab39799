import type { ReactElement } from 'react';

import type { FetchedPicture } from '../markers/marked-picture.ts';
import styles from './crop-dialog.module.css';
import { cropTexts as words } from './texts.ts';
import type { CroppingState } from './use-cropping.ts';

const percent = (fraction: number): string => `${fraction * 100}%`;

export interface CropBoardProps {
  picture: FetchedPicture;
  cropping: CroppingState;
}

/** The rotated picture with the frame around what remains. */
export function CropBoard({ picture, cropping }: CropBoardProps): ReactElement {
  const { size, quarters, board, handle } = cropping;
  const { left, top, right, bottom } = cropping.frame;
  const corners = [
    { corner: 'topLeft', x: left, y: top },
    { corner: 'topRight', x: right, y: top },
    { corner: 'bottomRight', x: right, y: bottom },
    { corner: 'bottomLeft', x: left, y: bottom },
  ] as const;
  const place = {
    left: percent(left),
    top: percent(top),
    width: percent(right - left),
    height: percent(bottom - top),
  };
  const { width, height } = picture.size;
  const middle = `translate(${size.width / 2} ${size.height / 2})`;
  return (
    <div className={styles.stage}>
      <div
        ref={board}
        className={styles.board}
        style={{
          aspectRatio: size.width / size.height,
          width: `min(100cqw, 100cqh * ${size.width / size.height})`,
        }}
      >
        <svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden>
          <image
            href={picture.url}
            width={width}
            height={height}
            transform={`${middle} rotate(${quarters * 90}) translate(${-width / 2} ${-height / 2})`}
          />
        </svg>
        <div className={styles.shade}>
          <div style={place} />
        </div>
        <button
          type="button"
          className={styles.frame}
          style={place}
          aria-label={words.frame}
          {...handle('frame')}
        />
        {corners.map(({ corner, x, y }) => (
          <button
            key={corner}
            type="button"
            className={styles.corner}
            style={{ left: percent(x), top: percent(y) }}
            aria-label={words.corners[corner]}
            {...handle(corner)}
          />
        ))}
      </div>
    </div>
  );
}
