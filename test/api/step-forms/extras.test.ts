import { describe, expect, it } from 'vitest';

import type { ValuesReport } from '../../../shared/model/field-values.ts';
import type { StepForm } from '../../../shared/model/step-form.ts';
import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { workWorld } from '../../helpers/work.ts';
import type { Refusal } from '../../helpers/work.ts';

const fields = [
  {
    field_type: 'Numeric Input',
    label: 'Protective earth',
    benchside: { lowest: 0, highest: 0.3, unit: ' Ω ', date: true },
  },
  { field_type: 'Text Input', label: 'Tested on', benchside: { date: true, notApplicable: true } },
  { field_type: 'Image', label: 'Photos', benchside: { several: true } },
  {
    field_type: 'Image',
    label: 'Signed',
    required: true,
    benchside: { signature: true, notApplicable: true },
  },
  { field_type: 'Checkbox', label: 'Clean', benchside: { unit: 'V' } },
  { field_type: 'Checkbox', label: 'Cord without damage', benchside: { required: true, noFails: true } },
  {
    field_type: 'Radios',
    label: 'Result',
    options: ['good', 'worn', 'broken'],
    benchside: { fails: ['worn', 'broken'] },
  },
  { field_type: 'Text Area', label: 'Remarks', benchside: { required: true } },
];

describe('what a field has beyond the contract', () => {
  it('is kept as far as its type has it, and answered with the form', async () => {
    await using w = await workWorld();
    const form = await w.form(w.steps[0], fields);
    expect(form.fields.map(({ benchside }) => benchside)).toEqual([
      { lowest: 0, highest: 0.3, unit: 'Ω' },
      { date: true, notApplicable: true },
      { several: true },
      { signature: true, notApplicable: true },
      null,
      { required: true, noFails: true },
      { fails: ['worn', 'broken'] },
      null,
    ]);
    expect(form.fields[5]).toMatchObject({ field_type: 'Checkbox', required: false });
    const guids = form.fields.map(({ field_guid }, at) => ({ ...fields[at], field_guid }));
    const again = await w.json<StepForm>('owner', `POST /step_forms/${w.steps[0]}`, { fields: guids });
    expect(again.form_revisionid).toBe(form.form_revisionid);
  });

  it('stays when a program saves the form that does not know it, and goes when it is taken away', async () => {
    await using w = await workWorld();
    const form = await w.form(w.steps[0], fields);
    const save = async (benchside?: null): Promise<StepForm> =>
      w.json('owner', `POST /step_forms/${w.steps[0]}`, {
        fields: form.fields.map(({ field_guid, field_type, options }) => ({
          field_guid,
          field_type,
          options,
          label: 'Other',
          ...(benchside === undefined ? {} : { benchside }),
        })),
      });
    expect((await save()).fields.map(({ benchside }) => benchside)).toEqual(
      form.fields.map(({ benchside }) => benchside),
    );
    expect((await save(null)).fields.map(({ benchside }) => benchside)).toEqual(fields.map(() => null));
  });

  it('is refused with the name of what is wrong', async () => {
    await using w = await workWorld();
    const refusal = async (benchside: unknown): Promise<Refusal> =>
      w.json(
        'owner',
        `POST /step_forms/${w.steps[0]}`,
        {
          fields: [{ field_type: 'Numeric Input', label: 'x', benchside }],
        },
        422,
      );
    expect((await refusal({ lowest: 2, highest: 1 })).message).toMatch(/must not be above the highest value/);
    for (const wrong of [
      { unit: 'x'.repeat(21) },
      { lowest: '1' },
      { notApplicable: 'yes' },
      { required: 1 },
      { noFails: false },
      { fails: 'x' },
      'date',
    ])
      expect((await refusal(wrong)).errors).toMatchObject([
        { field: 'benchside', index: 0, code: 'invalid' },
      ]);
  });
});

it('refuses failing choices that the field does not have', async () => {
  await using w = await workWorld();
  const refusal = await w.json<Refusal>(
    'owner',
    `POST /step_forms/${w.steps[0]}`,
    { fields: [{ field_type: 'Select', label: 'Result', options: ['good'], benchside: { fails: ['bad'] } }] },
    422,
  );
  expect(refusal.errors).toMatchObject([
    { field: 'benchside', index: 0, message: 'fails must be among the choices' },
  ]);
});

describe('values of such fields', () => {
  it('end no job without an answer to a check box that requires one; a "No" is an answer', async () => {
    await using w = await workWorld();
    const { fields: made } = await w.form(w.steps[0], [
      { field_type: 'Checkbox', label: 'Whole', benchside: { required: true } },
      { field_type: 'Checkbox', label: 'Clean' },
    ]);
    const { entryid } = await w.start();
    const finish = (status?: number) =>
      w.json<Refusal>('owner', `POST /work_log/${entryid}/finish`, {}, status);
    const refusal = await finish(422);
    expect(refusal.errors).toMatchObject([
      {
        field: `fields.${made[0]?.field_revisionid}`,
        message: 'Whole needs an answer: yes or no',
        code: 'missing_field',
      },
    ]);
    await w.run('owner', entryid, 'PUT stepData', { fields: { [String(made[0]?.field_revisionid)]: '0' } });
    expect(await finish()).toMatchObject({ status: 'complete' });
  });

  it('are out of limits if a check box is answered with a failing "No", or a failing choice is made', async () => {
    await using w = await workWorld();
    const { fields: made } = await w.form(w.steps[0], [
      { field_type: 'Checkbox', label: 'Whole', benchside: { noFails: true, notApplicable: true } },
      { field_type: 'Select', label: 'Result', options: ['good', 'worn'], benchside: { fails: ['worn'] } },
    ]);
    const { entryid } = await w.start();
    const judged = async (...values: string[]): Promise<unknown[]> => {
      const given = values.map((value, at) => [String(made[at]?.field_revisionid), value]);
      const json = { fields: Object.fromEntries(given) };
      const entry = await w.run('owner', entryid, 'PUT stepData', json);
      return entry.work_data.map(({ benchside }) => benchside);
    };
    expect(await judged('1', 'good')).toEqual([
      { noFails: true, outside: false },
      { fails: ['worn'], outside: false },
    ]);
    expect(await judged('n/a', 'good')).toEqual([undefined, { fails: ['worn'], outside: false }]);
    expect(await judged('0', 'worn')).toEqual([
      { noFails: true, outside: true },
      { fails: ['worn'], outside: true },
    ]);
    const report = await w.json<ValuesReport>('owner', `GET /benchside/guides/${w.guideid}/values`);
    expect(report.fields).toMatchObject([
      { label: 'Whole', noFails: true, values: [{ outside: true }] },
      { label: 'Result', fails: ['worn'], values: [{ outside: true }] },
    ]);
  });

  it('are judged by the limits of the form in which they were entered, and saved in any case', async () => {
    await using w = await workWorld();
    const { fields: made } = await w.form(w.steps[0], fields);
    const { entryid } = await w.start();
    const enter = async (value: unknown): Promise<WorkLogEntry> =>
      w.run('owner', entryid, 'PUT stepData', { fields: { [String(made[0]?.field_revisionid)]: value } });
    expect((await enter('0.31')).work_data).toMatchObject([
      { value: '0.31', benchside: { lowest: 0, highest: 0.3, unit: 'Ω', outside: true } },
    ]);
    await w.json('owner', `POST /step_forms/${w.steps[0]}`, {
      fields: [{ ...fields[0], field_guid: made[0]?.field_guid, benchside: { highest: 9 } }],
    });
    const list = await w.json<{ results: WorkLogEntry[] }>('owner', 'GET /work_log');
    expect(list.results[0]?.work_data).toMatchObject([{ benchside: { highest: 0.3, outside: true } }]);
    expect((await enter(0.3)).work_data).toMatchObject([{ benchside: { outside: false } }]);
  });

  it('are dates of the calendar, several pictures, or none because the field does not apply', async () => {
    await using w = await workWorld();
    const { fields: made } = await w.form(w.steps[0], fields);
    const { entryid } = await w.start();
    const idOf = (at: number): string => String(made[at]?.field_revisionid);
    const status = (at: number, value: unknown): Promise<number> =>
      w.status('owner', `PUT /work_log/${entryid}/stepData`, { fields: { [idOf(at)]: value } });
    for (const wrong of ['24.11.2026', '2026-02-30', '0202-11-24', 'soon'])
      expect(await status(1, wrong)).toBe(422);
    expect(await status(1, '2026-02-28')).toBe(200);
    expect(await status(1, 'n/a')).toBe(200);
    expect(await status(0, 'n/a')).toBe(422);
    expect(await status(3, '1,2')).toBe(422);
    expect(await status(2, '991,992')).toBe(422);
    expect(await status(2, Array.from({ length: 11 }, (_, n) => n + 1).join(','))).toBe(422);
    expect(await w.status('owner', `POST /work_log/${entryid}/finish`, {})).toBe(422);
    expect(await status(3, 'n/a')).toBe(200);
    expect(await status(5, '1')).toBe(200);

    const pictures = w.core.ctx.store.transact(null, (s) =>
      ['first', 'second'].map((guid) => {
        const image = { userid: w.userids.owner, width: 4, height: 3, mime: 'image/png', guid };
        return s.media.add(image, []).imageid;
      }),
    );
    expect(await status(2, pictures.join(','))).toBe(200);
    const entry = await w.json<WorkLogEntry>('owner', `GET /work_log/${entryid}`);
    expect(entry.work_data.find(({ label }) => label === 'Photos')).toMatchObject({
      value: pictures.join(','),
      image: { id: pictures[0] },
      images: pictures.map((id) => ({ id })),
    });
    const uses = w.core.ctx.store.read(null, (s) => s.media.uses('work', entryid));
    expect(uses.toSorted()).toEqual(['first', 'second']);
    expect(await w.status('owner', `POST /work_log/${entryid}/finish`, {})).toBe(200);
  });
});
