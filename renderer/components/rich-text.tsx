import { useMemo } from 'react';
import type { ReactElement } from 'react';

import { htmlToReact } from './html-to-react.tsx';
import styles from './rich-text.module.css';

export interface RichTextProps {
  html: string;
  /** Set it for inline HTML inside a line of text. */
  inline?: boolean;
  /** Of the text: browsers hyphenate, choose letters and read aloud by it. */
  lang?: string | undefined;
}

export function RichText({ html, inline = false, lang }: RichTextProps): ReactElement {
  const content = useMemo(() => htmlToReact(html), [html]);
  return inline ? (
    <span className={styles.rich} dir="auto" lang={lang}>
      {content}
    </span>
  ) : (
    <div className={styles.rich} dir="auto" lang={lang}>
      {content}
    </div>
  );
}
