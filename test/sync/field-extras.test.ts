import { expect, it } from 'vitest';

import type { StepForm } from '../../shared/model/step-form.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import { bench } from '../helpers/plain-bench.ts';
import { untilSent } from '../helpers/plain-pair.ts';
import { photo } from '../media/pictures.ts';

const number = { field_type: 'Numeric Input', label: 'Earth', benchside: { highest: 0.3, unit: 'Ω' } };
const photos = { field_type: 'Image', label: 'Photos', benchside: { several: true } };
const date = { field_type: 'Text Input', label: 'Tested on', benchside: { date: true } };

const extrasIn = (form: StepForm): unknown[] => form.fields.map(({ benchside }) => benchside);

it('[J5.5] what fields have beyond the contract is synced both ways, and merged with what the hub changed', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  const { steps } = await both.desk.json<{ steps: { stepid: number }[] }>(`GET /guides/${guideid}`, ann);
  const route = `POST /step_forms/${steps[0]?.stepid}`;
  const read = `GET /step_forms/stepid/${steps[0]?.stepid}`;
  const admin = { token: both.admin };
  const { fields } = await both.desk.json<StepForm>(route, { ...ann, json: { fields: [number, date] } });
  await both.round({ people: [ann] });
  const there = await both.hub.json<StepForm>(read, admin);
  expect(extrasIn(there)).toEqual([{ highest: 0.3, unit: 'Ω' }, { date: true }]);
  expect(fields).toHaveLength(2);

  const [earth, tested] = there.fields;
  await both.hub.json(route, {
    ...admin,
    json: { fields: [{ ...earth, benchside: { highest: 0.5 } }, tested] },
  });
  const json = {
    fields: [earth, { ...tested, benchside: null }, photos],
    form_revisionid: there.form_revisionid,
  };
  await both.desk.json(route, { ...ann, json });
  await both.round({ people: [ann] });
  await both.round({ people: [ann] });
  for (const core of [both.hub, both.desk])
    expect(extrasIn(await core.json<StepForm>(read, core === both.hub ? admin : ann))).toEqual([
      { highest: 0.5 },
      null,
      { several: true },
    ]);
});

it('[J2.2] several pictures taken offline reach the hub under its ids, with what the limits say of a number', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  const { steps } = await both.desk.json<{ steps: { stepid: number }[] }>(`GET /guides/${guideid}`, ann);
  const { fields } = await both.desk.json<StepForm>(`POST /step_forms/${steps[0]?.stepid}`, {
    ...ann,
    json: { fields: [number, photos] },
  });
  const pictures: number[] = [];
  for (const name of ['one', 'two']) {
    const body = { body: new Uint8Array(await (await photo(800 + pictures.length, 600)).png().toBuffer()) };
    const made = await both.desk.json<{ image: { id: number } }>(`POST /user/media/images?file=${name}.png`, {
      ...ann,
      ...body,
    });
    pictures.push(made.image.id);
  }
  const { entryid } = await both.desk.json<WorkLogEntry>('POST /work_log', {
    ...ann,
    json: { guideid, workorderid: 'WO-1' },
  });
  const values = {
    [fields[0]?.field_revisionid ?? 0]: 0.4,
    [fields[1]?.field_revisionid ?? 0]: pictures.join(','),
  };
  await both.desk.json(`PUT /work_log/${entryid}/stepData`, { ...ann, json: { fields: values } });
  await both.round({ people: [ann] });
  const { results } = await both.hub.json<{ results: WorkLogEntry[] }>('GET /work_log', {
    token: both.admin,
  });
  expect(results[0]?.work_data).toMatchObject([
    { value: '0.4', benchside: { highest: 0.3, outside: true } },
    { value: expect.stringMatching(/^\d+,\d+$/) },
  ]);
  const whole = await both.hub.json<WorkLogEntry>(`GET /work_log/${results[0]?.entryid}`, {
    token: both.admin,
  });
  expect(whole.work_data[1]).toMatchObject({
    images: [{ id: expect.any(Number) }, { id: expect.any(Number) }],
  });
});

it('[J5.5] a site that does not know them gets plain fields, and its desk keeps its own', async () => {
  await using at = await bench();
  const route = `POST /step_forms/${at.stepid}`;
  const read = `GET /step_forms/stepid/${at.stepid}`;
  await at.here(route, at.ann.token, { fields: [number] });
  await untilSent(at);
  await at.round({ byHand: true });
  expect(extrasIn(await at.here<StepForm>(read))).toEqual([{ highest: 0.3, unit: 'Ω' }]);
  const there = await at.there<StepForm>(read);
  expect(there.fields).toMatchObject([{ field_type: 'Numeric Input', label: 'Earth' }]);

  const [earth] = (await at.here<StepForm>(read)).fields;
  await at.here(route, at.ann.token, {
    fields: [{ ...earth, label: 'Protective earth', options: {} }, date],
  });
  await untilSent(at);
  await at.round({ byHand: true });
  expect(extrasIn(await at.here<StepForm>(read))).toEqual([{ highest: 0.3, unit: 'Ω' }, { date: true }]);
});
