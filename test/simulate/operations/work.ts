import type { Assignment } from '../../../shared/model/assignment.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import type { StepForm } from '../../../shared/model/step-form.ts';
import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import type { Actor } from './actor.ts';
import { newestGuide, openGuide } from './guides.ts';
import type { Act } from './guides.ts';

export const form = async (doing: Actor): Promise<unknown> => formIn(doing, await openGuide(doing));

/** Adds a field to the form of a step of the newest guide. */
export const formOfNewest = async (doing: Actor): Promise<unknown> => formIn(doing, await newestGuide(doing));

async function formIn(doing: Actor, guide: Guide | undefined): Promise<unknown> {
  const step = guide && doing.random.pick(guide.steps);
  if (!step) return undefined;
  const before = await doing.get<StepForm>(`/step_forms/stepid/${step.stepid}`);
  const kept = before?.fields ?? [];
  if (before && doing.random.chance(0.1))
    return doing.write(`POST /step_forms/${step.stepid}`, {
      fields: [],
      form_revisionid: before.form_revisionid,
    });
  const mark = doing.mark();
  const fields = [
    ...kept.slice(-3).map(({ field_guid, field_type, label }) => ({ field_guid, field_type, label })),
    { field_type: 'Text Input', label: `Measure ${mark}` },
  ];
  const form_revisionid = before?.form_revisionid ?? null;
  return doing.write(`POST /step_forms/${step.stepid}`, { fields, form_revisionid }, mark);
}

export const start = async (doing: Actor): Promise<WorkLogEntry | undefined> =>
  startOn(doing, await openGuide(doing));

export const startNewest = async (doing: Actor): Promise<unknown> => startOn(doing, await newestGuide(doing));

async function startOn(doing: Actor, guide: Guide | undefined): Promise<WorkLogEntry | undefined> {
  const mark = doing.mark();
  if (!guide) return undefined;
  const body = { guideid: guide.guideid, workorderid: `WO ${mark}` };
  return doing.write<WorkLogEntry>('POST /work_log', body, mark);
}

/** Starts a run and hands it over. */
export async function handOver(doing: Actor): Promise<unknown> {
  const entry = await start(doing);
  return entry && doing.write(`POST /work_log/${entry.entryid}/suspend`, {});
}

/** Takes over a run that someone handed over. */
export async function takeOver(doing: Actor): Promise<unknown> {
  const entryid = doing.pick('suspended run');
  return entryid === undefined ? undefined : doing.write(`POST /work_log/${entryid}/assume`, {});
}

/** Starts a run with a number that is the id of an unsent thing here. */
async function startNumbered(doing: Actor): Promise<unknown> {
  const guide = await openGuide(doing);
  const number = doing.ids('guide').find((id) => id < 0) ?? -2_000_000_000 - doing.random.int(1_000_000_000);
  const mark = doing.mark();
  const workorderid = `WO${number} ${mark}`;
  return guide && doing.write('POST /work_log', { guideid: guide.guideid, workorderid }, mark);
}

async function go(doing: Actor): Promise<unknown> {
  const { random, person } = doing;
  const entryid = doing.pick('run', person.userid) ?? doing.pick('suspended run');
  if (entryid === undefined) return start(doing);
  const entry = await doing.get<WorkLogEntry>(`/work_log/${entryid}`);
  if (!entry) return undefined;
  const path = `/work_log/${entryid}`;
  if (entry.status === 'suspended') return doing.write(`POST ${path}/assume`, {});
  if (entry.status === 'paused') return doing.write(`POST ${path}/${random.pick(['resume', 'suspend'])}`, {});
  if (entry.status !== 'started') return undefined;
  if (random.chance(0.45)) return enter(doing, entry);
  const step = doing.pick('step', entry.guideid);
  if (random.chance(0.2) && step !== undefined)
    return doing.write(`PUT /benchside${path}/step`, { stepid: step });
  return doing.write(
    `POST ${path}/${random.pick(['pause', 'pause', 'suspend', 'finish', 'finish', 'cancel'])}`,
    {},
  );
}

async function enter(doing: Actor, { entryid, guideid, timingid }: WorkLogEntry): Promise<unknown> {
  const forms = (await doing.get<StepForm[]>(`/step_forms/guideid/${guideid}`)) ?? [];
  const field = doing.random.pick(forms.flatMap((one) => one.fields));
  if (!field) return undefined;
  const mark = doing.mark();
  const body = { fields: { [field.field_revisionid]: `Value ${mark}` }, lasttimingid: timingid };
  return doing.write(`PUT /work_log/${entryid}/stepData`, body, mark);
}

/** Acknowledges the changes of a run's guide, including those just made here. */
const acknowledge = (doing: Actor): Promise<unknown> => acknowledgeAfter(doing, async (guide) => guide);

/** Changes the guide of a run, and acknowledges that change. */
export const changeAndAcknowledge = (doing: Actor): Promise<unknown> =>
  acknowledgeAfter(doing, ({ guideid, revisionid }) => {
    const mark = doing.mark();
    const path = `/guides/${guideid}?revisionid=${revisionid}`;
    return doing.write<Guide>(`PATCH ${path}`, { summary: `Summary ${mark}` }, mark);
  });

async function acknowledgeAfter(
  doing: Actor,
  change: (guide: Guide) => Promise<Guide | undefined>,
): Promise<unknown> {
  const entryid = doing.pick('run', doing.person.userid);
  const entry = entryid === undefined ? undefined : await doing.get<WorkLogEntry>(`/work_log/${entryid}`);
  const isOpen = entry?.status === 'started' || entry?.status === 'paused';
  const before = isOpen ? await doing.get<Guide>(`/guides/${entry.guideid}`) : undefined;
  const guide = before && (await change(before));
  const path = `/benchside/work_log/${entryid}/acknowledged`;
  return guide && doing.write(`PUT ${path}?guide_revisionid=${guide.revisionid}`, {});
}

async function remove(doing: Actor): Promise<unknown> {
  const entryid = doing.pick('run', doing.person.userid);
  if (entryid === undefined || !(await doing.get<WorkLogEntry>(`/work_log/${entryid}`))) return undefined;
  return doing.write(`DELETE /work_log/${entryid}`, undefined);
}

/** Assigns a work order, or changes, removes or starts one that is assigned. */
export async function assign(doing: Actor): Promise<unknown> {
  const { random } = doing;
  const { results = [] } = (await doing.get<{ results: Assignment[] }>('/benchside/assignments')) ?? {};
  const old = random.chance(0.6) ? random.pick(results) : undefined;
  const { guideid = doing.pick('guide'), workorderid = `Order ${random.int(1_000_000)}` } = old ?? {};
  if (guideid === undefined) return undefined;
  const to = { userid: random.pick(doing.ids('user')), due: random.pick(['2026-12-01', null]) };
  if (!old) return doing.write('POST /benchside/assignments', { guideid, workorderid, ...to });
  const path = `/benchside/assignments/${old.assignmentid}`;
  return random.weighted<() => Promise<unknown>>([
    [2, () => doing.write('POST /work_log', { guideid, workorderid })],
    [1, () => doing.write(`PUT ${path}`, { guideid, workorderid, ...to })],
    [1, () => doing.write(`DELETE ${path}`, undefined)],
  ])();
}

/** Hands over or abandons a run of the person's own, and says why, which sites of others do not keep. */
async function leave(doing: Actor): Promise<unknown> {
  if (!doing.isOurs) return undefined;
  const { random, person } = doing;
  const entryid = doing.pick('run', person.userid);
  const entry = entryid === undefined ? undefined : await doing.get<WorkLogEntry>(`/work_log/${entryid}`);
  if (entry?.status !== 'started') return undefined;
  const mark = doing.mark();
  const note = `Note ${mark}`;
  const [verb, said] = random.chance(0.7)
    ? ['suspend', { reason: 'parts', note, addressee: random.pick([...doing.ids('user'), null]) }]
    : ['cancel', { reason: 'mistake', note }];
  return doing.write(`POST /work_log/${entryid}/${verb}`, { benchside: said }, mark);
}

/** Says why a run is to end without a step that nobody visited. */
async function omit(doing: Actor): Promise<unknown> {
  if (!doing.isOurs) return undefined;
  const entryid = doing.pick('run', doing.person.userid);
  const entry = entryid === undefined ? undefined : await doing.get<WorkLogEntry>(`/work_log/${entryid}`);
  const step = entry && doing.pick('step', entry.guideid);
  const visited = entry?.benchside?.steps.map(({ stepid }) => stepid);
  if (entry?.status !== 'started' || step === undefined || visited?.includes(step)) return undefined;
  const mark = doing.mark();
  const body = { stepids: [step], reason: `Left out ${mark}` };
  return doing.write(`PUT /benchside/work_log/${entryid}/omitted`, body, mark);
}

export const work: readonly (readonly [number, Act, number?])[] = [
  [4, form],
  [2, start],
  [1, startNumbered, 4],
  [14, go],
  [0.7, remove, 2],
  [2, acknowledge, 7],
  [2, assign, 11],
  [2, leave, 11],
  [1.5, omit, 11],
];
