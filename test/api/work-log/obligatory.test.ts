import { expect, it } from 'vitest';

import type { StepForm } from '../../../shared/model/step-form.ts';
import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import type { Refusal, WorkWorld } from '../../helpers/work.ts';
import { workWorld } from '../../helpers/work.ts';

const done = { field_type: 'Checkbox', label: 'Step done', benchside: { obligatory: true } };

const omit = (
  w: WorkWorld,
  entryid: number,
  body: { stepids?: unknown; reason?: unknown },
  expect?: number,
): Promise<WorkLogEntry> => w.json('owner', `PUT /benchside/work_log/${entryid}/omitted`, body, expect);

it('a job that ends without an obligatory step keeps the reason, in lists and after the end', async () => {
  await using w = await workWorld();
  const [one, two] = w.steps;
  const form: StepForm = await w.form(two, [done]);
  expect(form.fields[0]?.benchside).toEqual({ obligatory: true });
  await w.form(one, [{ field_type: 'Text Input', label: 'Remarks' }]);
  const { entryid } = await w.start();
  const said = await omit(w, entryid, { stepids: [two, two], reason: ' The meter is away ' });
  const left = { stepid: two, reason: 'The meter is away', userid: w.userids.owner, time: w.clock.now };
  expect(said.benchside.omitted).toEqual([left]);
  expect((await omit(w, entryid, { stepids: [two], reason: 'The meter is away' })).benchside.events).toEqual(
    said.benchside.events,
  );
  await w.run('owner', entryid, 'POST finish');
  const { results } = await w.json<{ results: WorkLogEntry[] }>('admin', 'GET /work_log');
  expect(results[0]?.benchside.omitted).toEqual([left]);
  const ended = await w.json<WorkLogEntry>('admin', `GET /work_log/${entryid}`);
  expect(ended.benchside.events?.map(({ type, note }) => [type, note])).toEqual([
    ['start', undefined],
    ['omitted', 'The meter is away'],
    ['finish', undefined],
  ]);
});

it('a step that is visited after all is not left out', async () => {
  await using w = await workWorld();
  await w.form(w.steps[1], [done]);
  await w.form(w.prerequisite.stepid, [done]);
  const { entryid } = await w.start();
  const stepids = [w.prerequisite.stepid, w.steps[1]];
  const both = await omit(w, entryid, { stepids, reason: 'No time' });
  expect(both.benchside.omitted?.map(({ stepid }) => stepid)).toEqual(stepids);
  await w.run('owner', entryid, 'PUT step', { stepid: w.steps[1] });
  const ended = await w.run('owner', entryid, 'POST finish');
  expect(ended.benchside.omitted?.map(({ stepid }) => stepid)).toEqual([w.prerequisite.stepid]);
});

it('a program that gives no reason finishes, and the job says that there is none', async () => {
  await using w = await workWorld();
  await w.form(w.steps[0], [done]);
  const { entryid } = await w.start();
  const ended = await w.run('owner', entryid, 'POST finish');
  expect(ended.status).toBe('complete');
  expect(ended.benchside.omitted).toMatchObject([{ stepid: w.steps[0], reason: null }]);
});

it('refuses an empty or endless reason, other people, and jobs that ended', async () => {
  await using w = await workWorld();
  await w.form(w.steps[0], [done]);
  const { entryid } = await w.start();
  for (const reason of ['  ', 'x'.repeat(501), 7, undefined])
    await omit(w, entryid, { stepids: [w.steps[0]], reason }, 422);
  for (const stepids of [[], [99], 7, undefined]) await omit(w, entryid, { stepids, reason: 'x' }, 422);
  expect(
    await w.status('other', `PUT /benchside/work_log/${entryid}/omitted`, {
      stepids: [w.steps[0]],
      reason: 'x',
    }),
  ).toBe(403);
  expect(
    await w.status(null, `PUT /benchside/work_log/${entryid}/omitted`, {
      stepids: [w.steps[0]],
      reason: 'x',
    }),
  ).toBe(401);
  expect((await w.json<WorkLogEntry>('owner', `GET /work_log/${entryid}`)).benchside.omitted).toBeUndefined();
  await w.run('owner', entryid, 'POST finish');
  const refusal = await w.json<Refusal>(
    'owner',
    `PUT /benchside/work_log/${entryid}/omitted`,
    { stepids: [w.steps[0]], reason: 'x' },
    422,
  );
  expect(refusal.message).toContain('complete');
});

it('a job that visited its steps leaves none out', async () => {
  await using w = await workWorld();
  const { entryid } = await w.start();
  await w.run('owner', entryid, 'PUT step', { stepid: w.steps[0] });
  const said = await omit(w, entryid, { stepids: [w.steps[0]], reason: 'Nothing to say' });
  expect(said.benchside.omitted).toBeUndefined();
  expect((await w.run('owner', entryid, 'POST finish')).benchside.omitted).toBeUndefined();
});
