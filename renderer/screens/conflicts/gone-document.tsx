import type { ReactElement } from 'react';

import type { JournalItem } from '../../../shared/model/journal.ts';
import { EntryFix } from '../../features/changes/entry-fix.tsx';
import type { EntryActions } from '../../api/queries/journal.ts';
import { WrittenList } from '../../features/changes/written-list.tsx';
import { writtenIn } from '../../features/changes/written.ts';
import styles from './gone-document.module.css';
import { conflictTexts } from './texts.ts';

/** An edit of a document that the site deleted. Its content stays here to copy until the person retries or discards it. */
export function GoneDocument({
  entry,
  actions,
}: {
  entry: JournalItem;
  actions: EntryActions;
}): ReactElement {
  return (
    <div className={styles.gone}>
      <EntryFix entry={entry} actions={actions} here />
      <h3>{conflictTexts.goneWritten}</h3>
      <WrittenList written={writtenIn(entry)} />
    </div>
  );
}
