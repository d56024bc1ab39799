import { useMemo } from 'react';
import type { ReactElement } from 'react';

import { htmlToReact } from './html-to-react.tsx';
import styles from './rich-text.module.css';

export interface RichTextProps {
  html: string;
  /** Set it for inline HTML inside a line of text. */
  inline?: boolean;
}

export function RichText({ html, inline = false }: RichTextProps): ReactElement {
  const content = useMemo(() => htmlToReact(html), [html]);
  return inline ? (
    <span className={styles.rich} dir="auto">
      {content}
    </span>
  ) : (
    <div className={styles.rich} dir="auto">
      {content}
    </div>
  );
}
