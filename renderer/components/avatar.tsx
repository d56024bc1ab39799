import type { CSSProperties, ReactElement } from 'react';

import type { Image } from '../../shared/model/image.ts';
import styles from './avatar.module.css';
import { imageUrls } from './image-url.ts';

export interface AvatarProps {
  username: string;
  image: Image | null;
  /** CSS length. */
  size: string;
}

/** A person's picture or initials. Hidden from screen readers: always show the name beside it. */
export const Avatar = ({ username, image, size }: AvatarProps): ReactElement => {
  const [url] = image ? imageUrls(image, 'thumbnail') : [];
  return (
    <span className={styles.avatar} style={{ '--avatar': size } as CSSProperties} aria-hidden>
      {initials(username)}
      {url === undefined ? null : <img src={url} alt="" draggable={false} onError={hide} />}
    </span>
  );
};

const hide = ({ currentTarget }: { currentTarget: HTMLImageElement }): void => {
  currentTarget.hidden = true;
};

/** First letters of the first and last name. */
export function initials(username: string): string {
  const words = username.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => word?.charAt(0).toUpperCase() ?? '').join('');
}
