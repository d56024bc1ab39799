import type { Remark, WorkLogEntry } from '../../../shared/model/work-log.ts';
import { spansOf } from './timeline.ts';

/** A period in which a person held the job. */
export interface WorkTurn {
  userid: number;
  username: string;
  from: number;
  /** Null while the person holds it. */
  to: number | null;
  /** Seconds of work. */
  active: number;
  /** What the person said at its end. */
  remark: Remark | undefined;
}

/** Returns who held the job when, how long they worked on it, and what they said at the end. */
export function turnsOf(entry: WorkLogEntry, now: number): WorkTurn[] {
  const { people, remarks } = entry.benchside;
  const work = spansOf(entry, now).filter(({ kind }) => kind === 'work');
  return people.map(({ userid, username, from, to }) => {
    const end = to ?? now;
    const active = work.reduce(
      (sum, span) => sum + Math.max(0, Math.min(span.to, end) - Math.max(span.from, from)),
      0,
    );
    const remark = remarks.find((said) => said.userid === userid && said.time === to);
    return { userid, username, from, to, active, remark };
  });
}
