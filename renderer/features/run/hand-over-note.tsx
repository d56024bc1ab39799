import { IconMessage2 } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { cancelReasons, handOverReasons } from '../../../shared/model/work-log.ts';
import type { Remark, WorkLogEntry } from '../../../shared/model/work-log.ts';
import { moment } from '../../format.ts';
import styles from './hand-over-note.module.css';
import { runTexts } from './texts.ts';

/** Returns what was said when the job was last handed over; undefined if nothing was. */
export function lastHandOver({ benchside }: WorkLogEntry): Remark | undefined {
  const last = benchside.remarks.findLast(({ type }) => type === 'suspend');
  return last && saysSomething(last) ? last : undefined;
}

export const saysSomething = ({ reason, note, addressee }: Remark): boolean =>
  reason !== null || note !== '' || addressee !== null;

/** Returns the reason in words; a newer program may have others. */
export function reasonWords({ type, reason }: Pick<Remark, 'type' | 'reason'>): string {
  const words = runTexts.said;
  const handed = handOverReasons.find((known) => known === reason);
  const cancelled = cancelReasons.find((known) => known === reason);
  if (type === 'suspend') return handed ? words.handOver[handed] : (reason ?? '');
  return cancelled ? words.cancel[cancelled] : (reason ?? '');
}

export interface HandOverNoteProps {
  remark: Remark;
  /** userid of the person at the window. */
  me: number | undefined;
  /** For who takes the job over, or has just done so. */
  big?: boolean;
}

/** What a person said when handing a job over: reason, note, and for whom it is. Made of spans, because cards are links. */
export function HandOverNote({ remark, me, big = false }: HandOverNoteProps): ReactElement {
  const { username, note, time, addressee, reason } = remark;
  const words = runTexts.said;
  return (
    <span className={styles.note} data-big={big || undefined}>
      <IconMessage2 size={big ? '2rem' : '1.375rem'} aria-hidden />
      <span className={styles.words}>
        {reason === null && addressee === null ? null : (
          <span className={styles.chips}>
            {reason === null ? null : <span className={styles.reason}>{reasonWords(remark)}</span>}
            {addressee === null ? null : (
              <span className={styles.addressee} data-me={addressee.userid === me || undefined}>
                {addressee.userid === me ? words.forYou : words.forPerson(addressee.username)}
              </span>
            )}
          </span>
        )}
        {note === '' ? null : (
          <bdi dir="auto" className={styles.text}>
            {note}
          </bdi>
        )}
        {big ? <span className={styles.who}>{words.by(username, moment(time))}</span> : null}
      </span>
    </span>
  );
}
