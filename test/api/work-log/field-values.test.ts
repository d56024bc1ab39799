import { expect, it } from 'vitest';

import type { ValuesReport } from '../../../shared/model/field-values.ts';
import type { Someone, WorkWorld } from '../../helpers/work.ts';
import { workWorld } from '../../helpers/work.ts';

const volts = { field_type: 'Numeric Input', label: 'Voltage', benchside: { highest: 20, unit: 'V' } };
const leaks = { field_type: 'Checkbox', label: 'Leaks' };

const values = (w: WorkWorld, who: Someone, query = ''): Promise<ValuesReport> =>
  w.json(who, `GET /benchside/guides/${w.guideid}/values${query}`);

const limited = (highest: number): object => ({ highest, unit: 'V' });

async function job(w: WorkWorld, order: string, fields: Record<number, unknown>): Promise<number> {
  const { entryid } = await w.start(order);
  await w.run('owner', entryid, 'PUT stepData', { fields });
  await w.run('owner', entryid, 'POST finish', {});
  w.clock.now += 1000;
  return entryid;
}

it('sums up values by field and oldest first, across the revisions of a form, each with the limits that it had', async () => {
  await using w = await workWorld();
  const before = await w.form(w.steps[0], [volts, leaks]);
  const [first, second] = before.fields.map(({ field_revisionid }) => field_revisionid);
  const one = await job(w, 'WO-1', { [first ?? 0]: 25, [second ?? 0]: true });
  const after = await w.form(w.steps[0], [
    { ...before.fields[0], benchside: { highest: 30, unit: 'V' } },
    leaks,
  ]);
  const [now] = after.fields.map(({ field_revisionid }) => field_revisionid);
  const two = await job(w, 'WO-2', { [now ?? 0]: '25.5' });
  expect(await values(w, 'admin')).toEqual({
    title: 'Mend the pump',
    jobs: 2,
    more: false,
    fields: [
      {
        stepid: w.steps[0],
        label: 'Voltage',
        field_type: 'Numeric Input',
        highest: 30,
        unit: 'V',
        values: [
          { entryid: one, workorderid: 'WO-1', time: 1_000_000, value: '25', ...limited(20), outside: true },
          {
            entryid: two,
            workorderid: 'WO-2',
            time: 1_001_000,
            value: '25.5',
            ...limited(30),
            outside: false,
          },
        ],
      },
      {
        stepid: w.steps[0],
        label: 'Leaks',
        field_type: 'Checkbox',
        values: [{ entryid: one, workorderid: 'WO-1', time: 1_000_000, value: '1', outside: false }],
      },
    ],
  });
  const jobs = async (query: string): Promise<number> => (await values(w, 'admin', query)).jobs;
  expect(await jobs('?from=1000500')).toBe(1);
  expect(await jobs('?to=1000500')).toBe(1);
  expect(await jobs('?from=1001000&to=1001001')).toBe(1);
  expect(await jobs('?from=1001001')).toBe(0);
});

it('has the jobs that the person may see in the job log, and refuses what is no time', async () => {
  await using w = await workWorld();
  const form = await w.form(w.steps[0], [volts]);
  await job(w, 'WO-1', { [form.fields[0]?.field_revisionid ?? 0]: 12 });
  for (const [who, jobs] of [
    ['admin', 1],
    ['author', 1],
    ['owner', 1],
    ['other', 0],
  ] as const)
    expect([who, (await values(w, who)).jobs]).toEqual([who, jobs]);
  const path = `GET /benchside/guides/${w.guideid}/values`;
  expect(await w.status(null, path)).toBe(401);
  expect(await w.status('admin', `${path}?from=soon`)).toBe(422);
  expect(await w.json('admin', 'GET /benchside/guides/999/values')).toMatchObject({ jobs: 0, fields: [] });
});

it('keeps the limits of a field whose newest value does not apply, and says which field takes dates', async () => {
  await using w = await workWorld();
  const { fields } = await w.form(w.steps[0], [
    { ...volts, benchside: { highest: 20, unit: 'V', notApplicable: true } },
    { field_type: 'Text Input', label: 'Next test', benchside: { date: true, notApplicable: true } },
  ]);
  const [first = 0, second = 0] = fields.map(({ field_revisionid }) => field_revisionid);
  await job(w, 'WO-1', { [first]: 25, [second]: '2027-03-09' });
  await job(w, 'WO-2', { [first]: 'n/a', [second]: 'n/a' });
  const report = await values(w, 'admin');
  expect(report.fields).toMatchObject([limited(20), { date: true }]);
  expect(report.fields[0]?.values).toMatchObject([
    { value: '25', outside: true },
    { value: 'n/a', outside: false },
  ]);
});
