import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowLeft } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { JournalEntryInFull, JournalItem } from '../../../../shared/model/journal.ts';
import type { SyncStatus } from '../../../../shared/sync-status.ts';
import { keyed } from '../../../components/keyed.ts';
import { Section } from '../../../components/section.tsx';
import { moment } from '../../../format.ts';
import { paths } from '../../../location.ts';
import { ChangeState } from '../../../features/changes/change-state.tsx';
import styles from './change.module.css';
import { entryTexts } from '../../../features/changes/entry-texts.ts';
import { EntryFix } from '../../../features/changes/entry-fix.tsx';
import {
  canUndecide,
  entryWords,
  happenings,
  mainResource,
  stateWords,
} from '../../../features/changes/entry-words.ts';
import type { EntryActions } from '../../../api/queries/journal.ts';
import { syncTexts } from '../texts.ts';
import { WrittenList } from '../../../features/changes/written-list.tsx';
import { writtenIn } from '../../../features/changes/written.ts';

export interface ChangeProps {
  entry: JournalEntryInFull;
  parked: JournalItem[];
  status: SyncStatus | undefined;
  now: number;
  actions: EntryActions;
}

/** One edit in full: its content, its state, and its history. */
export function ChangeView({ entry, parked, status, now, actions }: ChangeProps): ReactElement {
  const words = syncTexts.change;
  const { kind, id } = mainResource(entry);
  const written = writtenIn(entry);
  return (
    <div className={styles.change}>
      <Link href={paths.changes} className={styles.back}>
        <IconArrowLeft size="1.5rem" aria-hidden /> {words.back}
      </Link>
      <div className={styles.head}>
        <ChangeState state={entry.state} />
        <div>
          <h1>{entryWords(entry)}</h1>
          <p className={styles.soft}>{entryTexts.by(entry.username, moment(entry.date))}</p>
          <p className={styles.state} data-state={entry.state} aria-live="polite">
            {stateWords(entry, { status, parked, now })}
          </p>
        </div>
      </div>
      <EntryFix entry={entry} actions={actions} />
      {canUndecide(entry) ? (
        <Button
          variant="default"
          className={styles.undo}
          leftSection={<IconArrowBackUp size="1.5rem" />}
          loading={actions.busy === entry.entryid}
          onClick={() => actions.undecide(entry.entryid)}
        >
          {words.undecide}
        </Button>
      ) : null}
      <div className={styles.columns}>
        <Section title={words.happened}>
          <ol className={styles.line}>
            {keyed(happenings(entry), ({ date, state }) => `${date} ${state}`).map(({ key, item }) => (
              <li key={key}>
                <ChangeState state={item.state} />
                <div>
                  <p className={styles.event}>{item.words}</p>
                  {item.detail ? <p>{item.detail}</p> : null}
                  <p className={styles.soft}>{moment(item.date)}</p>
                </div>
              </li>
            ))}
          </ol>
        </Section>
        <Section title={words.written}>
          {written.length === 0 ? (
            <p className={styles.soft}>{words.nothingWritten}</p>
          ) : (
            <WrittenList written={written} />
          )}
          {kind === 'guide' ? (
            <Link href={paths.guide(id)} className={styles.back}>
              {words.openGuide}
            </Link>
          ) : null}
        </Section>
      </div>
    </div>
  );
}
