import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { JournalItem } from '../../../shared/model/journal.ts';
import { moment } from '../../format.ts';
import { paths } from '../../location.ts';
import { ChangeState } from './change-state.tsx';
import styles from './changes.module.css';
import { entryTexts } from './entry-texts.ts';
import { causeWords, entryWords } from './entry-words.ts';

/** One edit of a list: what it was, whose and when, and what is to happen to it. */
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
