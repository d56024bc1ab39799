import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { hashPassword, passwordCost, verifyPassword } from '../../app/identity/password.ts';
import { limits } from '../../shared/limits.ts';

test('a password verifies only itself', async () => {
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

test('hashing does not block the event loop', async () => {
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

test('[security 18] files are read while many passwords are checked, and the number of waiting checks is limited', async () => {
  const hash = await hashPassword('torque wrench 8 Nm');
  let checked = 0;
  const checks = Array.from({ length: 24 }, async () => {
    expect(await verifyPassword('torque wrench 8 Nm', hash)).toBe(true);
    checked += 1;
  });
  await readFile(import.meta.filename);
  expect(checked).toBeLessThan(12);
  passwordCost.logN = 10;
  const { checks: running, waiting } = limits.passwords;
  const more = Array.from({ length: running.max + waiting.max }, () => verifyPassword('no', '$'));
  const outcomes = await Promise.allSettled([...checks, ...more]);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(24);
  expect(String(refused[0]?.status === 'rejected' && refused[0].reason)).toContain(
    'Too many people are signing in',
  );
});
