import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { ReactElement } from 'react';

import { InlineProblem } from '../../components/inline-problem.tsx';
import { syncQuery } from '../../api/queries/sync.ts';
import { ChangeState } from '../../features/changes/change-state.tsx';
import { canUndecide, entryWords } from '../../features/changes/entry-words.ts';
import { journalEntryQuery } from '../../api/queries/journal.ts';
import type { EntryActions } from '../../api/queries/journal.ts';
import styles from './decided.module.css';
import { conflictTexts } from './texts.ts';
import { errorMessage } from '../../api/errors.ts';

/** An edit that the person handled on this screen. */
export interface Handled {
  entryid: string;
  verb: 'retry' | 'discard' | 'decide';
}

/** Takes the focus for keyboard users, because the pressed button does not exist any more. */
function takesFocus(section: HTMLElement | null): void {
  if (!section) return;
  section.tabIndex = -1;
  section.focus();
}

/** An edit that was just decided, with its state, and undo while that is possible. */
export function Decided({
  entryid,
  verb,
  actions,
}: Handled & { actions: EntryActions }): ReactElement | null {
  const client = useQueryClient();
  const { data: entry } = useQuery(journalEntryQuery(entryid));
  const state = entry?.state;
  // Updates the counts in the shell together with this card.
  useEffect(() => {
    if (state !== undefined) void client.invalidateQueries({ queryKey: syncQuery.queryKey });
  }, [client, state]);
  if (!entry) return null;
  const words = conflictTexts.decided;
  return (
    <section ref={takesFocus} className={styles.decided} data-state={entry.state}>
      <ChangeState state={entry.state} />
      <div className={styles.words}>
        <strong>{entryWords(entry)}</strong>
        <p aria-live="polite">{verb === 'decide' ? words[entry.state] : words.byHand[verb][entry.state]}</p>
        {actions.problem?.entryid === entryid ? (
          <InlineProblem>{`${words.undoFailed} ${errorMessage(actions.problem)}`}</InlineProblem>
        ) : null}
      </div>
      {canUndecide(entry) ? (
        <Button
          variant="default"
          loading={actions.busy === entryid}
          leftSection={<IconArrowBackUp size="1.5rem" />}
          onClick={() => actions.undecide(entryid)}
        >
          {words.undo}
        </Button>
      ) : null}
    </section>
  );
}
