import type { Assignment } from '../../../shared/model/assignment.ts';
import { assignment } from '../../../shared/model/assignment.ts';
import { same } from '../../../shared/merge/value.ts';
import type { JournalEntry } from '../journal/entry.ts';
import type { ReplicaReader } from '../replica.ts';
import { editBody } from '../plan/plan.ts';
import type { Plan, Sent } from '../plan/plan.ts';
import { kindWith } from './answers.ts';
import type { QueuedOperations } from './operation.ts';
import type { Question } from './question.ts';

export const assignmentOperations = {
  'POST /benchside/assignments': {
    creates: { kind: 'assignment', id: 'assignmentid' },
    staysHere: true,
  },
  'PUT /benchside/assignments/{assignmentid}': { staysHere: true, planAhead, onStored },
  'DELETE /benchside/assignments/{assignmentid}': { staysHere: true },
} satisfies QueuedOperations;

const isAssignment = kindWith<Assignment>(assignment);

/** The fields of assigned work that a lead can change. A request has all of them. */
const said = ({
  guideid,
  workorderid,
  userid = null,
  bench = '',
  due = null,
  note = '',
}: Record<string, unknown>) => ({
  guideid,
  workorderid,
  userid,
  bench,
  due,
  note,
});

type Said = ReturnType<typeof said>;

/** Reads the work from the hub before it is changed: the request has no version that the hub could compare. */
async function planAhead({ entry, sent, ask, read }: Question): Promise<Plan | undefined> {
  const there = await ask(`/benchside/assignments/${sent.params['assignmentid']}`, isAssignment);
  if (!there) return undefined;
  const now = said({ ...there, userid: there.assignee?.userid });
  return read((s) => withOwnChanges(s, entry, sent, now));
}

function onStored(s: ReplicaReader, entry: JournalEntry, plan: Sent): Plan {
  const row = s.assignments.row(Number(entry.params['assignmentid']));
  return row ? withOwnChanges(s, entry, plan, said({ ...row })) : plan;
}

/** Leaves what others have changed as it is now (SPEC J5.7). */
function withOwnChanges(s: ReplicaReader, entry: JournalEntry, sent: Sent, now: Said): Plan {
  const packed = s.journal.before(entry.sequence, 'assignment', Number(entry.params['assignmentid']));
  if (!packed) return sent;
  const before = said(s.idMap.resolve(JSON.parse(packed.toString()) as Record<string, unknown>));
  const mine = said(editBody(entry));
  const body = { ...now };
  for (const field of Object.keys(mine) as (keyof Said)[])
    if (!same(mine[field], before[field])) body[field] = mine[field];
  return same(body, now) ? { kind: 'nothing' } : { ...sent, body };
}
