import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { JournalItem } from '../../../shared/model/journal.ts';
import { moment } from '../../format.ts';
import { paths } from '../../location.ts';
import { entryTexts } from '../sync-status/entry-texts.ts';
import { entryWords } from '../sync-status/entry-words.ts';
import type { EntryActions } from '../sync-status/journal.ts';
import styles from './conflict.module.css';
import { Decided } from './decided.tsx';
import { EntryDecision } from './entry-decision.tsx';
import { conflictTexts } from './texts.ts';

/** What somebody did on this screen. */
export interface Handled {
  entryid: string;
  verb: 'retry' | 'discard' | 'decide';
}

export interface ConflictProps {
  kind: string;
  id: number;
  title: string | null;
  /** Edits that wait for a decision, oldest first. */
  waiting: JournalItem[];
  handled: Handled[];
  /** Later edits that wait for these. */
  behind: number;
  stepName: (stepid: number) => string;
  actions: EntryActions;
}

export function Conflict(props: ConflictProps): ReactElement {
  const { kind, id, title, waiting, handled, behind, stepName, actions } = props;
  return (
    <div className={styles.conflict}>
      <div className={styles.head}>
        <Link href={paths.conflicts} className={styles.link}>
          <IconArrowLeft size="1.5rem" aria-hidden /> {conflictTexts.back}
        </Link>
        <h1>{title ?? conflictTexts.kinds[kind] ?? conflictTexts.others}</h1>
        <p className={styles.soft}>
          {conflictTexts.waiting(waiting.length)}
          {behind > 0 ? ` · ${conflictTexts.behind(behind)}` : null}
        </p>
        {kind === 'guide' ? (
          <Link href={paths.guide(id)} className={styles.link}>
            {conflictTexts.openGuide}
          </Link>
        ) : null}
      </div>
      {handled.map((one) => (
        <Decided key={one.entryid} {...one} actions={actions} />
      ))}
      {waiting.map((entry) => (
        <section key={entry.entryid} className={styles.entry} aria-labelledby={`entry-${entry.entryid}`}>
          <div>
            <h2 id={`entry-${entry.entryid}`}>{entryWords(entry)}</h2>
            <p className={styles.soft}>{entryTexts.by(entry.username, moment(entry.date))}</p>
          </div>
          {/* When the site has moved on, what was chosen before was about something else. */}
          <EntryDecision
            key={JSON.stringify(entry.cause)}
            entry={entry}
            stepName={stepName}
            actions={actions}
          />
        </section>
      ))}
    </div>
  );
}
