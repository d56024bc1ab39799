import { expect, test } from 'vitest';

import type { FoundWork } from '../../../shared/model/benchside.ts';
import { workWorld } from '../../helpers/work.ts';

test('GET /benchside/search/work finds the jobs by number and the people by name that the viewer may see', async () => {
  await using world = await workWorld();
  const { json, start, run, userids } = world;
  const first = await start('WO-2001');
  const second = await start('wo-2002 pump');
  const find = (who: Parameters<typeof json>[0], q: string): Promise<FoundWork> =>
    json(who, `GET /benchside/search/work?q=${encodeURIComponent(q)}`);
  const orders = async (who: Parameters<typeof json>[0], q: string): Promise<string[]> =>
    (await find(who, q)).jobs.map(({ workorderid }) => workorderid).sort();

  expect(await orders('owner', 'wo-2001')).toEqual(['WO-2001']);
  expect(await orders('owner', 'WO-200')).toEqual(['WO-2001', 'wo-2002 pump']);
  expect(await orders('owner', '2002')).toEqual(['wo-2002 pump']);
  expect(await orders('owner', 'w')).toEqual([]);
  expect(await orders('owner', '20%')).toEqual([]);
  expect((await find('owner', 'WO-2001')).jobs[0]).toMatchObject({
    entryid: first.entryid,
    status: 'started',
    userid: userids.owner,
    username: 'owner',
    title: expect.any(String),
  });
  expect(await orders('author', '2001')).toEqual(['WO-2001']);
  expect(await orders('other', '2001')).toEqual([]);
  expect(await orders(null, '2001')).toEqual([]);
  expect((await find('other', 'owner')).people).toEqual([]);
  expect((await find('admin', 'own')).people).toEqual([{ userid: userids.owner, username: 'owner' }]);
  expect((await find('admin', 'other')).people).toEqual([]);

  await run('owner', first.entryid, 'POST suspend');
  expect(await orders('other', '2001')).toEqual(['WO-2001']);
  expect((await find('other', 'owner')).people).toHaveLength(1);
  await run('owner', second.entryid, 'POST cancel');
  expect(await orders('owner', 'WO-2002')).toEqual(['wo-2002 pump']);
  expect(await orders('owner', 'x'.repeat(3000))).toEqual([]);
});

test('GET /benchside/search/work finds assigned orders that nobody has started, for those who may see them', async () => {
  await using world = await workWorld();
  const { json, guideid, userids } = world;
  const assign = (workorderid: string, more: object): Promise<unknown> =>
    json('author', 'POST /benchside/assignments', { guideid, workorderid, ...more });
  await assign('WO-3001', { userid: userids.other, due: '2026-12-02' });
  await assign('WO-3002', { bench: 'bench-7', due: '2026-12-01' });
  const orders = async (who: Parameters<typeof json>[0], q: string): Promise<string[]> =>
    (await json<FoundWork>(who, `GET /benchside/search/work?q=${encodeURIComponent(q)}`)).assigned.map(
      ({ workorderid }) => workorderid,
    );
  expect(await orders('other', 'wo-300')).toEqual(['WO-3002', 'WO-3001']);
  expect(await orders('author', ' 3001 ')).toEqual(['WO-3001']);
  expect(await orders('owner', 'wo-300')).toEqual(['WO-3002']);
  expect(await orders(null, 'wo-300')).toEqual([]);
  for (const nothing of ['wo', '%', '300_', 'x'.repeat(3000)])
    expect([nothing, await orders('other', nothing)]).toEqual([nothing, []]);
  for (let n = 10; n < 20; n += 1) await assign(`WO-30${n}`, { bench: 'bench-7' });
  expect(await orders('other', 'wo-30')).toHaveLength(8);

  await json('other', 'POST /work_log', { guideid, workorderid: 'WO-3001' });
  expect(await orders('other', '3001')).toEqual([]);
});
