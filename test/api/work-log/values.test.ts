import { describe, expect, it } from 'vitest';

import type { StepForm } from '../../../shared/model/step-form.ts';
import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { workWorld } from '../../helpers/work.ts';
import type { Refusal, WorkWorld } from '../../helpers/work.ts';

const limits = { limit_decimals: true, decimals: 2, limit_min: true, min: -1, limit_max: true, max: 20 };

/** A field, accepted values with their stored forms, and refused values. */
const types: [Record<string, unknown>, [unknown, string][], [unknown, RegExp][]][] = [
  [
    { field_type: 'Text Input' },
    [
      ['SN 1', 'SN 1'],
      [7, '7'],
      [true, '1'],
    ],
    [
      ['a\nb', /one line/],
      [['a'], /./],
    ],
  ],
  [
    { field_type: 'Text Area' },
    [
      ['a\nb', 'a\nb'],
      [1.5, '1.5'],
    ],
    [['x'.repeat(65_537), /at most/]],
  ],
  [
    { field_type: 'Checkbox' },
    [
      [true, '1'],
      [false, '0'],
      [1, '1'],
      ['0', '0'],
      ['true', '1'],
    ],
    [
      ['yes', /1 or 0/],
      [2, /1 or 0/],
    ],
  ],
  [
    { field_type: 'Numeric Input', options: limits },
    [
      [20, '20'],
      ['-1', '-1'],
      [' 0.25 ', '0.25'],
      ['.5', '.5'],
    ],
    [
      ['0,5', /number/],
      ['1.234', /2 decimals/],
      [21, /20 or less/],
      ['-1.01', /-1 or more/],
      ['1e3', /number/],
    ],
  ],
  [{ field_type: 'Numeric Input' }, [['123456.789', '123456.789']], [['ten', /number/]]],
  [{ field_type: 'Radios', options: ['I', 'II'] }, [['II', 'II']], [['III', /one of: I, II/]]],
  [
    { field_type: 'Select', options: ['1', '2'] },
    [
      [2, '2'],
      [true, '1'],
    ],
    [[3, /one of: 1, 2/]],
  ],
  [
    { field_type: 'Image' },
    [],
    [
      ['a picture', /id of an image/],
      [999, /no image 999/],
    ],
  ],
];

const save = (w: WorkWorld, fields: unknown, more: object = {}): Promise<WorkLogEntry> =>
  w.run('owner', 1, 'PUT stepData', { fields, ...more });
const refused = (w: WorkWorld, fields: unknown): Promise<Refusal> =>
  w.json('owner', 'PUT /work_log/1/stepData', { fields }, 422);

describe('PUT /work_log/{entryid}/stepData', () => {
  it('stores values as texts, and refuses invalid ones by field', async () => {
    await using w = await workWorld();
    const form = await w.form(
      w.steps[0],
      types.map(([field], index) => ({ label: `Field ${index}`, ...field })),
    );
    await w.start();
    for (const [index, [, good, bad]] of types.entries()) {
      const field = form.fields[index];
      const id = field?.field_revisionid ?? 0;
      for (const [given, kept] of good) {
        const entry = await save(w, { [id]: given });
        expect(entry.work_data.find((item) => item.field_revisionid === id)).toEqual({
          label: field?.label,
          value: kept,
          field_revisionid: id,
          stepid: w.steps[0],
        });
      }
      const before = await w.json('owner', 'GET /work_log/1');
      for (const [given, message] of bad) {
        const answer = await refused(w, { [id]: given });
        expect([given, answer.message]).toEqual([given, expect.stringMatching(message)]);
        expect(await w.json('owner', 'GET /work_log/1')).toEqual(before);
      }
    }
  });

  it('takes all values or none, and names each refused one', async () => {
    await using w = await workWorld();
    await w.form(w.steps[0], [
      { field_type: 'Text Input', label: 'Serial number' },
      { field_type: 'Checkbox', label: 'Clean' },
    ]);
    await w.start();
    const answer = await refused(w, { 1: 'SN-1', 2: 'perhaps', 99: 'x' });
    expect(answer.errors).toEqual([
      { field: 'fields.2', message: 'Clean must be 1 or 0, true or false', code: 'invalid' },
      { field: 'fields.99', message: 'No form of this guide has this field', code: 'unknown_field' },
    ]);
    expect(await w.json('owner', 'GET /work_log/1')).toMatchObject({ work_data: [] });
    for (const json of [{}, { fields: 'x' }, { fields: [1] }, { fields: { 1: {} } }])
      expect(await w.status('owner', 'PUT /work_log/1/stepData', json)).toBe(422);
    expect(await save(w, [])).toMatchObject({ work_data: [] });
  });

  it('removes a value with null or an empty text, and records nothing if nothing changes', async () => {
    await using w = await workWorld();
    await w.form(w.steps[0], [
      { field_type: 'Text Input', label: 'A' },
      { field_type: 'Select', label: 'B', options: ['x'] },
    ]);
    await w.start();
    const both = await save(w, { 1: 'a', 2: 'x' });
    expect(both.work_data.map((item) => item.value)).toEqual(['a', 'x']);
    expect(await save(w, { 1: 'a', 2: 'x' })).toEqual(both);
    expect((await save(w, { 1: null })).work_data.map((item) => item.label)).toEqual(['B']);
    expect((await save(w, { 2: '' })).work_data).toEqual([]);
    expect((await save(w, { 2: null })).benchside.events).toHaveLength(5);
  });

  it('takes fields of the form at the start of the run, and of later ones; a field has one value', async () => {
    await using w = await workWorld();
    const field = { field_type: 'Text Input', label: 'Serial number', field_guid: 'field_serial' };
    await w.form(w.steps[0], [field]);
    w.clock.now += 10;
    await w.form(w.steps[0], [{ ...field, label: 'Number' }]);
    w.clock.now += 10;
    await w.start();
    w.clock.now += 10;
    await w.form(w.steps[0], [{ ...field, label: 'No.' }]);
    expect((await refused(w, { 1: 'old' })).message).toContain('had changed before this run began');
    expect((await save(w, { 2: 'then' })).work_data).toMatchObject([
      { field_revisionid: 2, label: 'Number' },
    ]);
    expect((await save(w, { 3: 'now' })).work_data).toMatchObject([{ field_revisionid: 3, value: 'now' }]);
    expect((await save(w, { 2: null })).work_data).toEqual([]);
    // A desk that was offline did not know of the change.
    const offline = await save(w, { 1: 'old' }, { benchside: { time: w.clock.now } });
    expect(offline.work_data).toMatchObject([{ field_revisionid: 1, value: 'old' }]);
    const form = await w.json<StepForm>('owner', 'GET /step_forms/field_revisionid/1');
    expect(form.fields[0]?.label).toBe('Serial number');
  });

  it('refuses fields of other guides', async () => {
    await using w = await workWorld();
    const { stepid, guideid } = w.prerequisite;
    await w.form(w.steps[0], [{ field_type: 'Text Input', label: 'Later' }]);
    await w.form(stepid, [{ field_type: 'Text Input', label: 'First' }]);
    await w.start();
    expect((await save(w, { 2: 'of the prerequisite' })).work_data).toHaveLength(1);
    await w.json('owner', 'POST /work_log', { guideid, workorderid: 'WO-2' });
    expect(await w.status('owner', 'PUT /work_log/2/stepData', { fields: { 1: 'x' } })).toBe(422);
  });

  it('makes the step of the fields the active one in an active run, but not in a paused one', async () => {
    await using w = await workWorld();
    const [one, two] = w.steps;
    await w.form(one, [{ field_type: 'Text Input', label: 'One' }]);
    await w.form(two, [{ field_type: 'Text Input', label: 'Two' }]);
    await w.start();
    expect((await save(w, { 1: 'a' })).benchside.active_stepid).toBe(one);
    expect((await save(w, { 1: 'b', 2: 'b' })).benchside.active_stepid).toBe(one);
    expect((await save(w, { 2: 'c' })).benchside.active_stepid).toBe(two);
    await w.run('owner', 1, 'POST pause');
    expect((await save(w, { 1: 'd' })).benchside).toMatchObject({ stepid: two, active_stepid: null });
    expect((await w.run('owner', 1, 'POST resume')).benchside.active_stepid).toBe(two);
  });

  it('answers 409 with the present entry if the session missed a change', async () => {
    await using w = await workWorld();
    await w.form(w.steps[0], [{ field_type: 'Text Input', label: 'One' }]);
    const { timingid } = await w.start();
    const first = await save(w, { 1: 'a' }, { lasttimingid: timingid });
    expect(first.timingid).not.toBe(timingid);
    expect(await save(w, { 1: 'b' }, { lasttimingid: first.timingid })).toMatchObject({
      timingid: first.timingid,
    });
    const paused = await w.run('owner', 1, 'POST pause');
    const json = { fields: { 1: 'c' }, lasttimingid: first.timingid };
    expect(await w.json('owner', 'PUT /work_log/1/stepData', json, 409)).toEqual(paused);
    expect(await save(w, { 1: 'd' }, { lasttimingid: null })).toMatchObject({ work_data: [{ value: 'd' }] });
  });

  it('stores a picture of the media manager, and shows it with its value', async () => {
    await using w = await workWorld();
    const imageid = w.core.ctx.store.transact(null, (s) => {
      const image = { userid: w.userids.owner, width: 4, height: 3, mime: 'image/png' };
      return s.media.add({ ...image, guid: 'picture' }, []).imageid;
    });
    await w.form(w.steps[0], [{ field_type: 'Image', label: 'Label' }]);
    await w.start();
    const entry = await save(w, { 1: imageid });
    expect(entry.work_data).toMatchObject([
      { value: String(imageid), image: { id: imageid, guid: 'picture' } },
    ]);
    const uses = (): string[] => w.core.ctx.store.read(null, (s) => s.media.uses('work', 1));
    expect(uses()).toEqual(['picture']);
    await save(w, { 1: null });
    expect(uses()).toEqual([]);
  });
});

describe('finishing', () => {
  it('is refused while required fields have no value, also of prerequisites, and names them', async () => {
    await using w = await workWorld();
    const needed = (label: string): object => ({ field_type: 'Text Input', label, required: true });
    await w.form(w.prerequisite.stepid, [needed('First')]);
    await w.form(w.steps[0], [needed('Second'), { field_type: 'Checkbox', label: 'Clean', required: true }]);
    await w.start();
    const finish = (expect: number): Promise<Refusal> =>
      w.json('owner', 'POST /work_log/1/finish', {}, expect);
    expect((await finish(422)).errors).toEqual([
      { field: 'fields.1', message: 'First is required', code: 'missing_field' },
      { field: 'fields.2', message: 'Second is required', code: 'missing_field' },
    ]);
    await save(w, { 2: 'b' });
    expect((await finish(422)).errors?.map((error) => error.field)).toEqual(['fields.1']);
    await save(w, { 1: 'a' });
    expect(await finish(200)).toMatchObject({ status: 'complete', max_form_revisionid: 2 });
    await w.form(w.steps[0], [needed('Second'), needed('Third')]);
    expect(await w.json('owner', 'GET /work_log/1')).toMatchObject({ max_form_revisionid: 2 });
    await w.start();
    expect(await w.run('owner', 2, 'POST cancel')).toMatchObject({ status: 'cancelled', cancelled: 1 });
  });

  it('is checked by the form that was filled in, else by the form at the end of the run', async () => {
    await using w = await workWorld();
    const serial = { field_type: 'Text Input', label: 'Serial', field_guid: 'field_serial', required: true };
    const added = { field_type: 'Text Input', label: 'Added', required: true };
    await w.form(w.steps[0], [serial]);
    await w.start();
    await save(w, { 1: 'SN-1' });
    await w.start('WO-2');
    w.clock.now += 600;
    await w.form(w.steps[0], [serial, added]);
    await w.form(w.steps[1], [added]);
    expect((await w.json<Refusal>('owner', 'POST /work_log/1/finish', {}, 422)).errors).toMatchObject([
      { field: 'fields.4', message: 'Added is required' },
    ]);
    const before = { benchside: { time: w.clock.now - 60 } };
    expect(await w.run('owner', 1, 'POST finish', before)).toMatchObject({
      status: 'complete',
      duration: 540,
    });
    expect((await w.json<Refusal>('owner', 'POST /work_log/2/finish', before, 422)).errors).toMatchObject([
      { field: 'fields.1', message: 'Serial is required' },
    ]);
  });
});
