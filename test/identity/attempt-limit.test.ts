import { expect, test } from 'vitest';

import { limitSignIn, networkOf } from '../../app/identity/attempt-limit.ts';
import { sql } from '../../app/store/sql.ts';
import { unauthorized, unavailable } from '../../shared/errors.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';

function limited(dataDir?: string) {
  const clock = { now: 1_700_000_000 };
  const core = testCore(dataDir === undefined ? {} : { dataDir }, { now: () => clock.now });
  const { store } = core.ctx;
  return {
    clock,
    store,
    try: <T>(email: string, address: string, signIn: () => Promise<T>) =>
      limitSignIn(store, email, address, signIn),
    fail: (email: string, address: string) =>
      limitSignIn(store, email, address, () => Promise.reject(unauthorized('Invalid login'))),
    keys: () => store.read(null, (s) => s.db.one(sql<{ n: number }>`SELECT count(*) AS n FROM attempt`))?.n,
    [Symbol.asyncDispose]: () => core[Symbol.asyncDispose](),
  };
}

const ann = 'ann@example.org';
const enter = async (): Promise<string> => 'in';

test('ten failures from one address lock an account for that address only, also after a restart', async () => {
  using folder = temporaryFolder();
  {
    await using at = limited(folder.path);
    for (let i = 0; i < 10; i += 1) await expect(at.fail(ann, '10.0.0.1')).rejects.toThrow('Invalid login');
  }
  await using at = limited(folder.path);
  at.clock.now += 60;
  await expect(at.fail('ANN@example.org', '10.0.0.1')).rejects.toThrow('Wait 14 minutes and try again.');
  await expect(at.try(ann, '10.0.0.1', enter)).rejects.toThrow('Wait');
  await expect(at.try(ann, '10.0.0.2', enter)).resolves.toBe('in');
  at.clock.now += 14 * 60;
  await expect(at.fail(ann, '10.0.0.1')).rejects.toThrow('Invalid login');
  expect(at.keys()).toBe(3);
});

test('one address cannot try many accounts, nor many addresses one account', async () => {
  await using at = limited();
  for (let i = 0; i < 100; i += 1)
    await expect(at.fail(`user${i}@example.org`, '10.0.0.1')).rejects.toThrow('Invalid login');
  await expect(at.fail('another@example.org', '10.0.0.1')).rejects.toThrow('Wait');
  for (let i = 0; i < 100; i += 1) await expect(at.fail(ann, `10.0.1.${i}`)).rejects.toThrow('Invalid login');
  await expect(at.fail(ann, '10.0.2.1')).rejects.toThrow('Wait');
});

test('simultaneous attempts count, a success clears the count, and an unreachable site counts as no failure', async () => {
  await using at = limited();
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => at.fail(ann, 'a')));
  expect(
    outcomes.filter((o) => o.status === 'rejected' && String(o.reason).includes('Invalid login')),
  ).toHaveLength(10);

  const bob = 'bob@example.org';
  for (let i = 0; i < 9; i += 1) await at.fail(bob, 'b').catch(String);
  await at.try(bob, 'b', enter);
  for (let i = 0; i < 20; i += 1) {
    await expect(at.try(bob, 'b', () => Promise.reject(unavailable('offline')))).rejects.toThrow('offline');
  }
  await expect(at.try(bob, 'b', enter)).resolves.toBe('in');
});

test('an IPv4 address counts alone, in any spelling, and an IPv6 address with its network', () => {
  expect(networkOf('10.0.0.1')).toBe('10.0.0.1');
  expect(networkOf('::ffff:10.0.0.1')).toBe('10.0.0.1');
  expect(networkOf('2001:DB8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8::9')).toBe('2001:db8:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0');
  expect(networkOf('')).toBe('');
});
