import type { ReactElement } from 'react';

import type { DiffPiece } from '../word-diff.ts';
import { diffWords } from '../word-diff.ts';
import { keyed } from '../keyed.ts';
import { Unseen } from '../live.tsx';
import styles from './diff-text.module.css';
import { editingTexts } from './texts.ts';

export interface DiffTextProps {
  before: string;
  after: string;
  /** `before` and `after` show one version, with the words that only it has marked. */
  show?: 'before' | 'after' | 'both';
}

/** Marks the difference of two texts word by word, not by colour alone. */
export function DiffText({ before, after, show = 'both' }: DiffTextProps): ReactElement {
  const hidden: DiffPiece['kind'] | null = show === 'before' ? 'added' : show === 'after' ? 'removed' : null;
  return (
    <span className={styles.diff}>
      {keyed(
        diffWords(before, after).filter(({ kind }) => kind !== hidden),
        ({ kind, text }) => `${kind} ${text}`,
      ).map(({ key, item: { kind, text } }) =>
        kind === 'same' ? <span key={key}>{text}</span> : <Mark key={key} kind={kind} text={text} />,
      )}
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
