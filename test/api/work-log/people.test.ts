import { describe, expect, it } from 'vitest';

import { sql } from '../../../app/store/sql.ts';
import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { queryPlan } from '../../helpers/plans.ts';
import { workWorld } from '../../helpers/work.ts';
import type { Someone, WorkWorld } from '../../helpers/work.ts';

interface Listed {
  results: WorkLogEntry[];
}

const ids = async (w: WorkWorld, who: Someone, query = ''): Promise<number[]> =>
  (await w.json<Listed>(who, `GET /work_log${query}`)).results.map((entry) => entry.entryid);

const hide = (w: WorkWorld): void =>
  w.core.ctx.store.transact(null, (s) => void s.db.run(sql`UPDATE guide SET public = 0`));

describe('a suspended run', () => {
  it('is taken over with its values and times; both names stay', async () => {
    await using w = await workWorld();
    await w.form(w.steps[0], [{ field_type: 'Text Input', label: 'Serial number' }]);
    await w.start();
    await w.run('owner', 1, 'PUT stepData', { fields: { 1: 'SN-1' } });
    w.clock.now += 60;
    await w.run('owner', 1, 'POST suspend');
    w.clock.now += 600;
    const assumed = await w.run('other', 1, 'POST assume');
    expect(assumed).toMatchObject({
      userid: w.userids.other,
      status: 'started',
      active_duration: 60,
      work_data: [{ value: 'SN-1' }],
      benchside: {
        people: [
          { userid: w.userids.owner, username: 'owner', from: 1_000_000, to: 1_000_060 },
          { userid: w.userids.other, username: 'other', from: 1_000_660, to: null },
        ],
      },
    });
    expect(await w.status('owner', 'POST /work_log/1/pause')).toBe(403);
    expect(await w.status('other', 'PUT /work_log/1/stepData', { fields: { 1: 'SN-2' } })).toBe(200);
    expect(await w.json('owner', 'GET /work_log/1')).toMatchObject({ work_data: [{ value: 'SN-2' }] });
    w.clock.now += 40;
    await w.run('other', 1, 'POST suspend');
    await w.run('owner', 1, 'POST assume');
    const done = await w.run('owner', 1, 'POST finish');
    expect(done).toMatchObject({ userid: w.userids.owner, duration: 700, active_duration: 100 });
    expect(done.benchside.people.map(({ username, to }) => [username, to])).toEqual([
      ['owner', 1_000_060],
      ['other', 1_000_700],
      ['owner', 1_000_700],
    ]);
  });

  it('is listed, shown and given to everyone who may see its guide', async () => {
    await using w = await workWorld();
    const route = `GET /work_log/${w.guideid}/suspended`;
    for (let n = 0; n < 3; n += 1) await w.start();
    for (const id of [1, 3]) await w.run('owner', id, 'POST suspend');
    const listed = await w.json<Listed>('other', `${route}?order=DESC`);
    expect(listed.results.map((entry) => entry.entryid)).toEqual([3, 1]);
    expect((await w.json<Listed>('other', `${route}?limit=1&offset=1`)).results).toHaveLength(1);
    expect(await w.status('other', 'GET /work_log/1')).toBe(200);
    expect(await w.status('other', 'GET /work_log/2')).toBe(403);
    expect(await w.status(null, route)).toBe(401);
    expect(await w.status('other', 'GET /work_log/999/suspended')).toBe(404);
    hide(w);
    expect(await w.status('other', route)).toBe(403);
    expect(await w.status('other', 'GET /work_log/1')).toBe(403);
    expect(await w.status('other', 'POST /work_log/1/assume')).toBe(403);
    expect((await w.run('owner', 1, 'POST assume')).userid).toBe(w.userids.owner);
  });
});

describe('GET /work_log', () => {
  it('shows technicians their present and former runs, authors those of guides they see, admins all', async () => {
    await using w = await workWorld();
    await w.start();
    await w.start();
    await w.json('other', 'POST /work_log', { guideid: w.guideid, workorderid: 'WO-3' });
    await w.run('owner', 2, 'POST suspend');
    await w.run('other', 2, 'POST assume');
    expect(await ids(w, 'owner')).toEqual([1, 2]);
    expect(await ids(w, 'other')).toEqual([2, 3]);
    expect(await ids(w, 'author')).toEqual([1, 2, 3]);
    expect(await ids(w, 'admin')).toEqual([1, 2, 3]);
    expect(await w.status(null, 'GET /work_log')).toBe(401);
    for (const [who, status] of [
      ['owner', 200],
      ['author', 200],
      ['admin', 200],
      ['other', 403],
    ] as const)
      expect([who, await w.status(who, 'GET /work_log/1')]).toEqual([who, status]);
    hide(w);
    await w.json('author', 'POST /work_log', { guideid: w.guideid, workorderid: 'WO-4' }, 403);
    expect(await ids(w, 'author')).toEqual([]);
    expect(await w.status('author', 'GET /work_log/1')).toBe(403);
    expect(await ids(w, 'other')).toEqual([2, 3]);
    expect(await ids(w, 'admin')).toEqual([1, 2, 3]);
  });

  it('filters, orders and pages, without events', async () => {
    await using w = await workWorld();
    for (const order of ['A', 'B', 'A', 'A']) await w.start(order);
    await w.json('other', 'POST /work_log', { guideid: w.prerequisite.guideid, workorderid: 'A' });
    await w.run('owner', 3, 'POST pause');
    const queries: [string, number[]][] = [
      ['', [1, 2, 3, 4, 5]],
      ['?order=DESC&limit=2', [5, 4]],
      ['?limit=2&offset=3', [4, 5]],
      ['?workorderid=A', [1, 3, 4, 5]],
      ['?workorderid=A&status=started&order=desc', [5, 4, 1]],
      [`?guideid=${w.guideid}&status=paused`, [3]],
      [`?userid=${w.userids.other}`, [5]],
      [`?userid=${w.userids.owner}&guideid=${w.prerequisite.guideid}`, []],
    ];
    for (const [query, expected] of queries)
      expect([query, await ids(w, 'admin', query)]).toEqual([query, expected]);
    expect(await ids(w, 'owner', '?workorderid=A&order=DESC')).toEqual([4, 3, 1]);
    expect(await ids(w, 'owner', `?userid=${w.userids.other}`)).toEqual([]);
    expect(await w.status('owner', 'GET /work_log?status=running')).toBe(422);
    const [first] = (await w.json<Listed>('owner', 'GET /work_log')).results;
    expect(first?.benchside.events).toBeUndefined();
  });

  it('reads no more rows than it shows: each filter and order has its index', async () => {
    await using w = await workWorld();
    const { store } = w.core.ctx;
    for (const where of ['1', 'guideid = 1', 'userid = 1', "workorderid = 'a'", "status = 'paused'"]) {
      const plan = store.read(null, (s) =>
        queryPlan(
          s.db,
          sql`SELECT * FROM work_log w WHERE ${sql.raw(where)} ORDER BY w.number DESC LIMIT 20`,
        ).join(),
      );
      expect([where, plan]).toEqual([where, expect.stringMatching(/USING INDEX work_log_/)]);
      expect(plan).not.toContain('TEMP B-TREE');
    }
    const own = store.read(null, (s) =>
      s.db.all(sql<{ detail: string }>`EXPLAIN QUERY PLAN SELECT *
         FROM work_person p CROSS JOIN work_log w ON w.entryid = p.entryid
         WHERE p.userid = 1 AND w.guideid = 1 ORDER BY p.number DESC LIMIT 20`),
    );
    expect(own.map((row) => row.detail).join()).toMatch(/work_person_number .*INTEGER PRIMARY KEY/);
    expect(own.map((row) => row.detail).join()).not.toContain('TEMP B-TREE');
  });
});
