import type { ReactElement } from 'react';

import { keyed } from '../../components/keyed.ts';
import type { Written } from './written.ts';
import styles from './written-list.module.css';

/** The content of an edit, field by field, to read and copy. */
export function WrittenList({ written }: { written: readonly Written[] }): ReactElement {
  return (
    <dl className={styles.written}>
      {keyed(written, ({ name }) => name).map(({ key, item }) => (
        <div key={key}>
          <dt>{item.name}</dt>
          <dd>{item.text}</dd>
        </div>
      ))}
    </dl>
  );
}
