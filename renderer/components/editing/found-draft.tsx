import { IconHistory } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { moment } from '../../format.ts';
import styles from './found-draft.module.css';
import { editingTexts } from './texts.ts';

export interface FoundDraftProps {
  /** UNIX seconds; null for none. */
  date: number | null;
  onAccept: () => void;
  onDiscard: () => void;
}

/** Says that a form was filled from a draft, and offers to keep or discard it. */
export function FoundDraft({ date, onAccept, onDiscard }: FoundDraftProps): ReactElement | null {
  const words = editingTexts.draft;
  if (date === null) return null;
  return (
    <output className={styles.found}>
      <IconHistory size="1.5rem" aria-hidden />
      <span>{words.found(moment(date))}</span>
      <button type="button" onClick={onDiscard}>
        {words.discard}
      </button>
      <button type="button" onClick={onAccept}>
        {words.goOn}
      </button>
    </output>
  );
}
