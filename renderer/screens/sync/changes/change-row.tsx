import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { JournalItem } from '../../../../shared/model/journal.ts';
import { moment } from '../../../format.ts';
import { paths } from '../../../location.ts';
import { ChangeState } from '../../../features/changes/change-state.tsx';
import styles from './changes.module.css';
import { entryTexts } from '../../../features/changes/entry-texts.ts';
import { causeWords, entryWords } from '../../../features/changes/entry-words.ts';

/** An edit in a list: description, person, time, and what happens next. */
export const ChangeRow = ({ entry, state }: { entry: JournalItem; state: string }): ReactElement => (
  <li>
    <Link href={paths.change(entry.entryid)} className={styles.row} data-row>
      <ChangeState state={entry.state} />
      <span className={styles.words}>
        <span className={styles.title}>{entryWords(entry)}</span>
        <span className={styles.soft}>{entryTexts.by(entry.username, moment(entry.date))}</span>
      </span>
      <span className={styles.state} data-state={entry.state}>
        <span>{state}</span>
        {entry.state === 'parked' && entry.cause ? (
          <span className={styles.soft}>{causeWords(entry.cause)}</span>
        ) : null}
      </span>
    </Link>
  </li>
);
