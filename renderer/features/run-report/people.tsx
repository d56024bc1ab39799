import type { ReactElement } from 'react';

import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { keyed } from '../../components/keyed.ts';
import { Section } from '../../components/section.tsx';
import { moment } from '../../format.ts';
import { HandOverNote, saysSomething } from '../run/hand-over-note.tsx';
import { clock } from '../run/timing.ts';
import styles from './people.module.css';
import { reportTexts } from './texts.ts';
import { turnsOf } from './turns.ts';

/** Lists who worked on the job and how long, with what they said when they handed it over or abandoned it. */
export function People({ entry, now }: { entry: WorkLogEntry; now: number }): ReactElement | null {
  const words = reportTexts;
  const turns = turnsOf(entry, now);
  if (turns.length < 2 && turns.every(({ remark }) => remark === undefined)) return null;
  return (
    <Section title={words.turns}>
      <ol className={styles.turns}>
        {keyed(turns, ({ from }) => String(from)).map(({ key, item: turn }) => (
          <li key={key}>
            <div className={styles.line}>
              <strong>{turn.username}</strong>
              <span>{words.worked(clock(turn.active))}</span>
              <span className={styles.when}>
                {turn.to === null
                  ? words.turnNow(moment(turn.from))
                  : words.turn(moment(turn.from), moment(turn.to))}
              </span>
              {turn.remark ? (
                <em className={styles.end}>
                  {turn.remark.type === 'cancel' ? words.abandoned : words.handedOver}
                </em>
              ) : null}
            </div>
            {turn.remark && saysSomething(turn.remark) ? (
              <HandOverNote remark={turn.remark} me={undefined} />
            ) : null}
          </li>
        ))}
      </ol>
    </Section>
  );
}
