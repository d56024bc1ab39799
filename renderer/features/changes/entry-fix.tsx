import { Button } from '@mantine/core';
import { IconArrowsSplit2, IconRefresh, IconRestore, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { JournalItem } from '../../../shared/model/journal.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { paths } from '../../location.ts';
import styles from './entry-fix.module.css';
import { entryTexts } from './entry-texts.ts';
import { causeWords, mainResource } from './entry-words.ts';
import type { EntryActions } from '../../api/queries/journal.ts';
import { changeTexts } from './texts.ts';
import { errorMessage } from '../../api/errors.ts';

export interface EntryFixProps {
  entry: JournalItem;
  actions: EntryActions;
  /** Set on the conflict screen itself, which needs no link to it. */
  here?: boolean;
}

const takesFocus = (button: HTMLButtonElement | null): void => button?.focus();

/** Why an edit is parked, what a person can do about it, and the buttons for that. */
export function EntryFix({ entry, actions, here = false }: EntryFixProps): ReactElement | null {
  const [sure, setSure] = useState(false);
  const { cause, entryid } = entry;
  if (!cause || entry.state !== 'parked') return null;
  const words = changeTexts.fix;
  const busy = actions.busy === entryid;
  const gone = cause.conflicts?.some(({ field }) => field === 'document') === true;
  const decidable = cause.conflicts !== undefined && !gone;
  const { kind, id } = mainResource(entry);
  return (
    <div className={styles.fix}>
      <p className={styles.cause}>{causeWords(cause)}</p>
      <p>{gone ? entryTexts.fixes.gone : entryTexts.fixes[cause.kind]}</p>
      {sure ? (
        <div className={styles.sure}>
          <p>{words.meaning}</p>
          <div className={styles.actions}>
            <Button className={styles.end} loading={busy} onClick={() => actions.discard(entryid)}>
              {words.really}
            </Button>
            <Button ref={takesFocus} variant="default" onClick={() => setSure(false)}>
              {words.keep}
            </Button>
          </div>
        </div>
      ) : (
        <div className={styles.actions}>
          {decidable && !here ? (
            <Button
              component={Link}
              href={paths.conflict(kind, id)}
              leftSection={<IconArrowsSplit2 size="1.5rem" />}
            >
              {words.decide}
            </Button>
          ) : null}
          {entry.canPutBack ? (
            <Button
              loading={busy}
              leftSection={<IconRestore size="1.5rem" />}
              onClick={() => actions.decide(entryid, { take: 'mine' })}
            >
              {words.putBack}
            </Button>
          ) : null}
          {decidable ? null : (
            <Button
              variant={entry.canPutBack ? 'default' : 'filled'}
              loading={busy}
              leftSection={<IconRefresh size="1.5rem" />}
              onClick={() => actions.retry(entryid)}
            >
              {words.retry}
            </Button>
          )}
          <Button variant="default" leftSection={<IconTrash size="1.5rem" />} onClick={() => setSure(true)}>
            {words.giveUp}
          </Button>
        </div>
      )}
      {actions.problem?.entryid === entryid ? (
        <InlineProblem>{`${words.failed} ${errorMessage(actions.problem)}`}</InlineProblem>
      ) : null}
    </div>
  );
}
