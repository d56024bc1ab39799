import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { replaceProvisionalId } from '../../app/replica/id-map/replace-provisional-id.ts';
import { Db } from '../../app/store/database.ts';
import { migrations } from '../../app/store/migrations/index.ts';
import { migrate } from '../../app/store/migrations/runner.ts';
import { sql } from '../../app/store/sql.ts';
import { advance, timingOf, upTo } from '../../app/store/work-log/timing.ts';
import type { WorkEvent, WorkLogEntry } from '../../shared/model/work-log.ts';
import { workEvent, workEventTypes } from '../../shared/model/work-log.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { workWorld } from '../helpers/work.ts';
import type { WorkWorld } from '../helpers/work.ts';

const anEvent = fc.record<WorkEvent>({
  type: fc.constantFrom(...workEventTypes.filter((type) => type !== 'start')),
  stepid: fc.option(fc.integer({ min: 1, max: 3 })),
  userid: fc.integer({ min: 1, max: 3 }),
  time: fc.double({ min: 0, max: 1e6, noNaN: true }),
  recorded: fc.constant(0),
  monotonic: fc.double({ min: 0, max: 1e6, noNaN: true }),
  bootid: fc.constantFrom('a', 'b', null),
});
const start: WorkEvent = {
  type: 'start',
  stepid: null,
  userid: 1,
  time: 0,
  recorded: 0,
  monotonic: 0,
  bootid: 'a',
};

describe('the time of a run', () => {
  it('is never negative, whatever clocks show, and no step has more than the whole', () => {
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 20 }), anEvent, (events, now) => {
        const timing = timingOf([start, ...events]);
        const { active, paused, suspended, steps } = upTo(timing ?? advance(undefined, start), now);
        for (const seconds of [active, paused, suspended, ...steps.map((step) => step.active)])
          expect(seconds).toBeGreaterThanOrEqual(0);
        expect(steps.reduce((sum, step) => sum + step.active, 0)).toBeLessThanOrEqual(active + 1e-6);
      }),
    );
  });

  it('is the same however often values are entered in between', () => {
    const steady = anEvent.map((event): WorkEvent => ({ ...event, bootid: 'a' }));
    const inOrder = fc.array(steady, { maxLength: 12 }).map((events) =>
      events
        .map((event) => event.monotonic ?? 0)
        .sort((a, b) => a - b)
        .map((monotonic, index): WorkEvent => ({ ...(events[index] ?? start), monotonic })),
    );
    fc.assert(
      fc.property(inOrder, (events) => {
        const without = timingOf([start, ...events.filter(({ type }) => type !== 'data')]);
        const all = timingOf([start, ...events]);
        const end = { time: 2e6, monotonic: 2e6, bootid: 'a' };
        const { active, paused, suspended } = upTo(all ?? advance(undefined, start), end);
        const plain = upTo(without ?? advance(undefined, start), end);
        expect(active).toBeCloseTo(plain.active, 3);
        expect(paused).toBeCloseTo(plain.paused, 3);
        expect(suspended).toBeCloseTo(plain.suspended, 3);
      }),
    );
  });
});

const entryOf = (w: WorkWorld, entryid: number): Promise<WorkLogEntry> =>
  w.json('admin', `GET /work_log/${entryid}`);

describe('an entry of a site', () => {
  const remote = (
    w: WorkWorld,
  ): { entryid: number; guideid: number; userid: number; workorderid: number; starttime: number } => ({
    entryid: 70,
    guideid: w.guideid,
    userid: w.userids.owner,
    workorderid: 7,
    starttime: 900,
  });

  it('without events is shown as sent, and can be continued', async () => {
    await using w = await workWorld();
    const { store } = w.core.ctx;
    const work_data = [
      { label: 'Serial', value: 'SN-1', field_revisionid: 5, stepid: 6 },
      { field_guid: 'field_clean', value: true },
    ];
    const [stepid] = w.steps;
    const form = await w.form(stepid, [
      { field_type: 'Checkbox', label: 'Clean', field_guid: 'field_clean' },
    ]);
    store.transact(null, (s) => {
      const ended = {
        status: 'complete',
        endtime: 1900,
        duration: 777,
        max_form_revisionid: 3,
        handoffid: 9,
      };
      s.workLog.putRemote({ ...remote(w), ...ended, work_data });
      s.workLog.putRemote({ ...remote(w), entryid: 71, cancelled: 1, endtime: 950 });
      s.workLog.putRemote({ ...remote(w), entryid: 72, status: 'running' });
      s.workLog.putRemote({ ...remote(w), entryid: 73, status: 'suspended', timingid: 40 });
    });
    expect(await entryOf(w, 70)).toMatchObject({
      workorderid: '7',
      status: 'complete',
      duration: 777,
      active_duration: 777,
      handoffid: 9,
      starttime: 900,
      endtime: 1900,
      max_form_revisionid: 3,
      work_data: [
        { label: 'Serial', value: 'SN-1', field_revisionid: 5, stepid: 6 },
        { label: 'Clean', value: '1', field_revisionid: form.fields[0]?.field_revisionid, stepid },
      ],
    });
    expect(await entryOf(w, 71)).toMatchObject({ status: 'cancelled', cancelled: 1, duration: 50 });
    expect(await entryOf(w, 72)).toMatchObject({ status: 'started', duration: 999_100 });
    expect(await entryOf(w, 73)).toMatchObject({ status: 'suspended', timingid: 40 });
    const assumed = await w.run('other', 73, 'POST assume');
    expect(assumed.benchside.events?.map(({ type, userid }) => [type, userid])).toEqual([
      ['start', w.userids.owner],
      ['suspend', w.userids.owner],
      ['assume', w.userids.other],
    ]);
    expect((await w.run('owner', 72, 'POST finish')).duration).toBe(999_100);
    expect(await w.json('owner', 'GET /work_log?limit=1')).toMatchObject({ results: [{ entryid: 70 }] });
  });

  it('from a hub with its events reads the same here', async () => {
    await using hub = await workWorld();
    await using desk = await workWorld('desk');
    await hub.start();
    hub.clock.now += 60;
    await hub.run('owner', 1, 'POST suspend');
    hub.clock.now += 60;
    await hub.run('other', 1, 'POST assume');
    const sent = await hub.json<WorkLogEntry>('admin', 'GET /work_log/1');
    const ids = { guideid: desk.guideid, userid: sent.userid };
    desk.clock.now = hub.clock.now;
    desk.core.ctx.store.transact(null, (s) => {
      s.workLog.putRemote({ ...sent, ...ids });
      s.workLog.putRemote({ ...sent, ...ids });
    });
    const kept = await entryOf(desk, 1);
    expect({ ...kept.benchside, people: [], remarks: [] }).toEqual({
      ...sent.benchside,
      people: [],
      remarks: [],
    });
    expect(kept).toMatchObject({ status: 'started', duration: 120, active_duration: 60, timingid: 3 });
    desk.core.ctx.store.transact(null, (s) => s.workLog.forget(1));
    expect(await desk.status('admin', 'GET /work_log/1')).toBe(404);
  });

  it('keeps the true times of events made here if the site sends none, with the site’s times beside them', async () => {
    await using w = await workWorld('desk');
    const { entryid } = await w.start();
    w.clock.now += 600;
    await w.run('owner', entryid, 'POST pause');
    const { store } = w.core.ctx;
    // The push does this once the site has given its id.
    store.transact(null, (s) => s.db.run(sql`UPDATE work_log SET entryid = 80 WHERE entryid = ${entryid}`));
    const put = (status: string, endtime: number | null): void =>
      store.transact(null, (s) =>
        s.workLog.putRemote({
          ...remote(w),
          entryid: 80,
          status,
          starttime: 1_050_000,
          endtime,
          duration: 3,
        }),
      );
    const sent = (): void =>
      store.transact(null, (s) => void s.db.run(sql`UPDATE journal SET state = 'done'`));
    store.transact(null, (s) => s.journal.renameTouched('entry', entryid, 80));
    put('started', null);
    expect(await entryOf(w, 80)).toMatchObject({
      status: 'paused',
      benchside: { recorded: { starttime: 1_050_000 } },
    });
    sent();
    put('paused', null);
    expect(await entryOf(w, 80)).toMatchObject({
      status: 'paused',
      starttime: 1_000_000,
      active_duration: 600,
      benchside: { recorded: { starttime: 1_050_000, endtime: null } },
    });
    w.clock.now = 1_060_000;
    put('complete', 1_050_003);
    const done = await entryOf(w, 80);
    expect(done).toMatchObject({
      status: 'complete',
      starttime: 1_000_000,
      endtime: 1_050_003,
      active_duration: 600,
    });
    expect(done.benchside.events?.map((event) => event.type)).toEqual(['start', 'pause', 'finish']);
    put('started', null);
    expect(await entryOf(w, 80)).toMatchObject({ status: 'started', starttime: 1_050_000, endtime: null });
  });

  it('is sent by the feed to people who may see it', async () => {
    await using w = await workWorld();
    await w.start();
    const { store } = w.core.ctx;
    const told = (role: 'admin' | 'technician', userid: number): string | undefined =>
      store.read({ userid, username: '', role, teams: [] }, (s) => s.workLog.answer(1));
    const text = told('technician', w.userids.owner);
    expect(text).toBe(told('admin', 99));
    expect(workEvent.array().parse(JSON.parse(text ?? '').benchside.events)).toHaveLength(1);
    expect(told('technician', w.userids.other)).toBeUndefined();
    expect(store.read(null, (s) => s.workLog.answer(1))).toBeUndefined();
  });
});

it("values of provisional fields become values of the site's fields", async () => {
  await using w = await workWorld('desk');
  const [stepid] = w.steps;
  const field = { field_type: 'Text Input', label: 'Serial', required: true };
  const { form_revisionid, fields } = await w.form(stepid, [field]);
  const provisional = fields[0]?.field_revisionid ?? 0;
  const { entryid } = await w.start();
  await w.run('owner', entryid, 'PUT stepData', { fields: { [provisional]: 'SN-1' } });
  const site = { form_revisionid: 7, stepid, fields: [{ ...fields[0], field_revisionid: 70 }] };
  w.core.ctx.store.transact(null, (s) => {
    replaceProvisionalId(s, 'form', form_revisionid, 7);
    replaceProvisionalId(s, 'field', provisional, 70);
    s.forms.forgetRevision(form_revisionid);
    s.forms.putRemote(site);
  });
  expect(await w.json(null, `GET /step_forms/stepid/${stepid}`)).toMatchObject(site);
  expect((await entryOf(w, entryid)).work_data).toMatchObject([{ field_revisionid: 70, value: 'SN-1' }]);
  await w.run('owner', entryid, 'PUT stepData', { fields: { [provisional]: 'SN-2' } });
  const done = await w.run('owner', entryid, 'POST finish');
  expect(done).toMatchObject({ status: 'complete', work_data: [{ field_revisionid: 70, value: 'SN-2' }] });
});

it('events of a run are not edited', async () => {
  await using w = await workWorld();
  await w.start();
  expect(() => w.core.ctx.store.transact(null, (s) => s.db.run(sql`UPDATE work_event SET time = 1`))).toThrow(
    /not edited/,
  );
});

it('a database of version 2 keeps its forms and runs, which the feed then reports', () => {
  using folder = temporaryFolder();
  const db = new Db({ file: join(folder.path, 'old.sqlite'), synchronous: 'FULL' });
  migrate(db, migrations.slice(0, 2));
  db.exec(`INSERT INTO step_form VALUES (1, 5, 9, 0, 100), (2, 5, 9, 1, 200);
    INSERT INTO work_log VALUES (1, 9, 3, 'WO-1', 'complete', 10, 20, 4, '{"work_data":[]}')`);
  migrate(db, migrations.slice(0, 3));
  expect(db.all(sql`SELECT form_revisionid, current, ended_date FROM step_form`)).toEqual([
    { form_revisionid: 1, current: 0, ended_date: 200 },
    { form_revisionid: 2, current: 1, ended_date: null },
  ]);
  expect(db.one(sql`SELECT entryid, userid, status, timing, number FROM work_log`)).toEqual({
    entryid: 1,
    userid: 3,
    status: 'complete',
    timing: null,
    number: 1,
  });
  expect(db.all(sql`SELECT userid, entryid FROM work_person`)).toEqual([{ userid: 3, entryid: 1 }]);
  expect(db.all(sql`SELECT kind, id FROM change ORDER BY kind`)).toEqual([
    { kind: 'entry', id: 1 },
    { kind: 'form', id: 5 },
  ]);
  db.close();
});
