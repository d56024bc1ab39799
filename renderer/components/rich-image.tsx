import { useCallback, useState } from 'react';
import type { ReactElement } from 'react';

import { texts } from '../texts.ts';
import styles from './rich-text.module.css';
import { useFetching, useRetryWhenFetched } from './use-retry.ts';

/** A picture inside running text; if it is missing, its description. */
export function RichImage({ src, alt }: { src: string | null; alt: string }): ReactElement {
  const [failed, setFailed] = useState(false);
  const retry = useCallback(() => setFailed(false), []);
  if (src === null || failed) return <MissingImage alt={alt} retry={retry} />;
  return <img src={src} alt={alt} loading="lazy" onError={() => setFailed(true)} />;
}

function MissingImage({ alt, retry }: { alt: string; retry: () => void }): ReactElement {
  useRetryWhenFetched(retry);
  const fetching = useFetching();
  return (
    <span className={styles.missing}>
      {alt ? `${alt}: ` : ''}
      {fetching ? texts.picture.fetching : texts.picture.missing}
    </span>
  );
}
