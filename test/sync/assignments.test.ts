import { expect, it } from 'vitest';
import { sql } from '../../app/store/sql.ts';

import type { Assignment } from '../../shared/model/assignment.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import type { CallOptions } from '../helpers/core.ts';
import { addGuide, deskPerson, journalOf, pair } from '../helpers/pair.ts';
import type { Pair } from '../helpers/pair.ts';
import { bench } from '../helpers/plain-bench.ts';
import { untilSent } from '../helpers/plain-pair.ts';

interface Caller {
  json<T>(route: string, options?: CallOptions): Promise<T>;
}

const assigned = async (core: Caller, token: string): Promise<Assignment[]> =>
  (await core.json<{ results: Assignment[] }>('GET /benchside/assignments', { token })).results;

it('[J2.1 J6.1] work assigned at a desk offline is once at the hub, and started there once its job is', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const lea = await deskPerson(both, 'lea', 'author');
  const tom = await deskPerson(both, 'tom', 'technician');
  await both.round({ people: [lea, tom] });
  both.desk.ctx.store.transact(null, (s) => s.meta.set('settings', { deskName: 'Bench 3' }));
  const json = { guideid, workorderid: 'WO-1', userid: tom.userid, note: 'Call first' };
  const made = await both.desk.json<Assignment>('POST /benchside/assignments', { ...lea, json });
  expect(made.assignmentid).toBeLessThan(0);
  expect(await assigned(both.desk, tom.token)).toHaveLength(1);
  await both.round({ people: [lea, tom] });
  await both.round({ people: [lea, tom] });
  const route = `PUT /benchside/assignments/${(await assigned(both.desk, lea.token))[0]?.assignmentid}`;
  await both.desk.json(route, { ...lea, json: { ...json, due: '2026-12-01' } });
  await both.round({ people: [lea, tom] });
  const there = await assigned(both.hub, both.admin);
  expect(there).toMatchObject([
    {
      workorderid: 'WO-1',
      note: 'Call first',
      due: '2026-12-01',
      assigned_by: { userid: lea.userid },
      entryid: null,
    },
  ]);
  expect(await assigned(both.desk, tom.token)).toEqual(there);

  await both.desk.json('POST /work_log', { ...tom, json: { guideid, workorderid: 'WO-1' } });
  const [mine] = await assigned(both.desk, tom.token);
  expect(mine?.entryid).toBeLessThan(0);
  await both.round({ people: [lea, tom] });
  await both.round({ people: [lea, tom] });
  const { results } = await both.hub.json<{ results: WorkLogEntry[] }>('GET /work_log', {
    token: both.admin,
  });
  expect(results).toMatchObject([{ benchside: { bench: 'Bench 3' } }]);
  expect(await assigned(both.hub, both.admin)).toMatchObject([{ entryid: results[0]?.entryid }]);
  expect(await assigned(both.desk, lea.token)).toEqual(await assigned(both.hub, lea.token));
});

it('[F1.1] a desk gets what was assigned to its people only, and loses what is removed', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const tom = await deskPerson(both, 'tom', 'technician');
  const admin = { token: both.admin };
  const assign = (workorderid: string, to: object): Promise<Assignment> =>
    both.hub.json('POST /benchside/assignments', { ...admin, json: { guideid, workorderid, ...to } });
  await assign('WO-1', { userid: tom.userid });
  const other = await both.hub.json<{ userid: number }>('GET /user', admin);
  await assign('WO-2', { userid: other.userid });
  const third = await assign('WO-3', { bench: 'Bench 3' });
  await both.round({ people: [tom] });
  const here = both.desk.ctx.store.read(null, (s) => s.db.all(sql`SELECT workorderid FROM assignment`));
  expect(here).toEqual([{ workorderid: 'WO-1' }, { workorderid: 'WO-3' }]);
  expect(await assigned(both.desk, tom.token)).toEqual(await assigned(both.hub, tom.token));
  await both.hub.json(`DELETE /benchside/assignments/${third.assignmentid}`, admin);
  await both.round({ people: [tom] });
  expect(await assigned(both.desk, tom.token)).toMatchObject([{ workorderid: 'WO-1' }]);
});

it('[J11.1] at a third-party site assigned work stays at the desk, and can be started there', async () => {
  await using at = await bench();
  const { token, userid } = at.ann;
  const json = { guideid: at.guideid, workorderid: 'WO-8', userid };
  const role = at.desk.ctx.store.read(null, (s) => s.users.actor(userid)?.role);
  const route = 'POST /benchside/assignments';
  if (role === 'technician') {
    await at.desk.json(route, { token, json, expect: 403 });
    return;
  }
  await at.desk.json(route, { token, json });
  await untilSent(at);
  expect(await assigned(at.desk, token)).toMatchObject([{ workorderid: 'WO-8', entryid: null }]);
  await at.desk.json('POST /work_log', { token, json: { guideid: at.guideid, workorderid: 'WO-8' } });
  await untilSent(at);
  const [started] = await assigned(at.desk, token);
  expect(started?.entryid).toBeGreaterThan(0);
});

it('[J10.5] assigned work that was started here and waits keeps its job when a lead changes the assignment', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const lea = await deskPerson(both, 'lea', 'author');
  const tom = await deskPerson(both, 'tom', 'technician');
  const json = { guideid, workorderid: 'WO-1', userid: tom.userid };
  const { assignmentid } = await both.hub.json<Assignment>('POST /benchside/assignments', { ...lea, json });
  await both.round({ people: [lea, tom] });
  await both.desk.json('POST /work_log', { ...tom, json: { guideid, workorderid: 'WO-1' } });
  const due = { ...lea, json: { ...json, due: '2026-12-01' } };
  await both.hub.json(`PUT /benchside/assignments/${assignmentid}`, due);

  // The hub no longer accepts Tom's sign-in, so his job waits.
  expect(await both.round({ people: [lea] })).toMatchObject({ problem: null, round: { pushed: 0 } });
  const [mine] = await assigned(both.desk, tom.token);
  expect(mine).toMatchObject({ due: '2026-12-01' });
  expect(mine?.entryid).toBeLessThan(0);

  for (let n = 0; n < 2; n += 1) expect((await both.round({ people: [lea, tom] })).problem).toBeNull();
  const { results } = await both.hub.json<{ results: WorkLogEntry[] }>('GET /work_log', tom);
  expect(results).toHaveLength(1);
  expect(await assigned(both.desk, tom.token)).toEqual(await assigned(both.hub, tom.token));
});

it('[F8.3] [chaos seed 5011] a desk shows assigned work whose job it may not see as long as that job goes on', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const tom = await deskPerson(both, 'tom', 'technician');
  const json = { guideid, workorderid: 'WO-1', userid: tom.userid };
  await hub.json('POST /benchside/assignments', { token: admin, json });
  await both.round({ people: [tom] });
  const run = await hub.json<WorkLogEntry>('POST /work_log', { token: admin, json });
  const shown = async (): Promise<(number | null)[][]> => {
    await both.round({ people: [tom] });
    return Promise.all(
      [hub, desk].map(async (core) => (await assigned(core, tom.token)).map(({ entryid }) => entryid)),
    );
  };
  expect(await shown()).toEqual([[run.entryid], [run.entryid]]);
  await hub.json(`POST /work_log/${run.entryid}/cancel`, { token: admin, json: {} });
  expect(await shown()).toEqual([[], []]);
});

it('[F8 F8.1] assigned work reaches those who may see its guide only later, or who may see all work only later', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const hidden = await addGuide(hub, admin, { public: false });
  const open = await addGuide(hub, admin);
  const lea = await deskPerson(both, 'lea', 'author');
  const tom = await deskPerson(both, 'tom', 'technician');
  const people = { people: [lea, tom] };
  const assign = (guideid: number, workorderid: string, to: object): Promise<Assignment> =>
    hub.json('POST /benchside/assignments', { token: admin, json: { guideid, workorderid, ...to } });
  const [boss] = [await hub.json<{ userid: number }>('GET /user', { token: admin })];
  await assign(hidden, 'WO-1', { bench: 'Bench 3' });
  await assign(open, 'WO-2', { userid: boss.userid });
  await both.round(people);
  const orders = async (token: string): Promise<string[]> =>
    (await assigned(desk, token)).map(({ workorderid }) => workorderid);
  expect([await orders(lea.token), await orders(tom.token)]).toEqual([['WO-2'], []]);

  const { revisionid } = await hub.json<{ revisionid: number }>(`GET /guides/${hidden}`, { token: admin });
  await hub.json(`PUT /guides/${hidden}/public?revisionid=${revisionid}`, { token: admin });
  await both.round(people);
  expect([await orders(lea.token), await orders(tom.token)]).toEqual([['WO-1', 'WO-2'], ['WO-1']]);

  hub.ctx.store.transact(null, (s) => s.users.update(tom.userid, { role: 'author' }));
  await both.round(people);
  expect(await assigned(desk, tom.token)).toEqual(await assigned(hub, tom.token));
  expect(await orders(tom.token)).toEqual(['WO-1', 'WO-2']);
});

it('[F1.1] assigned work that was removed goes also if its person has to sign in again', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const lea = await deskPerson(both, 'lea', 'author');
  const tom = await deskPerson(both, 'tom');
  const { assignmentid } = await hub.json<Assignment>('POST /benchside/assignments', {
    token: admin,
    json: { guideid, workorderid: 'WO-1', userid: tom.userid },
  });
  await both.round({ people: [lea, tom] });
  await hub.json(`DELETE /benchside/assignments/${assignmentid}`, { token: admin });
  // Tom has to sign in again.
  await both.round({ people: [lea] });
  expect(await desk.json('GET /benchside/assignments', lea)).toEqual(
    await hub.json('GET /benchside/assignments', lea),
  );
});

it('[F1.1] a job that was deleted goes also if its person has to sign in again', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const lea = await deskPerson(both, 'lea', 'author');
  const tom = await deskPerson(both, 'tom');
  const { entryid } = await hub.json<{ entryid: number }>('POST /work_log', {
    ...tom,
    json: { guideid, workorderid: 'WO-1' },
  });
  await both.round({ people: [lea, tom] });
  await hub.json(`DELETE /work_log/${entryid}`, tom);
  await both.round({ people: [lea] });
  expect((await hub.call(`GET /work_log/${entryid}`, lea)).status).toBe(404);
  expect((await desk.call(`GET /work_log/${entryid}`, lea)).status).toBe(404);
});

it('[J5.7] two leads who change different fields of assigned work both have their way', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const lea = await deskPerson(both, 'lea', 'author');
  const work = { guideid, workorderid: 'WO-1', userid: lea.userid, note: 'Call first' };
  const { assignmentid } = await hub.json<Assignment>('POST /benchside/assignments', {
    token: admin,
    json: work,
  });
  await both.round({ people: [lea] });
  const route = `PUT /benchside/assignments/${assignmentid}`;
  await desk.json(route, { ...lea, json: { ...work, due: '2026-12-01' } });
  await hub.json(route, { token: admin, json: { ...work, note: 'Call last', bench: 'Bench 3' } });
  // The desk reads what the hub has before the edit is sent.
  await both.round({ people: [] });
  const list = async (core: Pair['hub']): Promise<unknown> =>
    (await core.json<{ results: unknown }>('GET /benchside/assignments', lea)).results;
  await both.round({ people: [lea] });
  const merged = [{ due: '2026-12-01', note: 'Call last', bench: 'Bench 3' }];
  expect(await list(hub)).toMatchObject(merged);
  expect(await list(desk)).toMatchObject(merged);
  expect(await journalOf(both, lea, 'pending')).toEqual([]);
});
