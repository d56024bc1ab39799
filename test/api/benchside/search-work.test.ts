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
