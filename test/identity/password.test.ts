import { expect, test } from 'vitest';

import { hashPassword, verifyPassword } from '../../app/identity/password.ts';
import { SignInLimit } from '../../app/identity/sign-in-limit.ts';
import { unauthorized, unavailable } from '../../shared/errors.ts';

test('a password proves itself and nothing else does', async () => {
  const hash = await hashPassword('torque wrench 8 Nm');
  expect(hash).toMatch(/^scrypt\$15\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await verifyPassword('torque wrench 8 Nm', hash)).toBe(true);
  expect(await verifyPassword('torque wrench 9 Nm', hash)).toBe(false);
  expect(await verifyPassword('torque wrench 8 Nm', null)).toBe(false);
  expect(await verifyPassword('torque wrench 8 Nm', 'scrypt$15$8$1$$')).toBe(false);
  expect(await hashPassword('torque wrench 8 Nm')).not.toBe(hash);
});

test('the same letters typed on another keyboard are the same password', async () => {
  const hash = await hashPassword('Pru\u0308fstand');
  expect(await verifyPassword('Pr\u00fcfstand', hash)).toBe(true);
});

test('a hash keeps its own parameters', async () => {
  // RFC 7914, section 12: the third test vector, N = 16384, r = 8, p = 1.
  const salt = Buffer.from('SodiumChloride').toString('base64url');
  const key = Buffer.from('7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2', 'hex').toString(
    'base64url',
  );
  const known = `scrypt$14$8$1$${salt}$${key}`;
  expect(await verifyPassword('pleaseletmein', known)).toBe(true);
});

test('hashing leaves the event loop free', async () => {
  let turns = 0;
  const stop = new AbortController();
  const turn = (): void => {
    turns += 1;
    if (!stop.signal.aborted) setImmediate(turn);
  };
  setImmediate(turn);
  await hashPassword('a long enough password');
  stop.abort();
  expect(turns).toBeGreaterThan(10);
});

test('ten failures from one address make an account wait there, and only there', async () => {
  const limit = new SignInLimit();
  const fail = (address: string, now: number, email = 'ann@example.org') =>
    limit.guard(email, address, now, () => Promise.reject(unauthorized('Invalid login')));
  for (let i = 0; i < 10; i += 1) await expect(fail('10.0.0.1', 1000)).rejects.toThrow('Invalid login');
  await expect(fail('10.0.0.1', 1060, 'ANN@example.org')).rejects.toThrow('Wait 14 minutes and try again.');
  await expect(limit.guard('ann@example.org', '10.0.0.1', 1060, async () => 'in')).rejects.toThrow('Wait');
  await expect(limit.guard('ann@example.org', '10.0.0.2', 1060, async () => 'in')).resolves.toBe('in');
  await expect(fail('10.0.0.1', 1000 + 15 * 60)).rejects.toThrow('Invalid login');
});

test('one address cannot try many accounts, nor many addresses one account', async () => {
  const limit = new SignInLimit();
  const fail = (email: string, address: string) =>
    limit.guard(email, address, 1000, () => Promise.reject(unauthorized('Invalid login')));
  for (let i = 0; i < 100; i += 1)
    await expect(fail(`user${i}@example.org`, '10.0.0.1')).rejects.toThrow('Invalid login');
  await expect(fail('another@example.org', '10.0.0.1')).rejects.toThrow('Wait');
  for (let i = 0; i < 100; i += 1)
    await expect(fail('ann@example.org', `10.0.1.${i}`)).rejects.toThrow('Invalid login');
  await expect(fail('ann@example.org', '10.0.2.1')).rejects.toThrow('Wait');
});

test('attempts at the same time count, a success forgives, and an unreachable site is nobody’s failure', async () => {
  const limit = new SignInLimit();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, () =>
      limit.guard('ann@example.org', 'a', 0, () => Promise.reject(unauthorized('Invalid login'))),
    ),
  );
  expect(
    outcomes.filter((o) => o.status === 'rejected' && String(o.reason).includes('Invalid login')),
  ).toHaveLength(10);

  for (let i = 0; i < 9; i += 1)
    await limit.guard('bob@example.org', 'b', 0, () => Promise.reject(unauthorized('no'))).catch(String);
  await limit.guard('bob@example.org', 'b', 0, async () => 'in');
  for (let i = 0; i < 20; i += 1) {
    await expect(
      limit.guard('bob@example.org', 'b', 0, () => Promise.reject(unavailable('offline'))),
    ).rejects.toThrow('offline');
  }
  await expect(limit.guard('bob@example.org', 'b', 0, async () => 'in')).resolves.toBe('in');
});
