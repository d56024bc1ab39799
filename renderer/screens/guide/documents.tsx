import { IconFileText } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { openExternal, safeUrl } from '../../bridge.ts';
import { keyed } from '../../components/keyed.ts';
import styles from './documents.module.css';
import { guideTexts } from '../../features/guide-view/texts.ts';

type Loose = Record<string, unknown>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function Documents({ documents }: { documents: Loose[] }): ReactElement | null {
  const readable = documents.flatMap((document) => {
    const url = safeUrl(textOf(document['download_url'])) ?? safeUrl(textOf(document['url']));
    const title = textOf(document['title']) || textOf(document['filename']) || textOf(document['text']);
    return url && title ? [{ url, title }] : [];
  });
  if (readable.length === 0) return null;
  return (
    <div className={styles.panel}>
      <h2>{guideTexts.documents}</h2>
      <ul className={styles.list}>
        {keyed(readable, ({ url }) => url).map(({ key, item: { url, title } }) => (
          <li key={key}>
            <button type="button" className={styles.document} onClick={() => void openExternal(url)}>
              <IconFileText size="1.5rem" aria-hidden /> {title}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
