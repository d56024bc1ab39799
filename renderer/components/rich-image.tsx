import { useState } from 'react';
import type { ReactElement } from 'react';

import { texts } from '../texts.ts';
import styles from './rich-text.module.css';

/** A picture inside running text; named in place when it is not here. */
export function RichImage({ src, alt }: { src: string | null; alt: string }): ReactElement {
  const [failed, setFailed] = useState(false);
  if (src === null || failed)
    return (
      <span className={styles.missing}>
        {alt ? `${alt}: ` : ''}
        {texts.picture.missing}
      </span>
    );
  return <img src={src} alt={alt} loading="lazy" onError={() => setFailed(true)} />;
}
