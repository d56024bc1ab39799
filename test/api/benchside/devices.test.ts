import { expect, test } from 'vitest';

import { limits } from '../../../shared/limits.ts';
import type { Device, DeviceReport } from '../../../shared/model/device.ts';
import { sql } from '../../../app/store/sql.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addPerson } from '../../helpers/people.ts';
import type { TestPerson } from '../../helpers/people.ts';
import { reportOfNobody as report } from '../../helpers/reports.ts';

const waiting = (userid: number): DeviceReport['people'][number] => ({
  userid,
  pending: 2,
  sending: 1,
  parked: 1,
  conflicts: 0,
  oldest_date: 1_790_000_000,
});

/** As large as a report may be. */
const largest = (name: string): DeviceReport => ({
  ...report,
  name: name.padEnd(limits.device.name.max, 'ü'),
  version: 'v'.repeat(limits.device.version.max),
  system: 's'.repeat(limits.device.system.max),
  people: Array.from({ length: limits.device.people.max }, (_, n) => waiting(1_000_000_000 + n)),
  round: { outcome: 'needs-person', message: 'm'.repeat(limits.answer.message.max) },
});

const uuid = (n: number): string => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`;

async function hub() {
  let now = 1_790_000_000;
  const core = testCore({}, { now: () => (now += 1) });
  const lead = await addPerson(core, 'lena', { role: 'author' });
  return {
    core,
    lead,
    devices: (): Promise<Device[]> => core.json('GET /benchside/devices', { token: lead.token }),
    put: put(core),
    bytes: (): number =>
      core.ctx.store.read(
        null,
        (s) =>
          s.db.one(sql<{ bytes: number }>`SELECT sum(octet_length(body)) AS bytes FROM device`)?.bytes ?? 0,
      ),
    [Symbol.asyncDispose]: () => core[Symbol.asyncDispose](),
  };
}

const put =
  (core: TestCore) =>
  async (who: TestPerson, deviceid: string, json: DeviceReport, peer = ''): Promise<number> => {
    const headers = { 'X-Benchside-Peer': peer };
    return (await core.call(`PUT /benchside/devices/${deviceid}`, { token: who.token, json, headers }))
      .status;
  };

const named = (devices: readonly Device[], name: string): number =>
  devices.filter((device) => device.name.startsWith(name)).length;

test('[G7.3] [security devices] one account reports a limited number of desks, and none of them displaces a desk of others', async () => {
  await using at = await hub();
  const ann = await addPerson(at.core, 'ann');
  const eve = await addPerson(at.core, 'eve');
  for (const n of [1, 2, 3]) expect(await at.put(ann, uuid(n), { ...report, name: `real ${n}` })).toBe(200);
  for (let n = 0; n < 200; n += 1) expect(await at.put(eve, uuid(100 + n), largest(`fake ${n} `))).toBe(200);
  const devices = await at.devices();
  expect(named(devices, 'real')).toBe(3);
  expect(named(devices, 'fake')).toBe(limits.device.perPerson.max);
  expect(named(devices, 'fake 199 ')).toBe(1);
  expect(named(devices, 'fake 0 ')).toBe(0);
});

test('[security devices] all reports together have a limited size, and those of the accounts with most desks go first', async () => {
  await using at = await hub();
  const ann = await addPerson(at.core, 'ann');
  expect(await at.put(ann, uuid(1), { ...report, name: 'real' })).toBe(200);
  const each = JSON.stringify(largest('fake')).length;
  const accounts = Math.ceil(limits.device.bytes.max / each / limits.device.perPerson.max) + 1;
  for (let account = 1; account <= accounts; account += 1) {
    const eve = await addPerson(at.core, `eve${account}`);
    for (let n = 0; n < limits.device.perPerson.max; n += 1)
      expect(await at.put(eve, uuid(account * 1000 + n), largest('fake '))).toBe(200);
  }
  expect(at.bytes()).toBeLessThanOrEqual(limits.device.bytes.max);
  expect(at.bytes()).toBeGreaterThan(limits.device.bytes.max / 2);
  expect(named(await at.devices(), 'real')).toBe(1);
});

test('[G7.3] [security devices] only a desk itself replaces its report: the list does not show the id that it reports with', async () => {
  await using at = await hub();
  const ann = await addPerson(at.core, 'ann');
  const ben = await addPerson(at.core, 'ben');
  await at.put(ann, uuid(1), { ...report, name: 'real' });
  const [{ deviceid = '' } = {}] = await at.devices();
  await at.put(at.lead, deviceid, { ...report, name: 'fake' });
  expect((await at.devices()).map(({ name }) => name)).not.toEqual(['fake']);
  expect(deviceid).not.toBe(uuid(1));
  await at.put(ben, uuid(1), { ...report, name: 'renamed' });
  const renamed = (await at.devices()).filter(({ name }) => name === 'renamed');
  expect(renamed.map((device) => device.deviceid)).toEqual([deviceid]);
});

test('[security devices] reports are limited in size and number', async () => {
  await using at = await hub();
  const ann = await addPerson(at.core, 'ann');
  const { people, name } = limits.device;
  const many = Array.from({ length: people.max + 1 }, (_, n) => waiting(n));
  expect(await at.put(ann, uuid(1), { ...report, people: many })).toBe(422);
  expect(await at.put(ann, uuid(1), { ...report, name: 'x'.repeat(name.max + 1) })).toBe(422);
  for (let n = 0; n < limits.rates.devices.max; n += 1)
    expect(await at.put(ann, uuid(1), report, '10.0.0.1')).toBe(200);
  expect(await at.put(ann, uuid(1), report, '10.0.0.1')).toBe(503);
});

test('the list names people, and the totals count desks and waiting edits', async () => {
  await using at = await hub();
  const ann = await addPerson(at.core, 'ann');
  await at.put(ann, uuid(1), { ...report, name: 'a', people: [waiting(ann.userid), waiting(999_999)] });
  await at.put(ann, uuid(2), { ...report, name: 'b', people: [waiting(at.lead.userid)] });
  const names = (await at.devices()).map(({ people }) => people.map(({ username }) => username));
  expect(names).toEqual([['ann', ''], ['lena']]);
  const totals = (since: number): unknown => at.core.ctx.store.read(null, (s) => s.devices.totals(since));
  expect(totals(0)).toEqual({ desks: 2, recent: 2, waiting: 12 });
  expect(totals(1_900_000_000)).toEqual({ desks: 2, recent: 0, waiting: 12 });
});

test('an admin gives a desk a name, which its reports do not change; without it the reported name is back', async () => {
  await using w = await hub();
  const { core } = w;
  const admin = await addPerson(core, 'ada', { role: 'admin' });
  await w.put(w.lead, uuid(1), { ...report, name: 'vm' });
  const [{ deviceid } = { deviceid: '' }] = await w.devices();
  const name = (given: unknown, token = admin.token): Promise<Response> =>
    core.call(`PATCH /benchside/devices/${deviceid}`, { token, json: { name: given } });
  expect((await name(' Bench 3 ')).status).toBe(204);
  expect(await w.devices()).toMatchObject([{ name: 'Bench 3', own_name: 'vm' }]);
  await w.put(w.lead, uuid(1), { ...report, name: 'vm-2' });
  expect(await w.devices()).toMatchObject([{ name: 'Bench 3', own_name: 'vm-2' }]);

  for (const wrong of ['', '  ', 'x'.repeat(limits.desk.name.max + 1), 'a\nb', 'a\u0007b', 'a\u2028b', 7])
    expect([wrong, (await name(wrong)).status]).toEqual([wrong, 422]);
  expect((await name('Mine', w.lead.token)).status).toBe(403);
  const unknown = `PATCH /benchside/devices/${uuid(9)}`;
  expect((await core.call(unknown, { token: admin.token, json: { name: 'x' } })).status).toBe(404);

  expect((await name(null)).status).toBe(204);
  expect(await w.devices()).toMatchObject([{ name: 'vm-2', own_name: null }]);
});

test('[security devices] no account makes the numbers of a hub, or the screen of its desks, fail by what it reports', async () => {
  await using at = await hub();
  const mallory = await addPerson(at.core, 'mallory');
  const most = Number.MAX_SAFE_INTEGER;
  const person = (change: object): DeviceReport => ({
    ...report,
    people: [{ ...waiting(mallory.userid), ...change }],
  });
  const crowd = Array.from({ length: limits.device.people.max }, (_, n) => ({
    ...waiting(1_000_000_000 + n),
    pending: most,
    sending: most,
    parked: most,
  }));
  for (const n of [1, 2]) await at.put(mallory, uuid(n), { ...report, people: crowd });
  const totals = (): number => at.core.ctx.store.read(null, (s) => s.devices.totals(0)).waiting;
  expect(totals()).toBe(0);
  for (const change of [{ pending: most }, { oldest_date: 1e300 }, { oldest_date: -1e300 }])
    expect([change, await at.put(mallory, uuid(3), person(change))]).toEqual([change, 422]);
  const { people } = limits.device;
  const allowed = { pending: limits.device.edits.max, sending: 0, parked: 0 };
  const full = Array.from({ length: people.max }, (_, n) => ({ ...waiting(n + 1), ...allowed }));
  for (const n of [1, 2]) expect(await at.put(mallory, uuid(n), { ...report, people: full })).toBe(200);
  expect(totals()).toBe(2 * people.max * limits.device.edits.max);
});

test('[security devices] names of a desk, its version and system hold no characters that show as others', async () => {
  await using at = await hub();
  for (const text of ['Bench\u202E7', 'Bench\n7', 'Bench\u001B[2J', 'Bench\u200B7'])
    for (const field of ['name', 'version', 'system'])
      expect(await at.put(at.lead, uuid(1), { ...report, [field]: text }), `${field} ${text}`).toBe(422);
  expect(await at.put(at.lead, uuid(1), { ...report, name: 'Bänk 7 🔧' })).toBe(200);
  const [desk] = await at.devices();
  for (const name of ['Bench\u202E7', 'Bench\u200B7'])
    expect(
      (
        await at.core.call(`PATCH /benchside/devices/${desk?.deviceid}`, {
          token: (await addPerson(at.core, `admin${name.length}${name.codePointAt(5)}`, { role: 'admin' }))
            .token,
          json: { name },
        })
      ).status,
    ).toBe(422);
});
