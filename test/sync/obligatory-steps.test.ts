import { expect, it } from 'vitest';

import type { StepForm } from '../../shared/model/step-form.ts';
import type { OmittedStep, WorkLogEntry } from '../../shared/model/work-log.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import { bench } from '../helpers/plain-bench.ts';
import { untilSent } from '../helpers/plain-pair.ts';

const done = { field_type: 'Checkbox', label: 'Step done', benchside: { obligatory: true } };

it('[J13.1] the reason for leaving out an obligatory step, given offline, is once at the hub and at the desk', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  const { steps } = await both.desk.json<{ steps: { stepid: number }[] }>(`GET /guides/${guideid}`, ann);
  const route = `POST /step_forms/${steps[0]?.stepid}`;
  await both.desk.json<StepForm>(route, { ...ann, json: { fields: [done] } });
  const { entryid } = await both.desk.json<WorkLogEntry>('POST /work_log', {
    ...ann,
    json: { guideid, workorderid: 'WO-1' },
  });
  const json = { stepids: [steps[0]?.stepid], reason: 'The meter is away' };
  await both.desk.json(`PUT /benchside/work_log/${entryid}/omitted`, { ...ann, json });
  await both.desk.json(`POST /work_log/${entryid}/finish`, { ...ann, json: {} });
  await both.round({ people: [ann] });
  await both.round({ people: [ann] });
  const said: (OmittedStep[] | undefined)[] = [];
  for (const core of [both.hub, both.desk]) {
    const { results } = await core.json<{ results: WorkLogEntry[] }>('GET /work_log', {
      token: core === both.hub ? both.admin : ann.token,
    });
    expect(results).toMatchObject([{ status: 'complete' }]);
    said.push(results[0]?.benchside.omitted);
  }
  expect(said[0]).toEqual([
    {
      stepid: steps[0]?.stepid,
      reason: 'The meter is away',
      userid: expect.any(Number),
      time: expect.any(Number),
    },
  ]);
  expect(said[1]).toEqual(said[0]);
});

it('whether the conclusion was read offline is the same at the hub and at the desk', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  const { revisionid } = await both.desk.json<{ revisionid: number }>(`GET /guides/${guideid}`, ann);
  const json = { conclusion: 'Test it.' };
  await both.desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { ...ann, json });
  for (const workorderid of ['WO-1', 'WO-2']) {
    const { entryid } = await both.desk.json<WorkLogEntry>('POST /work_log', {
      ...ann,
      json: { guideid, workorderid },
    });
    if (workorderid === 'WO-2')
      await both.desk.json(`PUT /benchside/work_log/${entryid}/step`, { ...ann, json: { stepid: null } });
    await both.desk.json(`POST /work_log/${entryid}/finish`, { ...ann, json: {} });
  }
  await both.round({ people: [ann] });
  await both.round({ people: [ann] });
  for (const core of [both.hub, both.desk]) {
    const token = core === both.hub ? both.admin : ann.token;
    const { results } = await core.json<{ results: WorkLogEntry[] }>('GET /work_log?order=ASC', { token });
    expect(results.map(({ benchside }) => benchside.conclusion)).toEqual(['unread', 'read']);
  }
});

it('[J5.5] at a site that does not know obligatory steps the job ends, and its desk keeps the reason', async () => {
  await using at = await bench();
  await at.here(`POST /step_forms/${at.stepid}`, at.ann.token, { fields: [done] });
  await untilSent(at);
  await at.round({ byHand: true });
  const { guideid, ann } = at;
  const { entryid } = await at.here<WorkLogEntry>('POST /work_log', ann.token, { guideid, workorderid: 'A' });
  await at.here(`PUT /benchside/work_log/${entryid}/omitted`, ann.token, {
    stepids: [at.stepid],
    reason: 'No time',
  });
  await at.here(`POST /work_log/${entryid}/finish`, ann.token, {});
  await untilSent(at);
  await at.round({ byHand: true });
  const { results } = await at.here<{ results: WorkLogEntry[] }>('GET /work_log', ann.token);
  expect(results).toMatchObject([
    { status: 'complete', benchside: { omitted: [{ stepid: at.stepid, reason: 'No time' }] } },
  ]);
});
