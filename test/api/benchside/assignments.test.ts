import { expect, it } from 'vitest';

import type { Assignment } from '../../../shared/model/assignment.ts';
import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { workWorld } from '../../helpers/work.ts';
import type { Refusal, Someone, WorkWorld } from '../../helpers/work.ts';

const assign = (w: WorkWorld, json: object, who: Someone = 'author'): Promise<Assignment> =>
  w.json(who, 'POST /benchside/assignments', { guideid: w.guideid, workorderid: 'WO-1', ...json });

const orders = async (w: WorkWorld, who: Someone): Promise<string[]> =>
  (await w.json<{ results: Assignment[] }>(who, 'GET /benchside/assignments')).results.map(
    ({ workorderid }) => workorderid,
  );

it('is assigned by leads to a person or a bench, and seen by them, by leads and by those at the bench', async () => {
  await using w = await workWorld();
  const made = await assign(w, {
    userid: w.userids.other,
    due: '2026-12-01',
    note: ' Customer waits,\n call first ',
  });
  expect(made).toEqual({
    assignmentid: 1,
    guideid: w.guideid,
    title: 'Mend the pump',
    workorderid: 'WO-1',
    assignee: { userid: w.userids.other, username: 'other' },
    bench: '',
    due: '2026-12-01',
    note: 'Customer waits, call first',
    assigned_by: { userid: w.userids.author, username: 'author' },
    created_date: 1_000_000,
    entryid: null,
  });
  await assign(w, { workorderid: 'WO-2', bench: 'Bench 3' }, 'admin');
  await assign(w, { workorderid: 'WO-3', userid: w.userids.owner, bench: 'Bench 3', due: '2026-11-30' });
  expect(await orders(w, 'author')).toEqual(['WO-3', 'WO-1', 'WO-2']);
  expect(await orders(w, 'admin')).toEqual(['WO-3', 'WO-1', 'WO-2']);
  expect(await orders(w, 'other')).toEqual(['WO-1', 'WO-2']);
  expect(await orders(w, 'owner')).toEqual(['WO-3', 'WO-2']);
  expect(await w.status('owner', 'GET /benchside/assignments/1')).toBe(403);
  expect(await w.status(null, 'GET /benchside/assignments')).toBe(401);
});

it('is done once a job of its guide and work order was started, and waits again if that job is deleted', async () => {
  await using w = await workWorld();
  await assign(w, { userid: w.userids.owner });
  await assign(w, { userid: w.userids.owner, workorderid: 'WO-2' });
  const { entryid } = await w.start('WO-1');
  const started = async (): Promise<unknown> => w.json('owner', 'GET /benchside/assignments');
  expect(await started()).toMatchObject({ results: [{ entryid }, { entryid: null }] });
  await w.json('owner', `DELETE /work_log/${entryid}`);
  expect(await started()).toMatchObject({ results: [{ entryid: null }, { entryid: null }] });
  const again = await w.start('WO-1');
  await w.run('owner', again.entryid, 'POST finish');
  expect(await orders(w, 'owner')).toEqual(['WO-2']);
});

it('is changed by leads, all fields at once; what was started keeps its guide and work order', async () => {
  await using w = await workWorld();
  const made = await assign(w, { userid: w.userids.other, due: '2026-12-01', note: 'Call first' });
  const route = `PUT /benchside/assignments/${made.assignmentid}`;
  const json = { guideid: w.guideid, workorderid: 'WO-9', bench: 'Bench 3' };
  expect(await w.status('other', route, json)).toBe(403);
  expect(await w.json('admin', route, json)).toEqual({
    ...made,
    workorderid: 'WO-9',
    assignee: null,
    bench: 'Bench 3',
    due: null,
    note: '',
  });
  expect(await w.status('author', route, { ...json, bench: '' })).toBe(422);
  expect(await w.status('author', 'PUT /benchside/assignments/4711', json)).toBe(404);
  const { entryid } = await w.start('WO-9');
  expect(await w.json('author', route, { ...json, due: '2026-12-05' })).toMatchObject({
    due: '2026-12-05',
    entryid,
  });
  const refusal = await w.json<Refusal>('author', route, { ...json, workorderid: 'WO-10' }, 422);
  expect(refusal.errors?.map(({ field }) => field)).toEqual(['workorderid']);
});

it('is removed by leads only', async () => {
  await using w = await workWorld();
  await assign(w, { userid: w.userids.other });
  expect(await w.status('other', 'DELETE /benchside/assignments/1')).toBe(403);
  expect(await w.status('author', 'DELETE /benchside/assignments/1')).toBe(204);
  expect(await w.status('author', 'DELETE /benchside/assignments/1')).toBe(404);
  expect(await orders(w, 'other')).toEqual([]);
});

it.each([
  [{}, 'userid'],
  [{ userid: 4711 }, 'userid'],
  [{ userid: 'Ines' }, 'userid'],
  [{ bench: 'x'.repeat(101) }, 'bench'],
  [{ bench: 'Bench 3', due: '2026-13-40' }, 'due'],
  [{ bench: 'Bench 3', due: 'tomorrow' }, 'due'],
  [{ bench: 'Bench 3', workorderid: '  ' }, 'workorderid'],
  [{ bench: 'Bench 3', note: 'x'.repeat(501) }, 'note'],
])('refuses %o', async (json, field) => {
  await using w = await workWorld();
  const body = { guideid: w.guideid, workorderid: 'WO-1', ...json };
  const refusal = await w.json<Refusal>('author', 'POST /benchside/assignments', body, 422);
  expect(refusal.errors?.map((error) => error.field)).toContain(field);
});

it('is refused to technicians, for unknown guides and for people who may not see the guide', async () => {
  await using w = await workWorld();
  const route = 'POST /benchside/assignments';
  const json = { guideid: w.guideid, workorderid: 'WO-1', bench: 'Bench 3' };
  expect(await w.status('owner', route, json)).toBe(403);
  expect(await w.status('author', route, { ...json, guideid: 4711 })).toBe(404);
  const hidden = await w.json<{ guideid: number }>('author', 'POST /guides', {
    category: 'Pump',
    type: 'repair',
    title: 'Hidden',
  });
  const secret = { guideid: hidden.guideid, workorderid: 'WO-1', userid: w.userids.other };
  expect(await w.status('author', route, secret)).toBe(422);
  await w.json('author', route, { ...secret, userid: w.userids.author });
  expect(await orders(w, 'admin')).toEqual(['WO-1']);
  await w.json('author', route, { ...json, guideid: hidden.guideid });
  expect(await orders(w, 'other')).toEqual([]);
});

it('names the desk at which a job is done', async () => {
  await using w = await workWorld('desk');
  w.core.ctx.store.transact(null, (s) => s.meta.set('settings', { deskName: 'Bench 3' }));
  const { entryid, benchside } = await w.start();
  expect(benchside.bench).toBe('Bench 3');
  const body = { benchside: { time: 1_000_000, bench: 'Bench 7' } };
  const paused = await w.run('owner', entryid, 'POST pause', body);
  expect(paused.benchside.bench).toBe('Bench 7');
  await using hub = await workWorld();
  expect((await hub.start()).benchside.bench).toBeNull();
  const given = await hub.json<WorkLogEntry>('owner', 'POST /work_log', {
    guideid: hub.guideid,
    workorderid: 'WO-9',
    ...body,
  });
  expect(given.benchside.bench).toBe('Bench 7');
});
