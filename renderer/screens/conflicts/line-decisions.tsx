import type { ReactElement } from 'react';

import { BulletMark } from '../../components/bullet-mark.tsx';
import { bulletTexts, isCallout } from '../../../shared/bullet-texts.ts';
import { Section } from '../../components/section.tsx';
import { fieldName } from '../../features/changes/entry-words.ts';
import { conflictLines } from './choices.ts';
import { choiceOf } from './conflict-lines.ts';
import type { LineChoice, LineRow, StepLine } from './conflict-lines.ts';
import type { FieldDecisionProps } from './decision.ts';
import { FieldSides } from './field-sides.tsx';
import styles from './line-decisions.module.css';
import { MarkedText } from './marked-text.tsx';
import { mergeWords } from './merge-words.ts';
import { OwnText } from './own-text.tsx';
import { conflictTexts } from './texts.ts';

/** The lines of a step, with a decision for each changed line; a line that only one side changed is already chosen. */
export function LineDecisions({
  conflict,
  sides,
  choice,
  problem,
  onChoose,
}: FieldDecisionProps): ReactElement {
  const rows = conflictLines(conflict);
  const changed = rows.filter((row) => row.changed !== 'none');
  const taken = takenOf(choice, changed);
  const take = (row: LineRow, line: LineChoice): void =>
    onChoose({ lines: new Map([...taken, [row.key, line]]) });
  return (
    <Section title={fieldName(conflict.field)}>
      <div className={styles.lines}>
        {changed.map((row) => {
          const line = choiceOf(row, taken);
          const own = typeof line === 'object' ? line.text : '';
          const name = conflictTexts.lines.line(rows.indexOf(row) + 1);
          return (
            <FieldSides
              key={row.key}
              title={name}
              {...(row.changed === 'mine' ? { note: conflictTexts.lines.onlyMine } : {})}
              {...(row.changed === 'theirs' ? { note: conflictTexts.lines.onlyTheirs } : {})}
              sides={sides}
              base={<LineText line={row.base} before={row.base} />}
              mine={<LineText line={row.mine} before={row.base} />}
              theirs={<LineText line={row.theirs} before={row.base} />}
              chosen={typeof line === 'object' ? 'own' : line}
              onChoose={(side) => take(row, side)}
              own={{
                label: conflictTexts.write,
                start: () =>
                  take(row, {
                    text: mergeWords(row.base?.text ?? '', row.mine?.text ?? '', row.theirs?.text ?? ''),
                  }),
                field: (
                  <OwnText
                    label={conflictTexts.result(name)}
                    value={own}
                    short
                    onChange={(text) => take(row, { text })}
                  />
                ),
              }}
            />
          );
        })}
        {problem ? (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        ) : null}
        {changed.length < rows.length ? <p className={styles.soft}>{conflictTexts.lines.agreed}</p> : null}
      </div>
    </Section>
  );
}

/** Returns the choices by line. A choice of one side for the whole field counts for every line. */
function takenOf(
  choice: FieldDecisionProps['choice'],
  rows: readonly LineRow[],
): ReadonlyMap<string, LineChoice> {
  if (choice === 'mine' || choice === 'theirs') return new Map(rows.map(({ key }) => [key, choice]));
  return typeof choice === 'object' && 'lines' in choice ? choice.lines : new Map();
}

function LineText({ line, before }: { line: StepLine | null; before: StepLine | null }): ReactElement {
  if (!line) return <em className={styles.soft}>{conflictTexts.absent}</em>;
  const callout = isCallout(line.bullet) ? bulletTexts(line.bullet) : null;
  return (
    <span className={styles.line}>
      {callout ? null : <BulletMark bullet={line.bullet} />}
      <span>
        {callout ? <strong className={styles.callout}>{callout}</strong> : null}
        {line === before ? line.text : <MarkedText before={before?.text ?? ''} text={line.text} />}
        {line.level > 0 && line.level !== before?.level ? (
          <span className={styles.soft}> ({conflictTexts.lines.level(line.level)})</span>
        ) : null}
      </span>
    </span>
  );
}
