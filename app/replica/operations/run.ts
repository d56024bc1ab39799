import { z } from 'zod';

import { entryStatuses } from '../../../shared/model/work-log.ts';
import type { EntryStatus } from '../../../shared/model/work-log.ts';
import type { JournalEntry } from '../journal/entry.ts';
import type { ReplicaReader } from '../replica.ts';
import { statusOfSite } from '../../store/work-log/events.ts';
import type { RemoteEntry } from '../../store/work-log/remote.ts';
import type { Question } from './question.ts';
import { editBody } from '../plan/plan.ts';
import type { Plan, Sent } from '../plan/plan.ts';
import { isRun } from './answers.ts';
import { absent, choose, undecidable } from './found.ts';
import type { Found } from './found.ts';
import type { QueuedOperation, QueuedOperations } from './operation.ts';
import { isGone } from './read-back.ts';
import type { ReadBack } from './read-back.ts';

/** The contract calls a run a "work log entry". */
const ofRun = { answers: 'entry', withTime, readBack } satisfies QueuedOperation;
const ofHub = { withTime, staysHere: true } satisfies QueuedOperation;

export const runOperations = {
  'POST /work_log': {
    ...ofRun,
    creates: { kind: 'entry', id: 'entryid' },
    probe: findCreated,
  },
  'PUT /work_log/{entryid}/stepData': {
    ...ofRun,
    concurrent: true,
    planOnConflict: onCurrentTiming,
    onStored: onAnyTiming,
  },
  'PUT /benchside/work_log/{entryid}/step': { ...ofHub, concurrent: true },
  'PUT /benchside/work_log/{entryid}/acknowledged': { ...ofHub, planAhead: readFromBegin },
  'PUT /benchside/work_log/{entryid}/omitted': ofHub,
  'POST /work_log/{entryid}/pause': { ...ofRun, probe: moved(({ status }) => status === 'paused') },
  'POST /work_log/{entryid}/resume': { ...ofRun, probe: moved(({ status }) => status === 'started') },
  'POST /work_log/{entryid}/suspend': { ...ofRun, probe: moved(({ status }) => status === 'suspended') },
  'POST /work_log/{entryid}/assume': {
    ...ofRun,
    probe: moved(({ status, userid }, { entry }) => status === 'started' && userid === entry.userid),
  },
  'POST /work_log/{entryid}/finish': { ...ofRun, probe: moved((run) => stateOf(run) === 'complete') },
  'POST /work_log/{entryid}/cancel': { ...ofRun, probe: moved((run) => stateOf(run) === 'cancelled') },
  'DELETE /work_log/{entryid}': { readBack: isGone },
} satisfies QueuedOperations;

function withTime(
  body: unknown,
  time: number,
  { monotonicClock, bootid }: JournalEntry,
  bench: string,
): unknown {
  const { benchside } = (body ?? {}) as { benchside?: object };
  return {
    ...(body as object | null),
    benchside: { ...benchside, time, monotonic: monotonicClock, bootid, bench },
  };
}

/**
 * Names the version that the job began with, if the desk knows no version of the site that was read up to then (SPEC J2.10): the planned
 * revision is still one made at a desk.
 */
async function readFromBegin({ sent, ask }: Question): Promise<Plan | undefined> {
  if (Number(sent.query['guide_revisionid']) >= 0) return undefined;
  const run = await ask(`/work_log/${sent.params['entryid']}`, isRun);
  // Without the job, the hub refuses the edit.
  const { guide_revisionid } = begun.safeParse(run?.benchside).data ?? { guide_revisionid: 0 };
  return { ...sent, query: { ...sent.query, guide_revisionid: String(guide_revisionid) } };
}

const begun = z.object({ guide_revisionid: z.int() });

/** Replays entered values on any state of the run: a field keeps the value that was entered last. */
function onAnyTiming(_s: ReplicaReader, _entry: JournalEntry, plan: Sent): Plan {
  return { ...plan, body: { ...(plan.body as object), lasttimingid: null } };
}

/** Plans entered values on the site's current timing: a request sets only the fields it names, and the last value of each holds. */
function onCurrentTiming(
  _s: ReplicaReader,
  _entry: JournalEntry,
  sent: Sent,
  current: unknown,
): Plan | undefined {
  const { timingid } = (current ?? {}) as { timingid?: unknown };
  if (typeof timingid !== 'number') return undefined;
  return { ...sent, body: { ...(sent.body as object), lasttimingid: timingid } };
}

async function findCreated(question: Question): Promise<Found> {
  const { guideid, workorderid } = editBody(question.sent) as {
    guideid: number;
    workorderid: string | number;
  };
  const path = `/work_log?guideid=${guideid}&workorderid=${encodeURIComponent(workorderid)}&order=DESC`;
  const idOf = ({ entryid }: RemoteEntry): number => entryid;
  const matching: RemoteEntry[] = [];
  for await (const run of question.list(path, isRun, { idOf, wrapper: 'results' }))
    if (run.guideid === guideid && String(run.workorderid) === String(workorderid)) matching.push(run);
  const isMine = ({ userid }: RemoteEntry): boolean => userid === question.entry.userid;
  const mine = choose(question, 'entry', matching.filter(isMine), idOf);
  if (mine.kind !== 'absent') return mine;
  const others = choose(question, 'entry', matching, idOf);
  return others.kind === 'absent' ? absent : undecidable('someone else may have taken it over');
}

/** Returns a probe for an operation that changes the state of a run. If the site does not name states, the edit is sent again. */
function moved(hasArrived: (run: RemoteEntry, question: Question) => boolean) {
  return async (question: Question): Promise<Found> => {
    const { sent } = question;
    const run = await question.ask(`/work_log/${sent.params['entryid']}`, isRun);
    return run && hasArrived(run, question) ? { kind: 'arrived', sent, answer: run } : absent;
  };
}

/** Returns the state of a run; `undefined` if the site does not name it and the run has not ended. */
function stateOf(run: RemoteEntry): EntryStatus | undefined {
  const state = statusOfSite(run);
  return run.endtime || entryStatuses.some((status) => status === run.status) ? state : undefined;
}

/** Reads the run back, since some operations answer with a part of it or with nothing. */
async function readBack(question: Question, answer: unknown): Promise<ReadBack> {
  const { params, body } = question.sent;
  const there = isRun(answer) ? answer : await question.ask(`/work_log/${params['entryid']}`, isRun);
  const { fields = {} } = (body ?? {}) as { fields?: Record<string, unknown> };
  const values = (there?.['work_data'] ?? []) as { field_revisionid: unknown; value: unknown }[];
  const shown = Object.entries(fields).every(([id, value]) =>
    isSame(value, values.find((one) => String(one.field_revisionid) === id)?.value),
  );
  return { shown: there !== undefined && shown, answer: there };
}

function isSame(wanted: unknown, there: unknown): boolean {
  if (wanted === null) return there === undefined;
  const text = typeof wanted === 'boolean' ? String(Number(wanted)) : String(wanted).trim();
  const found = String(there ?? '').trim();
  return found === text || (text !== '' && Number(found) === Number(text));
}
