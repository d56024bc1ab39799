import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import type { Assignment } from '../../../shared/model/assignment.ts';
import { isOverdue } from '../../api/queries/assignments.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Section } from '../../components/section.tsx';
import { count } from '../../format.ts';
import { AssignmentCard } from '../../features/run/assignment-card.tsx';
import type { OpenRun } from '../../features/run/open-runs.tsx';
import { RunCard } from '../../features/run/run-card.tsx';
import cards from '../../features/run/run-card.module.css';
import styles from './floor.module.css';
import { floorTexts } from './texts.ts';

export interface FloorProps {
  now: number;
  runs: readonly OpenRun[];
  /** Not started, or with a job that is not over. */
  assigned: readonly Assignment[];
  busy: boolean;
  problem: string | null;
  onAssign: () => void;
  onChange: (assigned: Assignment) => void;
  onRemove: (assigned: Assignment) => void;
}

export function FloorView(props: FloorProps): ReactElement {
  const { now, runs, assigned, busy, problem, onAssign, onChange, onRemove } = props;
  const words = floorTexts;
  const ofStatus = (status: string): OpenRun[] => runs.filter(({ seen }) => seen.entry.status === status);
  const waiting = assigned.filter(({ entryid }) => entryid === null);
  const late = assigned.filter((one) => isOverdue(one, now));
  const dueOf = ({ seen }: OpenRun): Assignment | undefined =>
    assigned.find(({ entryid }) => entryid === seen.entry.entryid);
  const lists = (['started', 'paused', 'suspended'] as const).map((status) => ({
    status,
    runs: ofStatus(status),
  }));
  return (
    <>
      <div className={styles.head}>
        <h1>{words.title}</h1>
        <Button leftSection={<IconPlus size="1.5rem" aria-hidden />} onClick={onAssign}>
          {words.assign}
        </Button>
      </div>
      <dl className={styles.counts}>
        {lists.map((list) => (
          <div key={list.status}>
            <dt>{words.lists[list.status]}</dt>
            <dd>{count(list.runs.length)}</dd>
          </div>
        ))}
        <div>
          <dt>{words.waiting}</dt>
          <dd>{count(waiting.length)}</dd>
        </div>
        <div data-late={late.length > 0 || undefined}>
          <dt>{words.overdue}</dt>
          <dd>{count(late.length)}</dd>
        </div>
      </dl>
      {problem ? <InlineProblem>{`${words.failed} ${problem}`}</InlineProblem> : null}
      {runs.length + waiting.length === 0 ? <p className={styles.none}>{words.none}</p> : null}
      {lists.map((list) =>
        list.runs.length === 0 ? null : (
          <Section key={list.status} title={words.lists[list.status]}>
            <ul className={cards.cards}>
              {list.runs.map((run) => (
                <li key={run.seen.entry.entryid}>
                  <RunCard
                    seen={run.seen}
                    guide={run.guide}
                    now={now}
                    showPlace
                    due={dueOf(run)?.due ?? null}
                  />
                </li>
              ))}
            </ul>
          </Section>
        ),
      )}
      {waiting.length === 0 ? null : (
        <Section title={words.waiting}>
          <ul className={cards.cards}>
            {waiting.map((one) => (
              <li key={one.assignmentid}>
                <AssignmentCard assigned={one} now={now}>
                  <Button
                    variant="default"
                    leftSection={<IconPencil size="1.375rem" aria-hidden />}
                    aria-label={words.changeOrder(one.workorderid)}
                    onClick={() => onChange(one)}
                  >
                    {words.change}
                  </Button>
                  <Button
                    variant="default"
                    disabled={busy}
                    leftSection={<IconTrash size="1.375rem" aria-hidden />}
                    aria-label={words.removeOrder(one.workorderid)}
                    onClick={() => onRemove(one)}
                  >
                    {words.remove}
                  </Button>
                </AssignmentCard>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
