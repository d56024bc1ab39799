import { expect, it } from 'vitest';

import { limits } from '../../../shared/limits.ts';
import type { FailedSearch } from '../../../shared/model/failed-search.ts';
import { testCore } from '../../helpers/core.ts';
import { workWorld } from '../../helpers/work.ts';
import type { Someone, WorkWorld } from '../../helpers/work.ts';

const report = (w: WorkWorld, words: string, who: Someone = 'other'): Promise<unknown> =>
  w.json(who, 'POST /benchside/failed-searches', { words });

const list = async (w: WorkWorld): Promise<FailedSearch[]> =>
  (await w.json<{ results: FailedSearch[] }>('author', 'GET /benchside/failed-searches')).results;

it('counts searches that found nothing by their words, the most frequent first', async () => {
  await using w = await workWorld();
  await report(w, 'Flux  capacitor ');
  w.clock.now += 60;
  await report(w, 'flux capacitor', 'owner');
  await report(w, 'warp coil');
  // The hub has a guide of this title.
  await report(w, 'mend the pump');
  expect(await list(w), 'what the hub finds is not counted').toEqual([
    { words: 'flux capacitor', count: 2, last_date: 1_000_060 },
    { words: 'warp coil', count: 1, last_date: 1_000_060 },
  ]);
  await w.json('author', 'DELETE /benchside/failed-searches?words=flux%20capacitor', undefined, 204);
  expect((await list(w)).map(({ words }) => words)).toEqual(['warp coil']);
});

it('counts a search of which the hub finds only a part of the words, and not one whose spelling it corrects', async () => {
  await using w = await workWorld();
  await report(w, 'mend the pump squeak');
  await report(w, 'mend the pmup');
  expect(await list(w)).toMatchObject([{ words: 'mend the pump squeak', count: 1 }]);
});

it('[security failed searches] tells leads no work order that the search found, and no e-mail address', async () => {
  await using w = await workWorld();
  const { guideid } = await w.json<{ guideid: number }>('owner', 'POST /guides', {
    category: 'Pump',
    type: 'repair',
    public: false,
  });
  await w.json('owner', 'POST /work_log', { guideid, workorderid: 'Recall-77 Miller' });
  const assigned = { guideid, workorderid: 'Recall-78 Smith', userid: w.userids.owner };
  await w.json('admin', 'POST /benchside/assignments', assigned);
  await report(w, 'recall-77 miller', 'owner');
  await report(w, 'recall-78 smith', 'owner');
  await report(w, 'owner@example.org', 'admin');
  await report(w, 'flux capacitor', 'owner');
  expect((await list(w)).map(({ words }) => words)).toEqual(['flux capacitor']);
});

it('is for leads only to read, and limits words and rows', async () => {
  await using w = await workWorld();
  for (const route of ['GET /benchside/failed-searches', 'DELETE /benchside/failed-searches?words=x']) {
    expect([route, await w.status(null, route)]).toEqual([route, 401]);
    expect([route, await w.status('other', route)]).toEqual([route, 403]);
  }
  const route = 'POST /benchside/failed-searches';
  expect(await w.status(null, route, { words: 'x' })).toBe(401);
  for (const words of ['', '  ', 'x'.repeat(limits.search.failedWords.max + 1), 7])
    expect([words, await w.status('other', route, { words })]).toEqual([words, 422]);
  for (let n = 0; n < 2; n += 1) await report(w, 'flux capacitor');
  for (let n = 0; n < limits.search.failed.max + 2; n += 1) {
    w.clock.now += 1;
    await report(w, `qqzz${n}x`);
  }
  const all = await list(w);
  expect(all).toHaveLength(limits.search.failed.max);
  expect(all.some(({ words }) => words === 'qqzz2x')).toBe(false);
  expect(all.some(({ words }) => words === 'qqzz3x')).toBe(true);
  // Two people miss it, so one person's many searches do not displace it.
  expect(all[0]).toMatchObject({ words: 'flux capacitor', count: 2 });
});

it('has no list at a desk', async () => {
  await using desk = testCore({ profile: 'desk', site: 'http://127.0.0.1:1/api/2.0' });
  expect((await desk.call('GET /benchside/failed-searches')).status).not.toBe(200);
});
