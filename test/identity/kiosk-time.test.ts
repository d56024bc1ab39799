import { describe, expect, test } from 'vitest';

import { pauseWork, resumeWork } from '../../app/identity/hand-over.ts';
import { invariant } from '../../shared/assert.ts';
import { limits } from '../../shared/limits.ts';
import type { KioskSettings, KioskState } from '../../shared/model/kiosk.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';
import { bench as plainBench, parkedOf } from '../helpers/plain-bench.ts';
import { windowKey } from '../helpers/site.ts';

/** Each PIN takes a tenth of a second on an idle machine. */
const patient = { timeout: 120_000 };
const kiosk: KioskSettings = { on: true, idleSeconds: 60, badgeAlone: true, allowed: 'work' };
const pins = { ben: '2580', cora: '7391', dora: '6402', eli: '8024', fay: '9173' } as const;
type Name = keyof typeof pins;

interface Bench extends AsyncDisposable {
  both: Pair;
  clock: { now: number };
  guideid: number;
  people: Record<Name, DeskPerson>;
  json<T>(route: string, json?: unknown, expect?: number): Promise<T>;
  /** Signs in by PIN. */
  sit(name: Name): Promise<void>;
  /** @param idle seconds since the last touch */
  cover(asks: boolean, idle?: number): Promise<KioskState>;
  answer(counts: boolean): Promise<KioskState>;
  state(): Promise<KioskState>;
  job(core: TestCore, workorderid: string): Promise<WorkLogEntry>;
  /** Waits until everyone's edits are sent. */
  sync(): Promise<void>;
}

/** Opens a kiosk with a clock that only the test moves, years behind the hub's. */
async function bench(names: readonly Name[] = ['ben', 'cora', 'dora']): Promise<Bench> {
  const clock = { now: 1_700_000_000 };
  const both = await pair({ deskNow: () => clock.now });
  const guideid = await addGuide(both.hub, both.admin, {}, 3);
  const made: [Name, DeskPerson][] = [];
  for (const name of names) {
    const person = await deskPerson(both, name, name === 'dora' ? 'author' : 'technician');
    await both.desk.json('PUT /benchside/kiosk/me', {
      token: person.token,
      json: { password: 'long enough to keep', pin: pins[name] },
    });
    made.push([name, person]);
  }
  const people = Object.fromEntries(made) as Record<Name, DeskPerson>;
  const sync = async (): Promise<void> => {
    await both.round({ people: Object.values(people) });
  };
  await sync();
  await both.desk.json('PUT /benchside/kiosk', { token: people.dora.token, json: kiosk });
  const headers = windowKey(both.desk);
  const json = <T>(route: string, body?: unknown, expect?: number): Promise<T> =>
    both.desk.json<T>(route, {
      headers,
      ...(body === undefined ? {} : { json: body }),
      ...(expect === undefined ? {} : { expect }),
    });
  return {
    both,
    clock,
    guideid,
    people,
    json,
    sit: async (name) => {
      await json('POST /benchside/kiosk/unlock', { userid: people[name].userid, pin: pins[name] }, 200);
      expect(await json('GET /user')).toMatchObject({ username: name });
    },
    cover: (asks, idle) => json('POST /benchside/kiosk/cover', { asks, ...(idle !== undefined && { idle }) }),
    answer: (counts) => json('POST /benchside/kiosk/continue', { counts }),
    state: () => json('GET /benchside/kiosk'),
    job: async (core, workorderid) => {
      const { token } = people.dora;
      const { results } = await core.json<{ results: WorkLogEntry[] }>(
        `GET /work_log?workorderid=${workorderid}`,
        { token: core === both.hub ? both.admin : token },
      );
      return core.json(`GET /work_log/${results[0]?.entryid ?? 0}`, {
        token: core === both.hub ? both.admin : token,
      });
    },
    sync,
    [Symbol.asyncDispose]: () => both[Symbol.asyncDispose](),
  };
}

const typesOf = ({ benchside }: WorkLogEntry): string[] => (benchside.events ?? []).map(({ type }) => type);

describe('the screen of a kiosk is hidden', patient, () => {
  test('a swap pauses the work at that moment, and the cover shows the time', async () => {
    await using at = await bench();
    const { clock, json } = at;
    await at.sit('ben');
    const { entryid } = await json<WorkLogEntry>('POST /work_log', {
      guideid: at.guideid,
      workorderid: 'WO-3003',
    });
    clock.now += 3;
    expect((await at.cover(false)).away).toEqual({
      userid: at.people.ben.userid,
      asks: false,
      seconds: 0,
      runs: [{ entryid, workorderid: 'WO-3003', active_duration: 3 }],
    });
    clock.now += 3600;
    await at.sit('ben');
    expect((await at.state()).away).toMatchObject({ asks: false });
    expect(await json(`GET /work_log/${entryid}`)).toMatchObject({
      status: 'paused',
      active_duration: 3,
      benchside: { pause_duration: 3600 },
    });
    await at.sit('cora');
    expect(await json(`GET /work_log/${entryid}`)).toMatchObject({ status: 'suspended', active_duration: 3 });
  });

  test('the seconds without a touch before an idle screen hides itself are not work, unless the person says so', async () => {
    await using at = await bench();
    const { clock, json, both } = at;
    await at.sit('ben');
    for (const [workorderid, counts] of [
      ['WO-1', false],
      ['WO-2', true],
    ] as const) {
      const { entryid } = await json<WorkLogEntry>('POST /work_log', { guideid: at.guideid, workorderid });
      clock.now += 160;
      const { away } = await at.cover(true, 60);
      expect(away).toMatchObject({ asks: true, seconds: 60, runs: [{ entryid, active_duration: 100 }] });
      clock.now += 240;
      await at.sit('ben');
      expect((await at.state()).away).toMatchObject({ asks: true, seconds: 300 });
      await at.answer(counts);
      clock.now += 50;
      await json(`POST /work_log/${entryid}/finish`, {});
    }
    await at.sync();
    for (const core of [both.desk, both.hub]) {
      expect(await at.job(core, 'WO-1')).toMatchObject({
        duration: 450,
        active_duration: 150,
        benchside: { pause_duration: 300 },
      });
      expect(await at.job(core, 'WO-2')).toMatchObject({ duration: 450, active_duration: 450 });
    }
  });

  test('the idle seconds reach back to the last event of the job at most, and have limits', async () => {
    await using at = await bench();
    const { clock, json } = at;
    await at.sit('ben');
    const { entryid } = await json<WorkLogEntry>('POST /work_log', {
      guideid: at.guideid,
      workorderid: 'WO-1',
    });
    clock.now += 20;
    expect((await at.cover(true, 60)).away).toMatchObject({
      seconds: 20,
      runs: [{ entryid, active_duration: 0 }],
    });
    for (const idle of [-1, limits.kiosk.idle.max + 1, 'x'])
      await json('POST /benchside/kiosk/cover', { asks: true, idle }, 422);
  });

  test('a person who returns to a hidden screen is asked whether the time counts; their job waits for the answer', async () => {
    await using at = await bench();
    const { clock, json, both } = at;
    await at.sit('ben');
    for (const [workorderid, counts] of [
      ['WO-1', true],
      ['WO-2', false],
    ] as const) {
      const { entryid } = await json<WorkLogEntry>('POST /work_log', { guideid: at.guideid, workorderid });
      clock.now += 100;
      await at.cover(true);
      clock.now += 540;
      await at.sit('ben');
      expect((await at.state()).away).toMatchObject({ asks: true, seconds: 540 });
      clock.now += 5;
      expect((await at.answer(counts)).away).toBeNull();
      clock.now += 55;
      await json(`POST /work_log/${entryid}/finish`, {});
    }
    await at.sync();
    for (const core of [both.desk, both.hub]) {
      expect(await at.job(core, 'WO-1')).toMatchObject({
        duration: 700,
        active_duration: 700,
        benchside: { pause_duration: 0 },
      });
      expect(await at.job(core, 'WO-2')).toMatchObject({
        duration: 700,
        active_duration: 155,
        benchside: { pause_duration: 545 },
      });
    }
    expect(typesOf(await at.job(both.hub, 'WO-1'))).toEqual(['start', 'pause', 'resume', 'finish']);
  });

  test('a restart while the screen is hidden still asks, and work that a swap paused is not asked about', async () => {
    await using at = await bench();
    await at.sit('ben');
    await at.json('POST /work_log', { guideid: at.guideid, workorderid: 'WO-1' });
    at.clock.now += 10;
    await at.cover(false);
    at.clock.now += 10;
    // The program starts covered, and reports it.
    expect((await at.cover(true)).away).toMatchObject({ asks: false, seconds: 10 });
  });

  test('a job that ended elsewhere, or was paused by hand, is not asked about', async () => {
    await using at = await bench();
    await at.sit('ben');
    const { entryid } = await at.json<WorkLogEntry>('POST /work_log', {
      guideid: at.guideid,
      workorderid: 'WO-1',
    });
    await at.json(`POST /work_log/${entryid}/pause`, {});
    expect((await at.cover(true)).away).toBeNull();
    await at.json(`POST /work_log/${entryid}/resume`, {});
    expect((await at.cover(true)).away).not.toBeNull();
    await at.json(`POST /work_log/${entryid}/resume`, {});
    await at.json(`POST /work_log/${entryid}/finish`, {});
    expect((await at.state()).away).toBeNull();
    await at.answer(true);
  });

  test('another person who signs in can take the job over; it counts up to the moment the screen was hidden', async () => {
    await using at = await bench();
    const { clock, json } = at;
    await at.sit('ben');
    const { entryid } = await json<WorkLogEntry>('POST /work_log', {
      guideid: at.guideid,
      workorderid: 'WO-1',
    });
    clock.now += 20;
    await at.cover(true);
    clock.now += 300;
    await at.sit('cora');
    expect((await at.state()).away).toBeNull();
    const { results } = await json<{ results: WorkLogEntry[] }>('GET /benchside/kiosk/runs');
    expect(results).toMatchObject([{ entryid, status: 'suspended', active_duration: 20 }]);
    await json(`POST /work_log/${entryid}/assume`, {});
    clock.now += 7;
    expect(await json(`GET /work_log/${entryid}`)).toMatchObject({ active_duration: 27 });
    // It is no longer Ben's.
    await at.sit('ben');
    expect((await at.answer(true)).away).toBeNull();
  });

  test('a lead who leaves kiosk mode continues to work; other programs of the machine cannot hide the screen', async () => {
    await using at = await bench();
    await at.sit('dora');
    const { entryid } = await at.json<WorkLogEntry>('POST /work_log', {
      guideid: at.guideid,
      workorderid: 'WO-1',
    });
    at.clock.now += 30;
    await at.cover(true);
    at.clock.now += 4;
    await at.json('POST /benchside/kiosk/leave', { userid: at.people.dora.userid, pin: pins.dora }, 200);
    expect(await at.json(`GET /work_log/${entryid}`)).toMatchObject({
      status: 'started',
      active_duration: 34,
    });
    await at.both.desk.json('POST /benchside/kiosk/cover', {
      token: at.people.dora.token,
      json: { asks: true },
      expect: 403,
    });
  });

  test('a third-party site gets the pause; the true times stay at the desk', async () => {
    const clock = { now: 1_700_000_000 };
    await using at = await plainBench({ deskNow: () => clock.now });
    const { desk, ann } = at;
    const { store } = desk.ctx;
    const { entryid } = await at.here<WorkLogEntry>('POST /work_log', ann.token, {
      guideid: at.guideid,
      workorderid: 'WO-1',
    });
    const actor = store.read(null, (s) => s.users.actor(ann.userid));
    invariant(actor, 'Ann is here');
    for (const counts of [true, false]) {
      clock.now += 100;
      expect(pauseWork(store, actor, { asks: true, idle: 0 })).toBe(true);
      clock.now += 540;
      expect(resumeWork(store, actor, counts)).toBe(true);
    }
    clock.now += 60;
    expect(await at.round()).toMatchObject({ problem: null });
    expect(await parkedOf(at)).toEqual([]);
    const { results } = await at.there<{ results: WorkLogEntry[] }>('GET /work_log', ann.token);
    expect(results).toMatchObject([{ workorderid: 'WO-1' }]);
    expect(await at.here(`GET /work_log/${entryid}`, ann.token)).toMatchObject({
      status: 'started',
      active_duration: 800,
      benchside: { pause_duration: 540 },
    });
  });
});

describe('the way out of kiosk mode', patient, () => {
  test('remains: the PIN of the last lead cannot be removed while kiosk mode is on', async () => {
    await using at = await bench();
    const { dora, ben } = at.people;
    await at.sit('dora');
    const refused = await at.json<{ message: string }>(
      `DELETE /benchside/kiosk/people/${dora.userid}`,
      undefined,
      422,
    );
    expect(refused.message).toContain('last lead');
    await at.json('PUT /benchside/kiosk/me', { password: 'long enough to keep', pin: null }, 422);
    await at.json('PUT /benchside/kiosk/me', { password: 'long enough to keep', pin: '6403' }, 204);
    await at.json(`DELETE /benchside/kiosk/people/${ben.userid}`, undefined, 204);
    await at.json('PUT /benchside/kiosk', { ...kiosk, on: false });
    await at.json(`DELETE /benchside/kiosk/people/${dora.userid}`, undefined, 204);
  });
});

describe('a day at a kiosk', patient, () => {
  test('with five people gives true times to the second at desk and hub', async () => {
    await using at = await bench(Object.keys(pins) as Name[]);
    const { both, clock, json, people } = at;
    const names = Object.keys(people) as Name[];
    /** Whole seconds of work by job and person, by the test's stopwatch. */
    const watch: Record<string, Partial<Record<Name, number>>> = {};
    const works = (order: string, name: Name, seconds: number): void => {
      clock.now += seconds;
      watch[order] = { ...watch[order], [name]: (watch[order]?.[name] ?? 0) + seconds };
    };
    const rests = (seconds: number): void => {
      clock.now += seconds;
    };
    const idOf = async (order: string): Promise<number> => (await at.job(both.desk, order)).entryid;
    both.net.disconnect();

    // Morning: each person begins a job and leaves by Swap; the next one takes the seat.
    for (const [i, name] of names.entries()) {
      await at.sit(name);
      await json('POST /work_log', { guideid: at.guideid, workorderid: `WO-${i}` });
      works(`WO-${i}`, name, 600 + 7 * i);
      await at.cover(false);
      rests(11 + i);
    }
    both.net.connect();
    await at.sync();
    both.net.disconnect();

    // Noon: each takes over the job of the previous person, is called away twice, and counts one of the absences.
    for (const [i, name] of names.entries()) {
      const order = `WO-${(i + names.length - 1) % names.length}`;
      await at.sit(name);
      await json(`POST /work_log/${await idOf(order)}/assume`, {});
      works(order, name, 90 + i);
      await at.cover(true);
      works(order, name, 240 + 3 * i);
      await at.sit(name);
      await at.answer(true);
      works(order, name, 31);
      await at.cover(true);
      rests(3600 + i);
      await at.sit(name);
      await at.answer(false);
      works(order, name, 17 + i);
      if (i % 2 === 0) await json(`POST /work_log/${await idOf(order)}/finish`, {});
      await at.cover(false);
      rests(5);
    }
    // Evening: one person finishes the remaining jobs.
    await at.sit('dora');
    for (const order of ['WO-0', 'WO-2']) {
      await json(`POST /work_log/${await idOf(order)}/assume`, {});
      works(order, 'dora', 123);
      await json(`POST /work_log/${await idOf(order)}/finish`, {});
    }
    both.net.connect();
    await at.sync();
    expect(both.desk.ctx.store.read(null, (s) => s.journal.counts())).toMatchObject({
      pending: 0,
      parked: 0,
    });

    for (const core of [both.desk, both.hub])
      for (const order of Object.keys(watch)) {
        const job = await at.job(core, order);
        const seconds = Object.values(watch[order] ?? {}).reduce((sum, one) => sum + one, 0);
        expect([order, job.status, job.active_duration]).toEqual([order, 'complete', seconds]);
        expect(secondsBy(job, people)).toEqual(watch[order]);
      }
  });
});

/** Returns the work of each person, added up from the events alone. */
function secondsBy(
  { benchside: { events = [] } }: WorkLogEntry,
  people: Record<Name, DeskPerson>,
): Partial<Record<Name, number>> {
  const nameOf = (userid: number): Name | undefined =>
    (Object.keys(people) as Name[]).find((name) => people[name].userid === userid);
  const sums: Partial<Record<Name, number>> = {};
  let since: { name: Name; time: number } | null = null;
  for (const { type, monotonic, userid } of events) {
    // The monotonic clock of the desk is exact; the wall clock of a hub is known to about a second.
    const time = monotonic ?? Number.NaN;
    const name = nameOf(userid);
    if (['start', 'resume', 'assume'].includes(type) && name) since = { name, time };
    else if (['pause', 'suspend', 'finish'].includes(type) && since) {
      sums[since.name] = Math.round((sums[since.name] ?? 0) + time - since.time);
      since = null;
    }
  }
  return sums;
}
