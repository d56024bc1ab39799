import type { ReactElement } from 'react';

import { keyed } from '../../components/keyed.ts';
import { Unseen } from '../../components/live.tsx';
import styles from './marked-text.module.css';
import { conflictTexts } from './texts.ts';
import { diffWords } from '../../components/word-diff.ts';

/** A text compared with an earlier one: added words underlined, removed ones struck through. */
export function MarkedText({ before, text }: { before: string; text: string }): ReactElement {
  const pieces = keyed(diffWords(before, text), (piece) => `${piece.kind} ${piece.text}`);
  return (
    <span className={styles.text}>
      {pieces.map(({ key, item }) =>
        item.kind === 'same' ? (
          <span key={key}>{item.text}</span>
        ) : (
          <Marked key={key} kind={item.kind} text={item.text} />
        ),
      )}
    </span>
  );
}

/** Marks words, but not the spaces around them. */
function Marked({ kind, text }: { kind: 'added' | 'removed'; text: string }): ReactElement {
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? [];
  const Tag = kind === 'added' ? 'ins' : 'del';
  return (
    <>
      {before}
      {words === '' ? null : (
        <Tag className={styles[kind]}>
          <Unseen>{conflictTexts.marks.start[kind]}</Unseen>
          {words}
          <Unseen>{conflictTexts.marks.end}</Unseen>
        </Tag>
      )}
      {kind === 'added' ? after : after.replace(/\n/g, '')}
    </>
  );
}

/** The legend of the marks. */
export const MarksKey = (): ReactElement => (
  <p className={styles.key}>
    {conflictTexts.marks.compared} <ins className={styles.added}>{conflictTexts.marks.added}</ins>{' '}
    <del className={styles.removed}>{conflictTexts.marks.removed}</del>
  </p>
);
