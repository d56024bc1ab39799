import { useId } from 'react';
import type { ReactElement, ReactNode } from 'react';

import styles from './section.module.css';

export interface SectionProps {
  title: string;
  note?: string;
  children: ReactNode;
}

export function Section({ title, note, children }: SectionProps): ReactElement {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {note ? <span className={styles.note}>{note}</span> : null}
      </div>
      {children}
    </section>
  );
}
