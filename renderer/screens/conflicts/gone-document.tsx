import type { ReactElement } from 'react';

import type { JournalItem } from '../../../shared/model/journal.ts';
import { EntryFix } from '../sync-status/entry-fix.tsx';
import type { EntryActions } from '../../api/queries/journal.ts';
import { WrittenList } from '../sync-status/written-list.tsx';
import { writtenIn } from '../sync-status/written.ts';
import styles from './gone-document.module.css';
import { conflictTexts } from './texts.ts';

/** What the site deleted cannot be changed there: what was written stays to be copied, until it is tried again or given up. */
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
