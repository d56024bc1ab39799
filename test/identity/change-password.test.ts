import { setImmediate } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { hashPassword } from '../../app/identity/password.ts';
import { currentPerson } from '../../app/identity/people.ts';
import { setPassword } from '../../app/store/users/resets.ts';
import { limits } from '../../shared/limits.ts';
import type { User } from '../../shared/model/user.ts';
import { testCore } from '../helpers/core.ts';
import { addPerson } from '../helpers/people.ts';
import { ann, deskOf, password, site, windowKey } from '../helpers/site.ts';

const route = 'POST /benchside/user/password';
const newPassword = 'another long enough word';
const change = { email: ann.email, current_password: password, password: newPassword };

test('a new password needs the current one, and ends all sign-ins but the one that it starts', async () => {
  await using hub = testCore();
  const { userid, token } = await addPerson(hub, 'ann', { password });
  const { authToken: elsewhere = '' } = await hub.json<User>('POST /user/token', { json: ann });
  const refused = async (wrong: Partial<typeof change>, field: string): Promise<void> => {
    expect(await hub.json(route, { token, json: { ...change, ...wrong }, expect: 422 })).toMatchObject({
      errors: [{ field }],
    });
  };
  await refused({ current_password: 'not the right password' }, 'current_password');
  await refused({ email: 'other@example.org' }, 'email');
  await refused({ password: 'short' }, 'password');
  await hub.json(route, { json: change, expect: 401 });
  expect(await hub.json('GET /user', { token: elsewhere })).toMatchObject({ userid });

  const { authToken = '' } = await hub.json<User>(route, { token, json: change, expect: 201 });
  expect(await hub.json('GET /user', { token: authToken })).toMatchObject({ userid });
  for (const ended of [token, elsewhere]) await hub.json('GET /user', { token: ended, expect: 401 });
  await hub.json('POST /user/token', { json: ann, expect: 401 });
  await hub.json('POST /user/token', { json: { ...ann, password: newPassword }, expect: 201 });
});

test('current passwords cannot be tried without end, and a guess signs nobody out', async () => {
  await using hub = testCore();
  const { token } = await addPerson(hub, 'ann', { password });
  const json = { ...change, current_password: 'not the right password' };
  for (let tries = 0; tries < limits.attempts.signInPair.max; tries += 1)
    await hub.json(route, { token, json, expect: 422 });
  const answer = await hub.json<{ message: string }>(route, { token, json: change, expect: 422 });
  expect(answer.message).toMatch(/Too many/i);
  await hub.json('GET /user', { token });
});

test('a password changed at a desk is the one that signs in there without the hub', async () => {
  await using at = await site();
  await using desk = deskOf(at.api);
  const headers = windowKey(desk);
  await desk.json('POST /user/token', { json: ann, headers });
  await desk.json(route, {
    json: { ...change, current_password: 'not the right one' },
    headers,
    expect: 422,
  });
  expect(currentPerson(desk.ctx.store)?.userid).toBe(at.userid);
  const { authToken: token = '' } = await desk.json<User>(route, { json: change, headers, expect: 201 });
  expect(currentPerson(desk.ctx.store)?.userid).toBe(at.userid);
  await desk.json('GET /user', { headers });

  await at.disconnect();
  await desk.json(route, { json: change, headers, expect: 503 });
  await desk.json('POST /user/token', { json: ann, expect: 401 });
  await desk.json('POST /user/token', { json: { ...ann, password: newPassword }, expect: 201 });
  expect(await desk.call('DELETE /user/token', { headers })).toMatchObject({ status: 204 });
  await desk.json('GET /user', { token, expect: 401 });
});

test('a new password also ends a sign-in that began with the former one and is still being checked', async () => {
  await using hub = testCore();
  const { userid } = await addPerson(hub, 'ann', { password });
  const hash = await hashPassword(newPassword);
  const signingIn = hub.json('POST /user/token', { json: ann, expect: 401 });
  await setImmediate();
  hub.ctx.store.transact(null, (s) => setPassword(s, userid, hash));
  await signingIn;
  await hub.json('POST /user/token', { json: { ...ann, password: newPassword }, expect: 201 });
});

test('a password change does not replace a password that was set by another way meanwhile', async () => {
  await using hub = testCore();
  const { userid, token } = await addPerson(hub, 'ann', { password });
  const byLink = 'a third long enough word';
  const hash = await hashPassword(byLink);
  const changing = hub.json(route, { token, json: change, expect: 422 });
  await setImmediate();
  hub.ctx.store.transact(null, (s) => setPassword(s, userid, hash));
  expect(await changing).toMatchObject({ errors: [{ field: 'current_password' }] });
  await hub.json('POST /user/token', { json: { ...ann, password: byLink }, expect: 201 });
});
