import { describe, expect, it } from 'vitest';

import { asWritten } from '../../../app/store/forms/field-input.ts';
import { sql } from '../../../app/store/sql.ts';
import { limits } from '../../../shared/limits.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import { choicesOf } from '../../../shared/model/step-form.ts';
import type { StepForm } from '../../../shared/model/step-form.ts';
import { workWorld } from '../../helpers/work.ts';
import type { Refusal } from '../../helpers/work.ts';

const allTypes = [
  { field_type: 'Text Input', label: 'Serial number', placeholder: 'AB-1', textarea: 'no', required: true },
  { field_type: 'Text Area', label: 'Remarks', placeholder: 'no', textarea: 'What\nelse', required: 1 },
  { field_type: 'Checkbox', label: 'Clean', placeholder: true, required: true },
  {
    field_type: 'Numeric Input',
    label: 'Pressure',
    placeholder: '1.5',
    options: { limit_decimals: true, decimals: 2, limit_min: true, min: 0, limit_max: true, max: 20 },
  },
  { field_type: 'Radios', label: 'Class', options: ['I', 'II'] },
  { field_type: 'Select', label: 'Colour', options: '["red","blue"]', placeholder: 'no' },
  { field_type: 'Image', label: 'Picture', required: false },
];

const text = (label: string): Record<string, unknown> => ({ field_type: 'Text Input', label });

const refused: [Record<string, unknown>, string, RegExp][] = [
  [{ field_type: 'Slider', label: 'x' }, 'field_type', /must be one of: Text Input/],
  [{ label: 'x' }, 'field_type', /is required/],
  [{ field_type: 'Text Input' }, 'label', /is required/],
  [{ field_type: 'Image', label: ' ' }, 'label', /is required/],
  [{ field_type: 'Text Input', label: 'x', placeholder: 'a\nb' }, 'placeholder', /one line/],
  [{ field_type: 'Checkbox', label: 'x', placeholder: 'yes' }, 'placeholder', /./],
  [{ field_type: 'Radios', label: 'x' }, 'options', /is required/],
  [{ field_type: 'Radios', label: 'x', options: [] }, 'options', /must not be empty/],
  [{ field_type: 'Select', label: 'x', options: ['a', 'a'] }, 'options', /twice/],
  [{ field_type: 'Select', label: 'x', options: ['a', ''] }, 'options', /empty/],
  [{ field_type: 'Select', label: 'x', options: '["a"' }, 'options', /JSON/],
  [{ field_type: 'Select', label: 'x', options: { a: 1 } }, 'options', /list of texts/],
  [
    { field_type: 'Select', label: 'x', options: ['a', 'b'.repeat(10_001)] },
    'options',
    /must have at most 10000 characters/,
  ],
  [
    {
      field_type: 'Radios',
      label: 'x',
      options: Array.from({ length: limits.form.choices.max + 1 }, String),
    },
    'options',
    /must have at most 500 items/,
  ],
  [{ field_type: 'Numeric Input', label: 'x', options: { decimals: 9 } }, 'options', /decimals/],
  [{ field_type: 'Numeric Input', label: 'x', options: { min: 'low' } }, 'options', /min/],
  [
    { field_type: 'Numeric Input', label: 'x', options: { min: 2, max: 1 } },
    'options',
    /above the highest value/,
  ],
  [{ ...text('x'), field_guid: 'Field 1' }, 'field_guid', /lower-case/],
  [{ ...text('x'), field_guid: 'field_first' }, 'field_guid', /used twice/],
  [{ ...text('x'), required: 'perhaps' }, 'required', /./],
];

it('[security limits] more options, or longer ones, of another site can still be read', () => {
  const options = [...Array.from({ length: limits.form.choices.max + 1 }, String), 'b'.repeat(10_001)];
  const field = asWritten({ field_type: 'Select', label: 'x', field_guid: 'far', options });
  expect(choicesOf(field)).toEqual(options);
});

describe('POST /step_forms/{stepid}', () => {
  it('takes all seven types, each with the properties of its type and without the others', async () => {
    await using w = await workWorld();
    const form = await w.form(w.steps[0], allTypes);
    expect(form).toMatchObject({ stepid: w.steps[0], guideid: w.guideid, form_revisionid: 1 });
    const blank = { required: false, placeholder: '', textarea: '', options: '[]', benchside: null };
    expect(form.fields.map(({ field_guid: _, field_revisionid: __, ...field }) => field)).toEqual([
      { ...blank, field_type: 'Text Input', label: 'Serial number', placeholder: 'AB-1', required: true },
      { ...blank, field_type: 'Text Area', label: 'Remarks', textarea: 'What\nelse', required: true },
      { ...blank, field_type: 'Checkbox', label: 'Clean', placeholder: '1' },
      {
        ...blank,
        field_type: 'Numeric Input',
        label: 'Pressure',
        placeholder: '1.5',
        options: '{"limit_decimals":true,"decimals":2,"limit_min":true,"min":0,"limit_max":true,"max":20}',
      },
      { ...blank, field_type: 'Radios', label: 'Class', options: '["I","II"]' },
      { ...blank, field_type: 'Select', label: 'Colour', options: '["red","blue"]' },
      { ...blank, field_type: 'Image', label: 'Picture' },
    ]);
    expect(form.fields.map((field) => field.field_revisionid)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(new Set(form.fields.map((field) => field.field_guid)).size).toBe(7);
    for (const { field_guid } of form.fields) expect(field_guid).toMatch(/^field_[a-z0-9_]+$/);
  });

  it('refuses properties that a type does not take, and names the field and its index', async () => {
    await using w = await workWorld();
    for (const [field, named, message] of refused) {
      const answer = await w.json<Refusal>(
        'owner',
        `POST /step_forms/${w.steps[0]}`,
        { fields: [{ ...text('fine'), field_guid: 'field_first' }, field] },
        422,
      );
      expect(answer.errors).toHaveLength(1);
      expect(answer.errors?.[0]).toMatchObject({ field: named, index: 1 });
      expect(answer.message).toMatch(new RegExp(`^fields\\[1\\]\\.${named}: `));
      expect(answer.message).toMatch(message);
    }
    expect(await w.status(null, `GET /step_forms/stepid/${w.steps[0]}`)).toBe(404);
  });

  it('makes new revisions of all fields for a change, none for the same form, and keeps guids', async () => {
    await using w = await workWorld();
    const [stepid] = w.steps;
    const first = await w.form(stepid, [{ ...text('A'), field_guid: 'field_a' }, text('B'), text('C')]);
    const before = w.core.ctx.store.read(null, (s) => s.feed.sequence);
    expect(await w.form(stepid, first.fields)).toEqual(first);
    expect(await w.form(stepid, [text('A'), text('B'), text('C')])).toEqual(first);
    expect(w.core.ctx.store.read(null, (s) => s.feed.sequence)).toBe(before);
    const [a, b, c] = first.fields;
    const second = await w.form(stepid, [text('C'), { ...text('Alpha'), field_guid: 'field_a' }, text('B')]);
    expect(second.form_revisionid).toBe(2);
    expect(second.fields.map((field) => field.field_guid)).toEqual(
      [c, a, b].map((field) => field?.field_guid),
    );
    expect(second.fields.map((field) => field.field_revisionid)).toEqual([4, 5, 6]);
    expect(await w.json(null, `GET /step_forms/stepid/${stepid}`)).toEqual(second);
    expect(await w.json(null, 'GET /step_forms/form_revisionid/1')).toEqual(first);
    for (const id of [1, 2, 3]) {
      expect(await w.json(null, `GET /step_forms/field_revisionid/${id}`)).toEqual(first);
    }
  });

  it('removes the form if there are no fields, and adds one again later', async () => {
    await using w = await workWorld();
    const [stepid] = w.steps;
    const route = `POST /step_forms/${stepid}`;
    const first = await w.form(stepid, [text('A')]);
    expect(await w.json('owner', route, { fields: [] })).toBeNull();
    expect(await w.json('owner', route, { fields: [] })).toBeNull();
    expect(await w.json(null, `GET /step_forms/stepid/${stepid}`, undefined, 404)).toEqual({
      error: true,
      message: 'Step form not found',
    });
    expect(await w.json(null, `GET /step_forms/guideid/${w.guideid}`)).toEqual([]);
    expect(await w.json(null, 'GET /step_forms/form_revisionid/1')).toEqual(first);
    expect((await w.form(stepid, [text('A')])).form_revisionid).toBe(2);
  });

  it('answers 409 with the present form if the edit is based on another revision', async () => {
    await using w = await workWorld();
    const [stepid] = w.steps;
    const route = `POST /step_forms/${stepid}`;
    const fields = [text('A')];
    const first = await w.json<StepForm>('owner', route, { fields, form_revisionid: null });
    expect(await w.json('author', route, { fields: [text('B')], form_revisionid: null }, 409)).toEqual(first);
    const second = await w.json<StepForm>('author', `${route}?form_revisionid=1`, { fields: [text('B')] });
    expect(await w.json('owner', `${route}?form_revisionid=1`, { fields: [] }, 409)).toEqual(second);
    expect(await w.json('owner', `${route}?form_revisionid=0`, { fields: [] }, 409)).toEqual(second);
    expect(await w.json('owner', route, { fields: [], form_revisionid: 2 })).toBeNull();
    expect(await w.json('owner', route, { fields, form_revisionid: 2 }, 409)).toBeNull();
  });

  it('is for people who may edit the guide', async () => {
    await using w = await workWorld();
    const route = `POST /step_forms/${w.steps[0]}`;
    const body = { fields: [text('A')] };
    expect(await w.status(null, route, body)).toBe(401);
    expect(await w.status('other', route, body)).toBe(403);
    expect(await w.status('owner', 'POST /step_forms/999', body)).toBe(404);
    expect(await w.status('owner', route, {})).toBe(422);
    expect(await w.status('author', route, body)).toBe(200);
    expect(await w.status('admin', route, { fields: [text('B')] })).toBe(200);
  });
});

describe('reading forms', () => {
  it('lists the forms of the guide and of its prerequisites, in the order of the steps', async () => {
    await using w = await workWorld();
    const late = await w.form(w.steps[1], [text('Late')]);
    const early = await w.form(w.steps[0], [text('Early')]);
    const first = await w.form(w.prerequisite.stepid, [text('First')]);
    expect(await w.json(null, `GET /step_forms/guideid/${w.guideid}`)).toEqual([first, early, late]);
    expect(await w.json(null, `GET /step_forms/guideid/${w.prerequisite.guideid}`)).toEqual([first]);
    expect(await w.status(null, 'GET /step_forms/guideid/999')).toBe(404);
    expect(await w.status(null, 'GET /step_forms/form_revisionid/999')).toBe(404);
    expect(await w.status(null, 'GET /step_forms/field_revisionid/999')).toBe(404);
    expect(await w.status(null, 'GET /step_forms/stepid/999')).toBe(404);
    expect(await w.status(null, 'GET /step_forms/stepid/first')).toBe(422);
  });

  it('lists the form of a step that is only in the draft at its place there, also after the step was moved', async () => {
    await using w = await workWorld();
    const { guideid } = w;
    await w.json('owner', 'POST /guides/releases', { guideid, status: 'released' });
    const edit = async (route: string, json: object): Promise<number[]> => {
      const { revisionid } = await w.json<Guide>('owner', `GET /guides/${guideid}?unpatrolled`);
      const { steps } = await w.json<Guide>('owner', `${route}?revisionid=${revisionid}`, json);
      return steps.filter((step) => step.guideid === guideid).map(({ stepid }) => stepid);
    };
    const lines = [{ text: 'New', bullet: 'black', level: 0 }];
    const [one, two, added = 0] = await edit(`POST /guides/${guideid}/steps`, { orderby: 3, lines });
    await edit(`PUT /guides/${guideid}/steporder`, { stepids: [added, one, two] });
    const second = await w.form(two ?? 0, [text('Second')]);
    const first = await w.form(added, [text('First')]);
    expect(await w.json('owner', `GET /step_forms/guideid/${guideid}`)).toEqual([first, second]);
    await edit(`PUT /guides/${guideid}/steporder`, { stepids: [one, two, added] });
    expect(await w.json('owner', `GET /step_forms/guideid/${guideid}`)).toEqual([second, first]);
  });

  it('is for people who see the guide, and later for everyone who held a run with its values', async () => {
    await using w = await workWorld();
    const form = await w.form(w.prerequisite.stepid, [text('First')]);
    const id = form.fields[0]?.field_revisionid ?? 0;
    const entry = await w.json<{ entryid: number }>('other', 'POST /work_log', {
      guideid: w.guideid,
      workorderid: 'W',
    });
    await w.run('other', entry.entryid, 'PUT stepData', { fields: { [id]: 'seen' } });
    await w.core.ctx.store.transact(null, (s) => s.db.run(sql`UPDATE guide SET public = 0`));
    expect(await w.status('other', `GET /step_forms/stepid/${w.prerequisite.stepid}`)).toBe(403);
    expect(await w.json('other', 'GET /step_forms/form_revisionid/1')).toEqual(form);
    expect(await w.status('author', 'GET /step_forms/form_revisionid/1')).toBe(403);
    expect(await w.status(null, `GET /step_forms/field_revisionid/${id}`)).toBe(403);
    await w.core.ctx.store.transact(null, (s) => s.db.run(sql`UPDATE guide SET deleted = 1`));
    expect(await w.json('other', `GET /step_forms/field_revisionid/${id}`)).toEqual(form);
    expect(await w.json('admin', `GET /step_forms/field_revisionid/${id}`)).toEqual(form);
    expect(await w.status('author', `GET /step_forms/field_revisionid/${id}`)).toBe(404);
    expect(await w.status('other', `GET /step_forms/guideid/${w.guideid}`)).toBe(404);
  });

  it('removes the form of a deleted step, but not its revisions', async () => {
    await using w = await workWorld();
    const [stepid] = w.steps;
    const form = await w.form(stepid, [text('A')]);
    const { steps } = await w.json<{ steps: { stepid: number; revisionid: number }[] }>(
      null,
      `GET /guides/${w.guideid}`,
    );
    const revisionid = steps.find((step) => step.stepid === stepid)?.revisionid;
    await w.json('owner', `DELETE /guides/${w.guideid}/steps/${stepid}?revisionid=${revisionid}`);
    expect(await w.status(null, `GET /step_forms/stepid/${stepid}`)).toBe(404);
    expect(await w.json(null, `GET /step_forms/guideid/${w.guideid}`)).toEqual([]);
    expect(await w.json(null, 'GET /step_forms/form_revisionid/1')).toEqual(form);
    expect(w.core.ctx.store.read(null, (s) => s.forms.answer(stepid))).toBeUndefined();
  });
});

it('at a desk a form is saved with provisional ids, and waits to be sent', async () => {
  await using w = await workWorld('desk');
  const pending = (): number => w.core.ctx.store.read(null, (s) => s.journal.counts().pending);
  const before = pending();
  const form = await w.form(w.steps[0], allTypes);
  expect(form.form_revisionid).toBeLessThan(0);
  for (const field of form.fields) expect(field.field_revisionid).toBeLessThan(0);
  expect(pending()).toBe(before + 1);
  expect(await w.form(w.steps[0], allTypes)).toEqual(form);
  expect(pending()).toBe(before + 1);
  expect(await w.json(null, `GET /step_forms/field_revisionid/${form.fields[3]?.field_revisionid}`)).toEqual(
    form,
  );
});

it("a site's form is stored unchanged, in all spellings, and reported again", async () => {
  await using w = await workWorld();
  const { store } = w.core.ctx;
  const [stepid] = w.steps;
  const field = { field_guid: 'field_v', label: 'Film', required: 1, options: null };
  const remote = (form_revisionid: number, field_revisionid: number, field_type: string) =>
    store.transact(null, (s) =>
      s.forms.putRemote({ form_revisionid, stepid, fields: [{ ...field, field_revisionid, field_type }] }),
    );
  remote(70, 700, 'Video');
  remote(70, 700, 'Video');
  const told = await w.json<StepForm>(null, `GET /step_forms/stepid/${stepid}`);
  expect(told).toEqual({
    form_revisionid: 70,
    stepid,
    guideid: w.guideid,
    fields: [
      {
        field_guid: 'field_v',
        field_revisionid: 700,
        field_type: 'Video',
        label: 'Film',
        required: true,
        placeholder: '',
        textarea: '',
        options: '[]',
        benchside: null,
      },
    ],
  });
  expect(store.read(null, (s) => s.forms.answer(stepid))).toBe(JSON.stringify(told));
  remote(71, 701, 'Document');
  store.transact(null, (s) => s.forms.forget(stepid));
  expect(await w.status(null, `GET /step_forms/stepid/${stepid}`)).toBe(404);
  expect(await w.json(null, 'GET /step_forms/form_revisionid/70')).toEqual(told);
});

it('the form of a step that is not released yet is only for editors of the guide, and no run has to fill it in', async () => {
  await using w = await workWorld();
  const release = { guideid: w.guideid, title: 'First', status: 'released' };
  await w.json('author', 'POST /guides/releases', release);
  const steps = `POST /guides/${w.guideid}/steps`;
  const added = { orderby: 1, lines: [{ text: 'New', bullet: 'black', level: 0 }] };
  const { steps: drafted } = await w.json<{ steps: { stepid: number }[] }>('owner', steps, added);
  const stepid = drafted[0]?.stepid ?? 0;
  const form = await w.form(stepid, [{ ...text('Serial number'), required: true }]);
  const list = `GET /step_forms/guideid/${w.guideid}`;
  expect(await w.json('owner', list)).toEqual([form]);
  expect(await w.json('owner', `GET /step_forms/stepid/${stepid}`)).toEqual(form);
  expect(await w.json(null, list)).toEqual([]);
  expect(await w.status(null, `GET /step_forms/stepid/${stepid}`)).toBe(404);
  const before = await w.start();
  await w.run('owner', before.entryid, 'POST finish');
  await w.json('author', 'POST /guides/releases', { ...release, title: 'Second' });
  expect(await w.json(null, list)).toEqual([form]);
  const after = await w.start();
  const refusal = await w.json<Refusal>('owner', `POST /work_log/${after.entryid}/finish`, {}, 422);
  expect(refusal.errors?.map(({ message }) => message)).toEqual(['Serial number is required']);
});
