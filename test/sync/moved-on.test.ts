import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { endpoints } from '../../app/api/index.ts';
import { createLog } from '../../app/log.ts';
import { MediaFiles } from '../../app/media/files.ts';
import type { Viewer } from '../../app/store/actor.ts';
import { Replica } from '../../app/replica/replica.ts';
import type { ReplicaReader } from '../../app/replica/replica.ts';
import { Engine } from '../../app/sync/engine.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { StepForm } from '../../shared/model/step-form.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { addGuide, deskPerson, everything, pair } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';

async function bench() {
  const both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  const { token } = ann;
  const { steps } = await both.desk.json<Guide>(`GET /guides/${guideid}`, { token });
  return {
    both,
    ann,
    guideid,
    stepid: steps[0]?.stepid ?? 0,
    here: <T>(route: string, json?: unknown) =>
      both.desk.json<T>(route, { token, ...(json === undefined ? {} : { json }) }),
    there: <T>(route: string, json?: unknown) =>
      both.hub.json<T>(route, { token, ...(json === undefined ? {} : { json }) }),
    [Symbol.asyncDispose]: () => both[Symbol.asyncDispose](),
  };
}

const entries = async (both: Pair, { token }: DeskPerson, state: string): Promise<JournalItem[]> =>
  (await both.desk.json<{ entries: JournalItem[] }>(`GET /benchside/journal?state=${state}`, { token }))
    .entries;

const text = (label: string, more: object = {}): object => ({ field_type: 'Text Input', label, ...more });

describe('[J5.4] a 409 for a document without versions at this desk', () => {
  it('values of a run: mine for the fields that I filled in, theirs for the others', async () => {
    await using at = await bench();
    const { both, ann } = at;
    const form = await at.there<StepForm>(`POST /step_forms/${at.stepid}`, {
      fields: [text('A'), text('B')],
    });
    const [a = 0, b = 0] = form.fields.map(({ field_revisionid }) => field_revisionid);
    const run = await at.there<WorkLogEntry>('POST /work_log', { guideid: at.guideid, workorderid: 'W 1' });
    await both.round({ people: [ann] });
    const known = await at.here<WorkLogEntry>(`GET /work_log/${run.entryid}`);
    await at.here(`PUT /work_log/${run.entryid}/stepData`, {
      fields: { [a]: 'mine' },
      lasttimingid: known.timingid,
    });
    await at.there(`POST /work_log/${run.entryid}/pause`, {});
    await at.there(`POST /work_log/${run.entryid}/resume`, {});
    await at.there(`PUT /work_log/${run.entryid}/stepData`, { fields: { [a]: 'theirs', [b]: 'theirs' } });
    both.net.requests.length = 0;
    await both.round({ people: [ann] });
    expect(both.net.requests.filter((request) => request.startsWith('PUT /work_log'))).toHaveLength(2);
    expect(await entries(both, ann, 'parked')).toEqual([]);
    const { work_data } = await at.there<WorkLogEntry>(`GET /work_log/${run.entryid}`);
    expect(JSON.stringify(work_data)).toContain('mine');
    expect(JSON.stringify(work_data).match(/theirs/g)).toHaveLength(1);
  });

  it('forms: by field, and a person decides only if both changed the same field', async () => {
    await using at = await bench();
    const { both, ann } = at;
    const route = `POST /step_forms/${at.stepid}`;
    const first = await at.there<StepForm>(route, { fields: [text('A'), text('B')] });
    await both.round({ people: [ann] });
    const [a, b] = first.fields.map(({ field_guid }) => ({ field_guid }));
    const labels = async (): Promise<string[]> =>
      (await at.there<StepForm>(`GET /step_forms/stepid/${at.stepid}`)).fields.map(({ label }) => label);

    await at.here(route, {
      fields: [text('A mine', a), text('B', b), text('C mine')],
      form_revisionid: first.form_revisionid,
    });
    const second = await at.there<StepForm>(route, {
      fields: [text('A', a), text('B theirs', b)],
      form_revisionid: first.form_revisionid,
    });
    await both.round({ people: [ann] });
    expect(await entries(both, ann, 'parked')).toEqual([]);
    expect(await labels()).toEqual(['A mine', 'B theirs', 'C mine']);
    expect(second.form_revisionid).toBeGreaterThan(first.form_revisionid);

    const third = await at.here<StepForm>(`GET /step_forms/stepid/${at.stepid}`);
    const [c] = third.fields.slice(-1).map(({ field_guid }) => ({ field_guid }));
    const mine = [text('A mine', a), text('B theirs', b), text('C again', c)];
    await at.here(route, { fields: mine, form_revisionid: third.form_revisionid });
    const theirs = [text('A mine', a), text('B theirs', b), text('C theirs', c)];
    await at.there(route, { fields: theirs, form_revisionid: third.form_revisionid });
    await both.round({ people: [ann] });
    const [conflict] = await entries(both, ann, 'parked');
    expect(conflict).toMatchObject({ cause: { kind: 'conflict', conflicts: [{ field: 'fields' }] } });
    await at.here(`POST /benchside/journal/${conflict?.entryid}/decide`, { take: 'mine' });
    await both.round({ people: [ann] });
    expect(await labels()).toEqual(['A mine', 'B theirs', 'C again']);
    expect(await entries(both, ann, 'parked')).toEqual([]);
  });
});

describe('[J5.6] a 409 of a proxy, without a version', () => {
  it.each([
    { what: 'a changed form', edit: { fields: [text('A'), text('B')] } },
    { what: 'a form without fields', edit: { fields: [] } },
  ])('is no form: $what', async ({ edit }) => {
    await using at = await bench();
    const { both, ann } = at;
    const route = `POST /step_forms/${at.stepid}`;
    const { form_revisionid } = await at.there<StepForm>(route, { fields: [text('Before')] });
    await both.round({ people: [ann] });
    await at.here(route, { ...edit, form_revisionid });
    await refusedOnce(at);
    const forms = await at.there<StepForm[]>(`GET /step_forms/guideid/${at.guideid}`);
    expect(forms.map(({ fields }) => fields)).toMatchObject(edit.fields.length > 0 ? [edit.fields] : []);
  });

  it.each([
    { what: 'a guide', path: '' },
    { what: 'a step', path: '/steps/' },
  ])('is no translation: $what', async ({ path }) => {
    await using at = await bench();
    const { guideid, stepid } = at;
    const place = `/guides/${guideid}${path === '' ? '' : path + stepid}`;
    const guide = await at.here<Guide>(`GET /guides/${guideid}`);
    const revisionid = path === '' ? guide.revisionid : guide.steps[0]?.revisionid;
    await at.here(`PATCH ${place}?revisionid=${revisionid}&langid=de`, { title: 'Auf Deutsch' });
    await refusedOnce(at);
    const { title, steps } = await at.there<Guide>(`GET /guides/${guideid}?langid=de`);
    expect(path === '' ? title : steps[0]?.title).toBe('Auf Deutsch');
  });

  it('is no run', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const form = await at.there<StepForm>(`POST /step_forms/${at.stepid}`, { fields: [text('A')] });
    const run = await at.there<WorkLogEntry>('POST /work_log', { guideid, workorderid: 'W 1' });
    await both.round({ people: [ann] });
    const { timingid: lasttimingid } = await at.here<WorkLogEntry>(`GET /work_log/${run.entryid}`);
    const fields = { [form.fields[0]?.field_revisionid ?? 0]: 'mine' };
    await at.here(`PUT /work_log/${run.entryid}/stepData`, { fields, lasttimingid });
    await refusedOnce(at);
    expect(JSON.stringify(await at.there<WorkLogEntry>(`GET /work_log/${run.entryid}`))).toContain('"mine"');
  });
});

/** Runs a round in which the first edit gets a 409 that is not the site's. */
async function refusedOnce({ both, ann }: Awaited<ReturnType<typeof bench>>): Promise<void> {
  let times = 0;
  both.net.intercept = (request) => {
    if (request.startsWith('GET') || request.includes('/benchside/')) return undefined;
    times += 1;
    return times === 1 ? { kind: 'status', status: 409 } : undefined;
  };
  await both.round({ people: [ann] });
  both.net.intercept = undefined;
  expect(times).toBeGreaterThan(1);
  expect(await entries(both, ann, 'parked')).toEqual([]);
}

it('[J5.4] an edit of a form does not undo changes that the previous edit was merged with', async () => {
  await using at = await bench();
  const { both, ann } = at;
  const route = `POST /step_forms/${at.stepid}`;
  const mine = await at.here<StepForm>(route, { fields: [text('A mine')], form_revisionid: null });
  const [a] = mine.fields.map(({ field_guid }) => ({ field_guid }));
  await at.here(route, {
    fields: [text('A mine', a), text('B mine')],
    form_revisionid: mine.form_revisionid,
  });
  await at.there(route, { fields: [text('Theirs')] });
  await both.round({ people: [ann] });
  expect(await entries(both, ann, 'parked')).toEqual([]);
  const { fields } = await at.there<StepForm>(`GET /step_forms/stepid/${at.stepid}`);
  expect(fields.map(({ label }) => label).toSorted()).toEqual(['A mine', 'B mine', 'Theirs']);
});

/** A store that calls its user at each read that matches `wanted`, before the reader continues. */
class WatchedStore extends Replica {
  told: (() => void) | undefined;

  override read<T>(viewer: Viewer, fn: (s: ReplicaReader) => T): T {
    const result = super.read(viewer, fn);
    if (isPlan(result)) this.told?.();
    return result;
  }
}

const isPlan = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'send' && 'route' in value;

it('[J7.3 J7.11] a decision that is undone while its edit is about to be sent is not sent', async () => {
  await using at = await bench();
  const { both, ann, guideid } = at;
  const patch = async (where: typeof at.here, fields: object): Promise<void> => {
    const { revisionid } = await where<Guide>(`GET /guides/${guideid}`);
    await where(`PATCH /guides/${guideid}?revisionid=${revisionid}`, fields);
  };
  const there: typeof at.here = (route, json) =>
    both.hub.json(route, { token: both.admin, ...(json === undefined ? {} : { json }) });
  await patch(at.here, { title: 'Mine' });
  await patch(there, { title: 'Theirs' });
  await both.round({ people: [ann] });
  const [conflict] = await entries(both, ann, 'parked');
  const route = `POST /benchside/journal/${conflict?.entryid}`;
  await at.here(`${route}/decide`, { take: 'mine' });

  const log = createLog('sync', 'fatal');
  const store = new WatchedStore({ dataDir: both.desk.dataDir, purpose: 'sync', log });
  let undone: Promise<unknown> = Promise.resolve();
  store.told = () => {
    store.told = undefined;
    undone = at.here(`${route}/undecide`, {});
  };
  const engine = new Engine({
    endpoints,
    site: both.net.url,
    store,
    media: new MediaFiles(join(both.desk.dataDir, 'media')),
    log,
    onReport: () => undefined,
    onTokenRefused: () => undefined,
  });
  const { problem } = await engine.round({ people: [ann] });
  store.close();
  await undone;
  expect(problem).toBeNull();
  expect(store.told).toBeUndefined();
  expect((await there<Guide>(`GET /guides/${guideid}`)).title).toBe('Theirs');
  expect(await entries(both, ann, 'parked')).toHaveLength(1);
  await at.here(`${route}/decide`, { take: 'mine' });
  await both.round({ people: [ann] });
  expect((await there<Guide>(`GET /guides/${guideid}`)).title).toBe('Mine');
});

it('[J10.1] changes in a release made here are shown when its guide has a newer version', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'author');
  const { token } = ann;
  await both.round({ people: [ann] });
  const json = { guideid, title: 'First', status: 'released' };
  const release = (): Promise<{ releaseid: number }> => desk.json('POST /guides/releases', { token, json });
  const [kept, deleted] = [await release(), await release()];
  await desk.json(`PATCH /guides/releases/${kept.releaseid}`, { token, json: { notes: 'Mind the seal' } });
  await desk.json(`DELETE /guides/releases/${deleted.releaseid}`, { token });
  const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin });
  await hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: admin,
    json: { summary: 'New on the site' },
  });
  await both.round({ people: [] });
  const { releases } = await desk.json<{ releases: object[] }>(`GET /guides/releases?guideid=${guideid}`, {
    token,
  });
  expect(releases).toMatchObject([{ releaseid: kept.releaseid, title: 'First', notes: 'Mind the seal' }]);
  await both.round({ people: [ann] });
  expect(await everything(desk)).toEqual(await everything(hub));
});
