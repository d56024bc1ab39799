import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { JournalItem } from '../../../shared/model/journal.ts';
import { moment } from '../../format.ts';
import { paths } from '../../location.ts';
import { entryTexts } from '../../features/changes/entry-texts.ts';
import { entryWords } from '../../features/changes/entry-words.ts';
import type { EntryActions } from '../../api/queries/journal.ts';
import styles from './conflict.module.css';
import { Decided } from './decided.tsx';
import type { Handled } from './decided.tsx';
import { EntryDecision } from './entry-decision.tsx';
import { conflictTexts } from './texts.ts';

export interface ConflictProps {
  kind: string;
  id: number;
  title: string | null;
  /** Edits that wait for a decision, oldest first. */
  waiting: JournalItem[];
  handled: Handled[];
  /** Later edits that wait for these. */
  laterEdits: number;
  stepName: (stepid: number) => string;
  actions: EntryActions;
}

export function ConflictView(props: ConflictProps): ReactElement {
  const { kind, id, title, waiting, handled, laterEdits, stepName, actions } = props;
  return (
    <div className={styles.conflict}>
      <div className={styles.head}>
        <Link href={paths.conflicts} className={styles.link}>
          <IconArrowLeft size="1.5rem" aria-hidden /> {conflictTexts.back}
        </Link>
        <h1>{title ?? conflictTexts.kinds[kind] ?? conflictTexts.others}</h1>
        <p className={styles.about}>
          <span>{conflictTexts.waiting(waiting.length)}</span>
          {laterEdits > 0 ? <span>{conflictTexts.laterEdits(laterEdits)}</span> : null}
          {kind === 'guide' ? (
            <Link href={paths.guide(id)} className={styles.link}>
              {conflictTexts.openGuide}
            </Link>
          ) : null}
        </p>
      </div>
      {handled.map((one) => (
        <Decided key={one.entryid} {...one} actions={actions} />
      ))}
      {waiting.map((entry) => (
        <section key={entry.entryid} className={styles.entry} aria-labelledby={`entry-${entry.entryid}`}>
          <div>
            <h2 id={`entry-${entry.entryid}`}>{entryWords(entry, false)}</h2>
            <p className={styles.soft}>
              {[...stepOf(entry, stepName), entryTexts.by(entry.username, moment(entry.date))].join(' · ')}
            </p>
          </div>
          {/* A newer version of the site is another conflict: earlier choices do not apply to it. */}
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

/** Returns the name of the edit's step in a list; an empty list if unknown here. */
function stepOf({ params }: JournalItem, stepName: ConflictProps['stepName']): string[] {
  const name = params['stepid'] === undefined ? undefined : stepName(Number(params['stepid']));
  return name === undefined || name === conflictTexts.order.gone ? [] : [conflictTexts.ofStep(name)];
}
