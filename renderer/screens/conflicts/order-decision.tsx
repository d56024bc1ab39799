import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { fieldName } from '../../features/changes/entry-words.ts';
import { asIds, myOrder } from './choices.ts';
import { sideOf } from './decision.ts';
import type { FieldDecisionProps } from './decision.ts';
import { FieldSides } from './field-sides.tsx';
import styles from './order-decision.module.css';
import { conflictTexts } from './texts.ts';
import { diffLists } from '../../components/word-diff.ts';

type StepName = FieldDecisionProps['stepName'];

/** Two new orders of the same steps, to choose one or to make a third by moving steps. */
export function OrderDecision({
  conflict,
  sides,
  choice,
  problem,
  stepName,
  onChoose,
}: FieldDecisionProps): ReactElement {
  const { base, theirs } = conflict;
  const own = typeof choice === 'object' && 'value' in choice ? asIds(choice.value) : [];
  return (
    <FieldSides
      title={fieldName(conflict.field)}
      sides={sides}
      base={<Order ids={asIds(base)} stepName={stepName} />}
      mine={<Order ids={myOrder(conflict)} before={asIds(base)} stepName={stepName} />}
      theirs={<Order ids={asIds(theirs)} before={asIds(base)} stepName={stepName} />}
      chosen={sideOf(choice)}
      onChoose={onChoose}
      problem={problem}
      own={{
        label: conflictTexts.order.arrange,
        start: () => onChoose({ value: myOrder(conflict) }),
        field: <Arranged ids={own} stepName={stepName} onChange={(value) => onChoose({ value })} />,
      }}
    />
  );
}

function Order({
  ids,
  before = ids,
  stepName,
}: {
  ids: number[];
  before?: number[];
  stepName: StepName;
}): ReactElement {
  const moved = new Set(diffLists(before, ids).flatMap(({ kind, items }) => (kind === 'added' ? items : [])));
  return (
    <ol className={styles.order}>
      {ids.map((stepid) => (
        <li key={stepid} data-moved={moved.has(stepid)}>
          {stepName(stepid)}
          {moved.has(stepid) ? <span className={styles.moved}>{conflictTexts.order.moved}</span> : null}
        </li>
      ))}
    </ol>
  );
}

function Arranged({
  ids,
  stepName,
  onChange,
}: {
  ids: number[];
  stepName: StepName;
  onChange: (ids: number[]) => void;
}): ReactElement {
  const move = (from: number, by: 1 | -1): void => {
    const moved = ids[from];
    const rest = ids.filter((_, i) => i !== from);
    if (moved !== undefined) onChange(rest.toSpliced(from + by, 0, moved));
  };
  return (
    <ol className={styles.arranged}>
      {ids.map((stepid, i) => (
        <li key={stepid}>
          <span className={styles.number}>{i + 1}</span>
          <span className={styles.name}>{stepName(stepid)}</span>
          <ActionIcon
            variant="default"
            size="3rem"
            aria-label={conflictTexts.order.up(stepName(stepid))}
            disabled={i === 0}
            onClick={() => move(i, -1)}
          >
            <IconArrowUp size={24} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="3rem"
            aria-label={conflictTexts.order.down(stepName(stepid))}
            disabled={i === ids.length - 1}
            onClick={() => move(i, 1)}
          >
            <IconArrowDown size={24} />
          </ActionIcon>
        </li>
      ))}
    </ol>
  );
}
