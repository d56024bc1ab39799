import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { hashPassword, verifyPassword } from '../../app/identity/password.ts';
import { siteTokens } from '../../app/identity/people.ts';
import { hashToken } from '../../app/identity/token.ts';
import { fileVault } from '../../app/identity/vault.ts';
import type { Role } from '../../app/store/actor.ts';
import { dropPersonToken } from '../../app/replica/desk-people/people.ts';
import { putUnlock, unlockRow } from '../../app/replica/desk-people/credentials.ts';
import { sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import type { KioskSettings, KioskState, Unlocked } from '../../shared/model/kiosk.ts';
import type { StepForm } from '../../shared/model/step-form.ts';
import type { User } from '../../shared/model/user.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';
import { addPerson } from '../helpers/people.ts';
import { serve } from '../helpers/process.ts';
import { password, site, windowKey } from '../helpers/site.ts';

/** Each PIN takes a tenth of a second on an idle machine. */
const patient = { timeout: 120_000 };
const kiosk: KioskSettings = { on: true, idleSeconds: 60, badgeAlone: true, allowed: 'work' };

/** Calls the API as the desk's own window. */
function windowOf(desk: TestCore) {
  const headers = windowKey(desk);
  return {
    json: <T>(route: string, json?: unknown, expect?: number, more: Record<string, string> = {}) =>
      desk.json<T>(route, {
        headers: { ...headers, ...more },
        ...(json === undefined ? {} : { json }),
        ...(expect === undefined ? {} : { expect }),
      }),
    who: async () =>
      (await desk.json<KioskState>('GET /benchside/kiosk', { headers })).people.find(
        ({ userid }) => userid === desk.ctx.store.read(null, (s) => s.meta.get('current_person')),
      )?.username ?? null,
  };
}

/** Opens a desk whose people signed in once at its window, and whose folder can be opened again. */
async function folderDesk(people: Record<string, Role>, now = 1_700_000_000) {
  const at = await site();
  const folder = temporaryFolder();
  const clock = { now };
  const open = (): TestCore =>
    testCore(
      { profile: 'desk', site: at.api, dataDir: folder.path },
      { vault: fileVault(folder.path), now: () => clock.now },
    );
  const made = { at, clock, path: folder.path, desk: open(), userids: {} as Record<string, number> };
  for (const [name, role] of Object.entries(people)) {
    made.userids[name] = (await addPerson(at.hub, name, { role, password })).userid;
    await windowOf(made.desk).json('POST /user/token', { email: `${name}@example.org`, password });
  }
  await at.disconnect();
  return {
    ...made,
    restart: async () => {
      await made.desk.close();
      return (made.desk = open());
    },
    [Symbol.asyncDispose]: async () => {
      await made.desk.close();
      folder[Symbol.dispose]();
      await at[Symbol.asyncDispose]();
    },
  };
}

const signInAs = (desk: TestCore, name: string): Promise<User> =>
  windowOf(desk).json('POST /user/token', { email: `${name}@example.org`, password });

describe('PIN and badge', patient, () => {
  test('sign their owner in without the site and without its token', async () => {
    await using made = await folderDesk({ ben: 'technician', cora: 'technician' });
    const { desk, userids } = made;
    const at = windowOf(desk);
    await signInAs(desk, 'ben');
    await at.json('PUT /benchside/kiosk/me', { password, pin: '2580', badge: ' 04A2-19F3 ' });
    desk.ctx.store.transact(null, (s) => {
      for (const userid of Object.values(userids)) dropPersonToken(s, userid);
    });
    await signInAs(desk, 'cora');
    desk.ctx.store.transact(null, (s) =>
      s.sessions.add({ userid: userids['cora'] ?? 0, tokenHash: hashToken('cora') }),
    );

    const byPin = await at.json<Unlocked>('POST /benchside/kiosk/unlock', {
      userid: userids['ben'],
      pin: '2580',
    });
    expect(byPin).toMatchObject({ user: { username: 'ben' }, pinOf: null });
    expect(byPin.user?.authToken).toBeUndefined();
    expect(await at.json('GET /user')).toMatchObject({ username: 'ben' });
    await signInAs(desk, 'cora');
    await at.json('POST /benchside/kiosk/unlock', { badge: '04A2-19F3' });
    expect(await at.who()).toBe('ben');

    // Over loopback only for people who signed in already.
    const json = { badge: '04A2-19F3' };
    await desk.json('POST /benchside/kiosk/unlock', { json, expect: 401 });
    const elsewhere = await desk.json<Unlocked>('POST /benchside/kiosk/unlock', { json, token: 'cora' });
    const token = elsewhere.user?.authToken ?? '';
    expect(await desk.json('GET /user', { token })).toMatchObject({ username: 'ben' });
    expect(await desk.json<KioskState>('GET /benchside/kiosk', { token })).toMatchObject({
      people: [],
      current: null,
    });
    expect(siteTokens(desk.ctx.store, fileVault(made.path))).toEqual([]);
  });

  test('a badge that is typed into the window reveals its owner, and signs nobody in', async () => {
    await using made = await folderDesk({ ben: 'technician', cora: 'technician' });
    const { desk, userids } = made;
    const at = windowOf(desk);
    await signInAs(desk, 'ben');
    await at.json('PUT /benchside/kiosk/me', { password, pin: '2580', badge: '04A2-19F3' });
    await signInAs(desk, 'cora');
    const whose = async (badge: string): Promise<unknown> =>
      (await at.json<{ userid: unknown }>('POST /benchside/kiosk/badge', { badge })).userid;
    expect([await whose('04A2-19F3'), await whose('WO-1207')]).toEqual([userids['ben'], null]);
    expect(await at.who()).toBe('cora');
    await desk.json('POST /benchside/kiosk/badge', { json: { badge: '04A2-19F3' }, expect: 401 });
    for (let n = 0; n < 300; n += 1) await whose(`guess ${n}`);
    expect(await whose('04A2-19F3')).toBeNull();
    expect((await at.json<KioskState>('GET /benchside/kiosk')).badgeWaitSeconds).toBe(0);
    made.clock.now += 15 * 60;
    expect(await whose('04A2-19F3')).toBe(userids['ben']);
  });

  test('are stored as a verifier and a hash under a key that is not in the database', async () => {
    await using made = await folderDesk({ ben: 'technician' });
    await windowOf(made.desk).json('PUT /benchside/kiosk/me', {
      password,
      pin: '28071',
      badge: 'BADGE-7731',
    });
    const row = made.desk.ctx.store.read(null, (s) =>
      s.db.one(sql<StoredRow<'desk_credential', 'pin' | 'badge'>>`SELECT pin, badge FROM desk_credential`),
    );
    expect(row?.pin).toMatch(/^keyed\$/);
    expect(row?.badge).toMatch(/^[0-9a-f]{64}$/);
    await made.desk.close();
    const key = readFileSync(join(made.path, 'badge.key'));
    const database = readFileSync(join(made.path, 'benchside.sqlite'));
    for (const secret of [key, 'BADGE-7731', '28071']) expect(database.includes(secret)).toBe(false);
    const desk = await made.restart();
    await windowOf(desk).json('POST /benchside/kiosk/unlock', { badge: 'BADGE-7731' }, 200);
  });

  test('[security 7] a PIN stored by an earlier version works, and is useless without the key file', async () => {
    await using made = await folderDesk({ ben: 'technician' });
    const userid = made.userids['ben'] ?? 0;
    const kept = await hashPassword('2580');
    made.desk.ctx.store.transact(null, (s) => putUnlock(s, userid, { pin: kept }));
    const desk = await made.restart();
    const stored = desk.ctx.store.read(null, (s) => unlockRow(s, userid))?.pin ?? '';
    const { people } = await windowOf(desk).json<KioskState>('GET /benchside/kiosk');
    expect(people).toMatchObject([{ username: 'ben', hasPin: true }]);
    await windowOf(desk).json('POST /benchside/kiosk/unlock', { userid, pin: '2580' }, 200);

    // An attacker with only the database can compute scrypt for each PIN, but has nothing to compare it with.
    expect(stored).not.toContain(kept.split('$').at(-1));
    expect(await verifyPassword('2580', stored)).toBe(false);
    expect(await verifyPassword('2580', stored.replace('keyed', 'scrypt'))).toBe(false);
    writeFileSync(join(made.path, 'badge.key'), randomBytes(32));
    const stranger = await made.restart();
    await windowOf(stranger).json('POST /benchside/kiosk/unlock', { userid, pin: '2580' }, 401);
  });

  test('five wrong PINs make their owner wait, also after a restart, and nobody else', async () => {
    await using made = await folderDesk({ ben: 'technician', cora: 'technician' });
    const [ben, cora] = [made.userids['ben'], made.userids['cora']];
    for (const [name, pin] of [
      ['ben', '2580'],
      ['cora', '7391'],
    ] as const) {
      await signInAs(made.desk, name);
      await windowOf(made.desk).json('PUT /benchside/kiosk/me', { password, pin });
    }
    const guess = (desk: TestCore, pin: string): Promise<{ message: string }> =>
      windowOf(desk).json('POST /benchside/kiosk/unlock', { userid: ben, pin }, 401);
    for (const pin of ['1111', '2222', '3333'])
      expect((await guess(made.desk, pin)).message).toMatch('not right');
    let desk = await made.restart();
    for (const pin of ['4444', '5555']) expect((await guess(desk, pin)).message).toMatch('not right');
    desk = await made.restart();
    expect((await guess(desk, '2580')).message).toContain('Wait 15 minutes');
    const { people } = await windowOf(desk).json<KioskState>('GET /benchside/kiosk');
    expect(Object.fromEntries(people.map((one) => [one.username, one.waitSeconds]))).toEqual({
      ben: 900,
      cora: 0,
    });
    await windowOf(desk).json('POST /benchside/kiosk/unlock', { userid: cora, pin: '7391' }, 200);
    made.clock.now += 900;
    await windowOf(desk).json('POST /benchside/kiosk/unlock', { userid: ben, pin: '2580' }, 200);
  });

  test('unknown badges are limited too, and do not block PINs', async () => {
    await using made = await folderDesk({ ben: 'technician' });
    const at = windowOf(made.desk);
    await at.json('PUT /benchside/kiosk/me', { password, pin: '2580', badge: 'BADGE-1' });
    for (let n = 0; n < 20; n += 1)
      await at.json('POST /benchside/kiosk/unlock', { badge: `other ${n}` }, 401);
    const refused = await at.json<{ message: string }>(
      'POST /benchside/kiosk/unlock',
      { badge: 'BADGE-1' },
      401,
    );
    expect(refused.message).toContain('Wait 15 minutes');
    expect((await at.json<KioskState>('GET /benchside/kiosk')).badgeWaitSeconds).toBe(900);
    await at.json('POST /benchside/kiosk/unlock', { userid: made.userids['ben'], pin: '2580' }, 200);
  });

  test('[security 15] guesses for people without a PIN here, and guesses over loopback, lock nobody out at the window', async () => {
    await using made = await folderDesk({ ben: 'technician' });
    const { desk } = made;
    const at = windowOf(desk);
    const userid = made.userids['ben'];
    await at.json('PUT /benchside/kiosk/me', { password, pin: '2580', badge: 'BADGE-1' });
    const unlock = (json: object, expect: number, token?: string): Promise<{ message: string }> =>
      token === undefined
        ? at.json('POST /benchside/kiosk/unlock', json, expect)
        : desk.json('POST /benchside/kiosk/unlock', { json, expect, token });

    for (let n = 0; n < 50; n += 1) await unlock({ userid: 90_000 + n, pin: '1470' }, 401);
    expect((await unlock({ userid: 90_000, pin: '1470' }, 401)).message).toContain('Wait 15 minutes');
    expect((await at.json<KioskState>('GET /benchside/kiosk')).people).toMatchObject([{ waitSeconds: 0 }]);

    const { authToken: token = '' } = await desk.json<User>('POST /user/token', {
      json: { email: 'ben@example.org', password },
    });
    for (let n = 0; n < 5; n += 1) await unlock({ userid, pin: '1470' }, 401, token);
    expect((await unlock({ userid, pin: '2580' }, 401, token)).message).toContain('Wait 15 minutes');
    for (let n = 0; n < 20; n += 1) await unlock({ badge: `other ${n}` }, 401, token);
    expect((await unlock({ badge: 'BADGE-1' }, 401, token)).message).toContain('Wait 15 minutes');
    expect(await at.json<KioskState>('GET /benchside/kiosk')).toMatchObject({
      badgeWaitSeconds: 0,
      people: [{ waitSeconds: 0 }],
    });
    await unlock({ userid, pin: '2580' }, 200);
    await unlock({ badge: 'BADGE-1' }, 200);
  });

  test('one badge belongs to one person, a PIN must not be easy to guess, and setting either needs the password', async () => {
    await using made = await folderDesk({ ben: 'technician', cora: 'technician', dora: 'author' });
    const { desk, userids } = made;
    const at = windowOf(desk);
    const set = (json: Record<string, unknown>, expect?: number) =>
      at.json<{ message: string }>('PUT /benchside/kiosk/me', { password, ...json }, expect);
    await signInAs(desk, 'ben');
    await set({ badge: 'BADGE-1', pin: '2580' });
    await signInAs(desk, 'cora');
    expect((await set({ badge: 'BADGE-1' }, 422)).message).toContain('belongs to someone else');
    for (const pin of ['1111', '1234', '8765'])
      expect((await set({ pin }, 422)).message).toContain('easy to guess');
    for (const pin of ['123', '123456789', '12a4']) await set({ pin }, 422);
    expect((await set({ pin: '7391', password: 'wrong' }, 401)).message).toContain('not the password');
    await set({ badge: 'BADGE-2', pin: '7391' });
    await set({ pin: null });
    await at.json('POST /benchside/kiosk/unlock', { userid: userids['cora'], pin: '7391' }, 401);
    await at.json('POST /benchside/kiosk/unlock', { badge: 'BADGE-2' }, 200);

    await at.json(`DELETE /benchside/kiosk/people/${userids['ben']}`, undefined, 403);
    await signInAs(desk, 'dora');
    await at.json(`DELETE /benchside/kiosk/people/${userids['ben']}`, undefined, 204);
    await at.json('DELETE /benchside/kiosk/people/999', undefined, 404);
    await at.json('POST /benchside/kiosk/unlock', { badge: 'BADGE-1' }, 401);
    await at.json('POST /benchside/kiosk/unlock', { userid: userids['ben'], pin: '2580' }, 401);
  });
});

describe('kiosk mode', patient, () => {
  test('is set and left by leads only, and begins again with the program', async () => {
    await using made = await folderDesk({ ben: 'technician', dora: 'author' });
    const { userids } = made;
    let at = windowOf(made.desk);
    const isActive = async (): Promise<boolean> => (await at.json<KioskState>('GET /benchside/kiosk')).active;
    await signInAs(made.desk, 'ben');
    await at.json('PUT /benchside/kiosk/me', { password, pin: '7391' });
    await at.json('PUT /benchside/kiosk', kiosk, 403);
    await at.json('PATCH /benchside/settings', { kiosk }, 200);
    expect(await isActive()).toBe(false);
    await signInAs(made.desk, 'dora');
    const noWayOut = await at.json<{ message: string }>('PUT /benchside/kiosk', kiosk, 422);
    expect(noWayOut.message).toContain('Nobody could leave kiosk mode');
    await at.json('PUT /benchside/kiosk/me', { password, pin: '2580' });
    expect(await at.json<KioskState>('PUT /benchside/kiosk', kiosk)).toMatchObject({
      active: true,
      settings: kiosk,
    });
    expect(await at.json('GET /benchside/settings')).toMatchObject({ kiosk });

    const leave = (json: unknown, expect: number) => at.json('POST /benchside/kiosk/leave', json, expect);
    await leave({ userid: userids['ben'], pin: '7391' }, 403);
    await leave({ userid: userids['dora'], pin: '0000' }, 401);
    await leave({ email: 'ben@example.org', password }, 403);
    await leave({ email: 'dora@example.org', password: 'wrong' }, 401);
    expect(await isActive()).toBe(true);
    await leave({ userid: userids['dora'], pin: '2580' }, 200);
    expect(await isActive()).toBe(false);
    expect(await at.who()).toBe('dora');
    at = windowOf(await made.restart());
    expect(await isActive()).toBe(true);
    await leave({ email: 'dora@example.org', password }, 200);
    expect(await isActive()).toBe(false);
    await at.json('POST /benchside/kiosk/enter');
    expect(await isActive()).toBe(true);
  });

  test("a badge that needs a PIN names the PIN's owner", async () => {
    await using made = await folderDesk({ dora: 'admin' });
    const at = windowOf(made.desk);
    await at.json('PUT /benchside/kiosk/me', { password, pin: '2580', badge: 'BADGE-1' });
    await at.json('PUT /benchside/kiosk', { ...kiosk, badgeAlone: false });
    await at.json('DELETE /user/token');
    expect(await at.json('POST /benchside/kiosk/unlock', { badge: 'BADGE-1' })).toEqual({
      user: null,
      pinOf: { userid: made.userids['dora'], username: 'dora' },
    });
    expect(await at.who()).toBeNull();
  });
});

interface Bench extends AsyncDisposable {
  both: Pair;
  at: ReturnType<typeof windowOf>;
  guideid: number;
  form: StepForm;
  /** Signs in by PIN, without the site. */
  sit(name: string): Promise<void>;
  people: Record<string, DeskPerson>;
}

/** Opens a kiosk at which three people have signed in, and whose network is down. */
async function sharedKiosk(): Promise<Bench> {
  const both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const { steps } = await both.hub.json<{ steps: { stepid: number }[] }>(`GET /guides/${guideid}`, {
    token: both.admin,
  });
  const fields = [
    { label: 'Serial number', field_type: 'Text Input' },
    { label: 'Remarks', field_type: 'Text Area' },
  ];
  const form = await both.hub.json<StepForm>(`POST /step_forms/${steps[0]?.stepid}`, {
    token: both.admin,
    json: { fields },
  });
  const at = windowOf(both.desk);
  const people: Record<string, DeskPerson> = {};
  const pins: Record<string, string> = { ben: '2580', cora: '7391', dora: '6402' };
  for (const [name, pin] of Object.entries(pins)) {
    people[name] = await deskPerson(both, name, name === 'dora' ? 'author' : 'technician');
    await both.desk.json('PUT /benchside/kiosk/me', {
      token: people[name]?.token ?? '',
      json: { password: 'long enough to keep', pin },
    });
  }
  await both.round({ people: Object.values(people) });
  await both.desk.json('PUT /benchside/kiosk', { token: people['dora']?.token ?? '', json: kiosk });
  both.net.disconnect();
  return {
    both,
    at,
    guideid,
    form,
    people,
    sit: async (name) => {
      await at.json('POST /benchside/kiosk/unlock', { userid: people[name]?.userid, pin: pins[name] }, 200);
      expect(await at.json('GET /user')).toMatchObject({ username: name });
    },
    [Symbol.asyncDispose]: () => both[Symbol.asyncDispose](),
  };
}

describe('three people on one kiosk', patient, () => {
  test('hand jobs to each other, keep their drafts apart, and the site gets the right authors', async () => {
    await using bench = await sharedKiosk();
    const { at, both, guideid, form, people } = bench;
    const field = String(form.fields[0]?.field_revisionid);
    const start = (workorderid: string) => at.json<WorkLogEntry>('POST /work_log', { guideid, workorderid });
    const enter = (entryid: number, words: string) =>
      at.json<WorkLogEntry>(`PUT /work_log/${entryid}/stepData`, { fields: { [field]: words } });
    const runs = async (status: string): Promise<string[]> =>
      (await at.json<{ results: WorkLogEntry[] }>(`GET /work_log?status=${status}`)).results.map(
        ({ workorderid }) => workorderid,
      );
    const team = async (): Promise<WorkLogEntry[]> =>
      (await at.json<{ results: WorkLogEntry[] }>('GET /benchside/kiosk/runs')).results;

    await bench.sit('ben');
    const one = await start('WO-1');
    await enter(one.entryid, 'SN of Ben');
    await at.json('PUT /benchside/drafts/run%20typed', { words: 'half a sentence of Ben' });
    const resting = await start('WO-2');
    await at.json(`POST /work_log/${resting.entryid}/pause`, {});

    await bench.sit('cora');
    expect(await at.json('GET /benchside/drafts/run%20typed')).toBeNull();
    expect(
      (await team()).map(({ workorderid, benchside: { people: had } }) => [
        workorderid,
        had.at(-1)?.username,
      ]),
    ).toEqual([['WO-1', 'ben']]);
    await at.json('PUT /benchside/drafts/run%20typed', { words: 'of Cora' });
    const taken = await at.json<WorkLogEntry>(`POST /work_log/${one.entryid}/assume`, {});
    expect(taken.work_data).toMatchObject([{ value: 'SN of Ben' }]);
    expect(taken.benchside.people.map(({ username }) => username)).toEqual(['ben', 'cora']);
    expect(taken.benchside.events?.map(({ type, userid }) => [type, userid])).toEqual([
      ['start', people['ben']?.userid],
      ['step', people['ben']?.userid],
      ['data', people['ben']?.userid],
      ['suspend', people['ben']?.userid],
      ['assume', people['cora']?.userid],
    ]);
    await enter(one.entryid, 'SN of Ben, read again by Cora');
    await at.json(`PUT /work_log/${resting.entryid}/stepData`, { fields: { [field]: 'not mine' } }, 403);

    await bench.sit('dora');
    expect(await team()).toHaveLength(1);
    await bench.sit('dora');
    const own = await start('WO-3');
    await bench.sit('dora');
    expect(await at.json<WorkLogEntry>(`GET /work_log/${own.entryid}`)).toMatchObject({ status: 'started' });
    await at.json('PUT /benchside/drafts/run%20typed', { words: 'late, of Cora' }, 401, {
      'X-Benchside-Person': String(people['cora']?.userid),
    });

    await bench.sit('ben');
    expect(await runs('paused')).toEqual(['WO-2']);
    expect(await at.json('GET /benchside/drafts/run%20typed')).toMatchObject({
      body: { words: 'half a sentence of Ben' },
    });
    await bench.sit('cora');
    expect(await at.json('GET /benchside/drafts/run%20typed')).toMatchObject({ body: { words: 'of Cora' } });

    both.net.connect();
    await both.round({ people: Object.values(people) });
    expect(both.desk.ctx.store.read(null, (s) => s.journal.counts())).toMatchObject({
      pending: 0,
      parked: 0,
    });
    const { results } = await both.hub.json<{ results: WorkLogEntry[] }>('GET /work_log', {
      token: both.admin,
    });
    expect(
      results
        .map(({ workorderid, status, benchside }) => [
          workorderid,
          status,
          benchside.people.map(({ username }) => username).join(', '),
        ])
        .toSorted(),
    ).toEqual([
      ['WO-1', 'suspended', 'ben, cora'],
      ['WO-2', 'paused', 'ben'],
      ['WO-3', 'suspended', 'dora'],
    ]);
    expect(results.find(({ workorderid }) => workorderid === 'WO-1')?.work_data).toMatchObject([
      { value: 'SN of Ben, read again by Cora' },
    ]);
  });

  test('a person without a site token reads and works on; only that person’s edits wait', async () => {
    await using bench = await sharedKiosk();
    const { at, both, guideid, people } = bench;
    both.net.connect();
    const { ben, ...others } = people;
    both.desk.ctx.store.transact(null, (s) => dropPersonToken(s, ben?.userid ?? 0));
    await bench.sit('ben');
    await at.json('POST /work_log', { guideid, workorderid: 'of Ben' });
    await bench.sit('cora');
    await at.json('POST /work_log', { guideid, workorderid: 'of Cora' });
    const waiting = async (): Promise<[string, number][]> =>
      (await at.json<KioskState>('GET /benchside/kiosk')).people
        .map(({ username, unsignedEdits }): [string, number] => [username, unsignedEdits])
        .filter(([, n]) => n > 0);
    expect(await waiting()).toEqual([['ben', 2]]);
    await both.round({ people: Object.values(others) });
    expect(await waiting()).toEqual([['ben', 2]]);
    const orders = async (): Promise<string[]> =>
      (await both.hub.json<{ results: WorkLogEntry[] }>('GET /work_log', { token: both.admin })).results
        .map(({ workorderid }) => workorderid)
        .toSorted();
    expect(await orders()).toEqual(['of Cora']);
    await bench.sit('ben');
    expect(await at.json(`GET /guides/${guideid}`)).toMatchObject({ guideid });
    await both.round({ people: Object.values(people) });
    expect(await orders()).toEqual(['of Ben', 'of Cora']);
  });
});

describe('a power cut in the middle of a swap', patient, () => {
  test.each([
    ['before-commit', '^accept POST /work_log/.entryid./suspend'],
    ['after-commit', '^accept POST /work_log/.entryid./suspend'],
    ['before-commit', '^sit down'],
    ['after-commit', '^sit down'],
  ])('%s of %s loses nothing and leaves somebody at the desk', async (point, about) => {
    // The program that is killed uses the machine's clock.
    await using made = await folderDesk({ ben: 'technician', dora: 'author' }, Date.now() / 1000);
    const { userids } = made;
    let at = windowOf(made.desk);
    await at.json('PUT /benchside/kiosk/me', { password, pin: '2580' });
    await at.json('PUT /benchside/kiosk', kiosk);
    await signInAs(made.desk, 'ben');
    const { guideid, stepid } = await guideHere(at);
    const form = await at.json<StepForm>(`POST /step_forms/${stepid}`, {
      fields: [{ label: 'Serial number', field_type: 'Text Input' }],
    });
    const { entryid } = await at.json<WorkLogEntry>('POST /work_log', { guideid, workorderid: 'WO-1' });
    const fields = { [String(form.fields[0]?.field_revisionid)]: 'SN of Ben' };
    await at.json(`PUT /work_log/${entryid}/stepData`, { fields });
    await at.json('PUT /benchside/drafts/words', { of: 'Ben' });
    await made.desk.close();

    {
      using page = temporaryFolder();
      writeFileSync(join(page.path, 'index.html'), '<head></head>');
      await using program = await serve(
        ['desk', '--data', made.path, '--site', made.at.api, '--renderer', page.path],
        { env: { BENCHSIDE_FAILPOINTS: `${point} 1 ${about}` } },
      );
      const opened = await fetch(program.ready.page ?? '', { redirect: 'manual' });
      const [Cookie = ''] = opened.headers.getSetCookie();
      const asked = fetch(`${program.url}/benchside/kiosk/unlock`, {
        method: 'POST',
        headers: { Cookie, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
        body: JSON.stringify({ userid: userids['dora'], pin: '2580' }),
      });
      await expect(asked).rejects.toThrow('fetch failed');
      expect((await program.finished).code).toBeNull();
    }

    const desk = await made.restart();
    at = windowOf(desk);
    expect(desk.ctx.store.read(null, (s) => s.journal.verify())).toEqual([]);
    expect(await at.who()).toBe(point === 'after-commit' && about === '^sit down' ? 'dora' : 'ben');
    await at.json('POST /benchside/kiosk/unlock', { userid: userids['dora'], pin: '2580' }, 200);
    expect(await at.json('GET /benchside/drafts/words')).toBeNull();
    const taken = await at.json<WorkLogEntry>(`POST /work_log/${entryid}/assume`, {});
    expect(taken.work_data).toMatchObject([{ value: 'SN of Ben' }]);
    expect(taken.benchside.events?.map(({ type, userid }) => [type, userid]).slice(-2)).toEqual([
      ['suspend', userids['ben']],
      ['assume', userids['dora']],
    ]);
    await signInAs(desk, 'ben');
    expect(await at.json('GET /benchside/drafts/words')).toMatchObject({ body: { of: 'Ben' } });
  });
});

/** A guide that the person at the window writes at this desk. */
async function guideHere(at: ReturnType<typeof windowOf>): Promise<{ guideid: number; stepid: number }> {
  const made = { category: 'Pump', type: 'repair', title: 'Mend the pump', public: true };
  const { guideid } = await at.json<{ guideid: number }>('POST /guides', made);
  const { steps } = await at.json<{ steps: { stepid: number }[] }>(`POST /guides/${guideid}/steps`, {
    orderby: 1,
    lines: [{ text: 'Open the lid.', bullet: 'black', level: 0 }],
  });
  return { guideid, stepid: steps[0]?.stepid ?? 0 };
}
