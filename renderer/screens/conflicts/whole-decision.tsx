import type { ReactElement } from 'react';

import { keyed } from '../../components/keyed.ts';
import { sideOf } from './decision.ts';
import type { FieldDecisionProps } from './decision.ts';
import { FieldSides } from './field-sides.tsx';
import { MarkedText } from './marked-text.tsx';
import { conflictTexts } from './texts.ts';
import styles from './whole-decision.module.css';
import { wholeRows } from './whole-rows.ts';

/** The decision between one side's deletion or restore of a whole document or step, and the other side's changes of it. */
export function WholeDecision({
  conflict,
  operation,
  sides,
  choice,
  onChoose,
}: FieldDecisionProps): ReactElement {
  const { base, mine, theirs } = conflict;
  const words = conflictTexts.whole;
  const deletedThere = theirs === null;
  const reverted = operation.endsWith('/revert');
  return (
    <FieldSides
      title={whatHappened(conflict.field, deletedThere, reverted)}
      sides={
        deletedThere
          ? { mine: words.putBack, theirs: words.leaveDeleted }
          : { mine: reverted ? words.revertAnyway : words.deleteAnyway, theirs: words.keepTheirs }
      }
      base={null}
      mine={
        deletedThere ? (
          <Changes heading={sides.mine} before={base} after={mine} />
        ) : (
          <span className={styles.meaning}>{words.losesTheirs}</span>
        )
      }
      theirs={
        deletedThere ? (
          <span className={styles.meaning}>{words.losesMine}</span>
        ) : (
          <Changes heading={sides.theirs} before={base} after={theirs} />
        )
      }
      chosen={sideOf(choice)}
      onChoose={onChoose}
    />
  );
}

function whatHappened(field: string, deletedThere: boolean, reverted: boolean): string {
  const words = conflictTexts.whole;
  if (deletedThere) return words.stepGone;
  if (reverted) return words.reverted;
  return field === 'step' ? words.stepDeleted : words.deleted;
}

function Changes({
  heading,
  before,
  after,
}: {
  heading: string;
  before: unknown;
  after: unknown;
}): ReactElement {
  const rows = wholeRows(before, after);
  return (
    <>
      <span className={styles.heading}>{heading}</span>
      {rows.length === 0 ? <span>{conflictTexts.whole.unchanged}</span> : null}
      {keyed(rows, ({ name }) => name).map(({ key, item }) => (
        <span key={key} className={styles.row}>
          <span className={styles.name}>{item.name}</span>
          <MarkedText before={item.before} text={item.after} />
        </span>
      ))}
    </>
  );
}
