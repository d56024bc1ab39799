import { expect, test } from 'vitest';

import type { LockCheck } from '../../shared/lock-check.ts';
import type { DeskSettings } from '../../shared/model/benchside.ts';
import type { Device, DeviceReport } from '../../shared/model/device.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import type { Pair } from '../helpers/pair.ts';

const devices = ({ hub, admin }: Pair): Promise<Device[]> =>
  hub.json('GET /benchside/devices', { token: admin });

const reports = ({ net }: Pair): string[] =>
  net.requests.filter((request) => request.startsWith('PUT /benchside/devices/'));

const signedInPair = async (): Promise<{ both: Pair; userid: number; token: string }> => {
  const both = await pair();
  const { userid, token } = await deskPerson(both, 'kofi');
  return { both, userid, token };
};

test('[G7.1] a desk reports to its hub how many edits of each person wait, and nothing while that is unchanged', async () => {
  const { both: made, userid, token } = await signedInPair();
  await using both = made;
  const people = [{ userid, token }];
  const guideid = await addGuide(both.hub, both.admin);
  await both.round({ people });
  expect(await devices(both)).toMatchObject([
    {
      name: expect.any(String),
      people: [{ userid, username: 'kofi', pending: 0, parked: 0, oldest_date: null }],
      round: { outcome: 'clean', message: null },
      ready: { guides: 1, ready: 1 },
      kiosk: null,
    },
  ]);
  expect(reports(both)).toHaveLength(1);

  both.net.requests.length = 0;
  await both.round({ people });
  expect(reports(both)).toEqual([]);

  // Both sides change the same field: the desk's edit is parked.
  const { revisionid } = await both.desk.json<{ revisionid: number }>(`GET /guides/${guideid}`, { token });
  await both.hub.json(`PUT /guides/${guideid}/users/${userid}`, { token: both.admin });
  await both.round({ people });
  await both.hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: both.admin,
    json: { conclusion: 'Theirs.' },
  });
  await both.desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token,
    json: { conclusion: 'Mine.' },
  });
  both.net.requests.length = 0;
  await both.round({ people });
  expect(reports(both)).toHaveLength(1);
  const [device] = await devices(both);
  expect(device?.people).toMatchObject([{ pending: 0, parked: 1, conflicts: 1 }]);
  expect(device?.people[0]?.oldest_date).toBeGreaterThan(Date.now() / 1000 - 600);

  await both.hub.json(`DELETE /benchside/devices/${device?.deviceid}`, { token: both.admin });
  expect(await devices(both)).toEqual([]);
  const again = await both.hub.call(`DELETE /benchside/devices/${device?.deviceid}`, { token: both.admin });
  expect(again.status).toBe(404);
});

test('[G7.2] a failed report does not affect the round, and is sent with a later one', async () => {
  const { both: made, userid, token } = await signedInPair();
  await using both = made;
  const people = [{ userid, token }];
  const before = both.net.intercept;
  both.net.intercept = (request) =>
    request.includes('/benchside/devices/') ? { kind: 'drop' } : before?.(request);
  expect(await both.round({ people })).toMatchObject({ problem: null, round: { outcome: 'clean' } });
  expect(await devices(both)).toEqual([]);
  both.net.intercept = before;
  await both.round({ people });
  expect(await devices(both)).toHaveLength(1);
});

test('[G7.2] without a sign-in nothing is reported, and a third-party site gets no report', async () => {
  await using both = await pair();
  await both.round();
  expect(reports(both)).toEqual([]);
  await using plain = await pair({ plain: true });
  const { userid, token } = await deskPerson(plain, 'kofi');
  plain.net.requests.length = 0;
  await plain.round({ people: [{ userid, token }] });
  expect(plain.net.requests.filter((request) => request.includes('devices'))).toEqual([]);
});

test("the hub knows from a desk's token that it still syncs without a report", async () => {
  let now = 1_790_000_000;
  await using both = await pair({ now: () => now });
  const { userid, token } = await deskPerson(both, 'kofi');
  const people = [{ userid, token }];
  await both.round({ people });
  const [first] = await devices(both);
  now += 3600;
  await both.round({ people });
  await both.hub.ctx.identity.close();
  const [later] = await devices(both);
  expect(later?.reported_date).toBe(first?.reported_date);
  expect(later?.seen_date).toBeGreaterThan((first?.seen_date ?? 0) + 3000);
});

test('a kiosk reports the result of its last lockdown check', async () => {
  await using both = await pair();
  const { userid, token } = await deskPerson(both, 'kofi');
  const people = [{ userid, token }];
  const { store } = both.desk.ctx;
  const kiosk = { on: true, idleSeconds: 60, badgeAlone: true, allowed: 'work' };
  store.transact(null, (s) => s.meta.set('settings', { kiosk }));
  await both.round({ people });
  expect(await devices(both)).toMatchObject([{ kiosk: { locked: false, open: [] } }]);
  const check: LockCheck = {
    locked: false,
    findings: [
      { part: 'window', state: 'closed', detail: '' },
      { part: 'session', state: 'unknown', detail: '' },
      { part: 'keys', state: 'open', detail: 'tty2' },
    ],
  };
  store.note((s) => s.meta.set('lock-check', check));
  await both.round({ people });
  expect(await devices(both)).toMatchObject([{ kiosk: { locked: false, open: ['session', 'keys'] } }]);
});

test('a report above a limit is refused, and so is one of a stranger', async () => {
  await using both = await pair();
  const report: DeviceReport = {
    name: 'bench-7',
    version: '1',
    system: 'Linux x64',
    people: [],
    round: { outcome: 'clean', message: null },
    ready: null,
    kiosk: { locked: false, open: ['keys'] },
  };
  const path = 'PUT /benchside/devices/0b54a5f2-6f0c-4c43-9d4b-5e1f6f0c9a11';
  const send = async (json: unknown, token?: string): Promise<number> =>
    (await both.hub.call(path, { json, ...(token === undefined ? {} : { token }) })).status;
  expect(await send(report)).toBe(401);
  expect(await send({ ...report, name: 'x'.repeat(300) }, both.admin)).toBe(422);
  expect(await send(report, both.admin)).toBe(200);
  expect(await devices(both)).toMatchObject([{ name: 'bench-7', kiosk: { locked: false } }]);
});

test('the sign-ins of everyone at a desk are listed at the hub with the name of the desk', async () => {
  const { both: made, userid, token } = await signedInPair();
  await using both = made;
  const ann = await deskPerson(both, 'ann');
  await both.round({ people: [{ userid, token }, ann] });
  const [device] = await devices(both);
  expect(device?.people, 'no list of desks shows hashes of tokens').not.toMatchObject([
    { token: expect.anything() as unknown },
  ]);
  await both.hub.json(`PATCH /benchside/devices/${device?.deviceid}`, {
    token: both.admin,
    json: { name: 'Bench 3' },
    expect: 204,
  });
  for (const person of [userid, ann.userid]) {
    const tokens = await both.hub.json<{ desk: string | null }[]>(`GET /benchside/tokens?userid=${person}`, {
      token: both.admin,
    });
    expect(tokens.map(({ desk }) => desk)).toContain('Bench 3');
  }
  const own = await both.hub.json<{ desk: string | null }[]>('GET /benchside/tokens', { token: both.admin });
  expect(own.map(({ desk }) => desk)).toEqual([null]);
});

test('[G7.4] a desk learns the name that an admin gave it with the answer to its next report, and loses it with it', async () => {
  const { both: made, userid, token } = await signedInPair();
  await using both = made;
  const people = [{ userid, token }];
  const settings = (): Promise<DeskSettings> => both.desk.json('GET /benchside/settings');
  await both.round({ people });
  expect((await settings()).givenName).toBeUndefined();
  const [device] = await devices(both);
  const name = (given: string | null): Promise<unknown> =>
    both.hub.json(`PATCH /benchside/devices/${device?.deviceid}`, {
      token: both.admin,
      json: { name: given },
    });
  const report = async (): Promise<void> => {
    // As if the last one were long ago.
    both.desk.ctx.store.note((s) => {
      const last = s.deskState.get('deviceReport');
      if (last) s.deskState.set('deviceReport', { ...last, date: 0 });
    });
    await both.round({ people });
  };
  await name('Bench 3');
  await report();
  const { givenName, deskName } = await settings();
  expect([givenName, deskName]).toEqual(['Bench 3', device?.name]);
  expect(await devices(both)).toMatchObject([{ name: 'Bench 3', own_name: deskName }]);
  await name(null);
  await report();
  expect((await settings()).givenName).toBeUndefined();
});
