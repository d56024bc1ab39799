import type { ReactElement } from 'react';

import type { Piece } from '../../screens/conflicts/word-diff.ts';
import { diffWords } from '../../screens/conflicts/word-diff.ts';
import { Unseen } from '../live.tsx';
import styles from './diff-text.module.css';
import { editingTexts } from './texts.ts';

export interface DiffTextProps {
  before: string;
  after: string;
  /** One version only, with its own words marked; both by default. */
  show?: 'before' | 'after' | 'both';
}

/** Two versions of a text, marked word by word: by lines and signs, and not by colour alone. */
export function DiffText({ before, after, show = 'both' }: DiffTextProps): ReactElement {
  const hidden: Piece['kind'] | null = show === 'before' ? 'added' : show === 'after' ? 'removed' : null;
  let at = 0;
  return (
    <span className={styles.diff}>
      {diffWords(before, after)
        .filter(({ kind }) => kind !== hidden)
        .map(({ kind, text }) => {
          const key = (at += text.length);
          if (kind === 'same') return <span key={`${key} =`}>{text}</span>;
          return <Mark key={`${key} ${kind}`} kind={kind} text={text} />;
        })}
    </span>
  );
}

const Mark = ({ kind, text }: { kind: 'added' | 'removed'; text: string }): ReactElement => {
  const inside = (
    <>
      <Unseen>{`[${editingTexts.diff[kind]}: `}</Unseen>
      {text}
      <Unseen>]</Unseen>
    </>
  );
  return kind === 'added' ? (
    <ins className={styles.added}>{inside}</ins>
  ) : (
    <del className={styles.removed}>{inside}</del>
  );
};
