import type { StepForm } from '../../shared/model/step-form.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { testCore } from './core.ts';
import type { CallOptions, TestCore } from './core.ts';
import { addPerson } from './people.ts';

export type Someone = 'admin' | 'author' | 'owner' | 'other';

export interface WorkWorld extends AsyncDisposable {
  core: TestCore;
  userids: Record<Someone, number>;
  /** A public guide of the owner with two steps; its prerequisite has one. */
  guideid: number;
  steps: [number, number];
  prerequisite: { guideid: number; stepid: number };
  /** UNIX seconds, for both clocks. */
  clock: { now: number };
  json<T>(who: Someone | null, route: string, json?: unknown, expect?: number): Promise<T>;
  status(who: Someone | null, route: string, json?: unknown): Promise<number>;
  /** Saves a form as the owner. */
  form(stepid: number, fields: unknown[]): Promise<StepForm>;
  /** Starts a run as the owner. */
  start(workorderid?: string): Promise<WorkLogEntry>;
  /** Runs an operation on a run: `POST /work_log/1/pause`. */
  run(who: Someone, entryid: number, operation: string, json?: unknown): Promise<WorkLogEntry>;
}

export interface Refusal {
  message: string;
  errors?: { field: string; message: string; code: string; index?: number }[];
}

/** Opens a core with people and a guide to work on. */
export async function workWorld(profile: 'hub' | 'desk' = 'hub'): Promise<WorkWorld> {
  const clock = { now: 1_000_000 };
  const core = testCore({ profile }, { now: () => clock.now });
  const tokens: Partial<Record<Someone, string>> = {};
  const userids: Record<Someone, number> = { admin: 0, author: 0, owner: 0, other: 0 };
  for (const who of ['admin', 'author', 'owner', 'other'] as const) {
    const role = who === 'admin' || who === 'author' ? who : 'technician';
    const person = await addPerson(core, who, { role });
    tokens[who] = person.token;
    userids[who] = person.userid;
  }
  const as = (who: Someone | null): CallOptions => {
    const token = who === null ? undefined : tokens[who];
    return token === undefined ? {} : { token };
  };
  const json: WorkWorld['json'] = (who, route, body, expect) =>
    core.json(route, {
      ...as(who),
      ...(body === undefined ? {} : { json: body }),
      ...(expect ? { expect } : {}),
    });
  const guide = async (fields: Record<string, unknown>, stepcount: number): Promise<[number, number[]]> => {
    const made = { category: 'Pump', type: 'repair', public: true, ...fields };
    const { guideid } = await json<{ guideid: number }>('owner', 'POST /guides', made);
    let stepids: number[] = [];
    for (let orderby = 1; orderby <= stepcount; orderby += 1) {
      const { steps } = await json<{ steps: { stepid: number }[] }>(
        'owner',
        `POST /guides/${guideid}/steps`,
        {
          orderby,
          lines: [{ text: `Step ${orderby}`, bullet: 'black', level: 0 }],
        },
      );
      stepids = steps.map((step) => step.stepid);
    }
    return [guideid, stepids];
  };
  const [first, [stepid = 0]] = await guide({ title: 'First' }, 1);
  const [guideid, [one = 0, two = 0]] = await guide({ title: 'Mend the pump', prerequisites: [first] }, 2);
  return {
    core,
    userids,
    guideid,
    steps: [one, two],
    prerequisite: { guideid: first, stepid },
    clock,
    json,
    status: async (who, route, body) =>
      (await core.call(route, { ...as(who), ...(body === undefined ? {} : { json: body }) })).status,
    form: (step, fields) => json('owner', `POST /step_forms/${step}`, { fields }),
    start: (workorderid = 'WO-1') => json('owner', 'POST /work_log', { guideid, workorderid }),
    run: (who, entryid, operation, body) =>
      json(
        who,
        operation.replace(' ', ` /work_log/${entryid}/`).replace('/work_log', prefixOf(operation)),
        body,
      ),
    [Symbol.asyncDispose]: () => core[Symbol.asyncDispose](),
  };
}

/** Returns the prefix of an operation: `/benchside` for our own. */
const prefixOf = (operation: string): string =>
  / (?:step$|acknowledged|omitted)/.test(operation) ? '/benchside/work_log' : '/work_log';
