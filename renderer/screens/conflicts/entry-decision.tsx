import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import type { JournalItem } from '../../../shared/model/journal.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { fieldName } from '../../features/changes/entry-words.ts';
import { EntryFix } from '../../features/changes/entry-fix.tsx';
import type { EntryActions } from '../../api/queries/journal.ts';
import { fieldKind, outcomeOf, takeAll } from './choices.ts';
import styles from './entry-decision.module.css';
import { FieldDecision } from './field-decision.tsx';
import type { FieldDecisionProps, Sides } from './decision.ts';
import { GoneDocument } from './gone-document.tsx';
import { MarksKey } from './marked-text.tsx';
import { DecisionPreview } from './preview.tsx';
import { conflictTexts } from './texts.ts';
import { useChoices } from './use-choices.ts';
import { joinList, moment } from '../../format.ts';
import { errorMessage } from '../../api/errors.ts';

/** Names both sides of a conflict; a third-party site does not say who made its version. */
function sidesOf({ username, date, cause }: JournalItem): Sides {
  const theirs = cause?.theirs;
  return {
    mine: conflictTexts.mine(username, moment(date)),
    theirs: theirs ? conflictTexts.theirsBy(theirs.username, moment(theirs.date)) : conflictTexts.theirs,
  };
}

export interface EntryDecisionProps {
  entry: JournalItem;
  stepName: FieldDecisionProps['stepName'];
  actions: EntryActions;
}

/** One parked edit: its conflicting fields, a preview of the choices, and the button that saves the decision. */
export function EntryDecision({ entry, stepName, actions }: EntryDecisionProps): ReactElement {
  const conflicts = entry.cause?.conflicts;
  if (!conflicts) return <EntryFix entry={entry} actions={actions} here />;
  if (conflicts.some((conflict) => fieldKind(conflict) === 'gone'))
    return <GoneDocument entry={entry} actions={actions} />;
  return <Choosing entry={entry} stepName={stepName} actions={actions} conflicts={conflicts} />;
}

type Conflicts = NonNullable<NonNullable<JournalItem['cause']>['conflicts']>;

function Choosing({
  entry,
  stepName,
  actions,
  conflicts,
}: EntryDecisionProps & { conflicts: Conflicts }): ReactElement | null {
  const { choices, set } = useChoices(entry.entryid, conflicts);
  if (!choices) return null;
  const sides = sidesOf(entry);
  const { decision, open, wrong } = outcomeOf(entry, conflicts, choices);
  const kinds = new Set(conflicts.map(fieldKind));
  const marked = kinds.has('text') || kinds.has('lines') || kinds.has('whole');
  return (
    <div className={styles.choosing}>
      <div className={styles.quick}>
        {conflicts.length > 1 || kinds.has('lines')
          ? (['mine', 'theirs'] as const).map((side) => (
              <Button key={side} variant="default" onClick={() => set(takeAll(conflicts, side))}>
                {conflictTexts.all[side]}
              </Button>
            ))
          : null}
        {marked ? <MarksKey /> : null}
      </div>
      {conflicts.map((conflict) => (
        <FieldDecision
          key={conflict.field}
          conflict={conflict}
          operation={entry.operation}
          sides={sides}
          choice={choices[conflict.field]}
          problem={wrong[conflict.field]}
          stepName={stepName}
          onChoose={(choice) => set({ ...choices, [conflict.field]: choice })}
        />
      ))}
      <DecisionPreview entry={entry} decision={decision} />
      <div className={styles.foot}>
        {actions.problem?.entryid === entry.entryid ? (
          <InlineProblem>{`${conflictTexts.failed} ${errorMessage(actions.problem)}`}</InlineProblem>
        ) : null}
        <p className={styles.left}>
          {open.length > 0 ? conflictTexts.left(joinList(open.map(fieldName))) : null}
        </p>
        <Button
          className={styles.confirm}
          disabled={decision === null}
          loading={actions.busy === entry.entryid}
          leftSection={<IconCheck size="1.625rem" />}
          onClick={() => decision && actions.decide(entry.entryid, decision)}
        >
          {conflictTexts.confirm}
        </Button>
      </div>
    </div>
  );
}
