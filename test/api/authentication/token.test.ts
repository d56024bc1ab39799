import { expect, test } from 'vitest';

import { sql } from '../../../app/store/sql.ts';
import type { User } from '../../../shared/model/user.ts';
import { testCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';

const password = 'a long enough password';
const credentials = (username: string, given = password) => ({
  email: `${username}@example.org`,
  password: given,
});

test('POST /user/token answers 201 with the whole user and a token that works', async () => {
  await using core = testCore();
  const { userid } = await addPerson(core, 'ann', { password });
  const user = await core.json<User>('POST /user/token/', {
    json: credentials('ANN'),
    token: 'stale',
    expect: 201,
  });
  expect(user).toMatchObject({
    userid,
    username: 'ann',
    about_raw: false,
    about_rendered: false,
    badge_counts: { gold: 0, silver: 0, bronze: 0 },
    reputation: 0,
    certification_count: 0,
    privileges: ['User'],
  });
  expect(user.authToken).toMatch(/^[0-9a-f]{32}$/);
  expect(JSON.stringify(user)).not.toContain('scrypt');
  const me = await core.json<User>('GET /user', { token: user.authToken ?? '' });
  expect(me.userid).toBe(userid);
  expect(me).not.toHaveProperty('authToken');
  expect(
    core.ctx.store.read(null, (s) =>
      s.db.one(sql`SELECT 1 FROM session WHERE token_hash = ${user.authToken}`),
    ),
  ).toBeUndefined();
});

test('a body without content type is read as JSON', async () => {
  await using core = testCore();
  await addPerson(core, 'ann', { password });
  const response = await core.call('POST /user/token', {
    body: new Blob([JSON.stringify(credentials('ann'))]),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  expect(response.status).toBe(201);
});

test('wrong credentials are 401, missing ones 422, a broken body 400', async () => {
  await using core = testCore();
  await addPerson(core, 'ann', { password });
  await addPerson(core, 'nopassword');
  for (const json of [
    credentials('ann', 'wrong'),
    credentials('nobody'),
    credentials('nopassword', 'null'),
  ]) {
    expect(await core.json('POST /user/token', { json, expect: 401 })).toEqual({
      error: true,
      message: 'Invalid login',
    });
  }
  expect(
    await core.json('POST /user/token', { json: { email: 'ann@example.org' }, expect: 422 }),
  ).toMatchObject({
    errors: [{ field: 'password', code: 'missing_field' }],
  });
  expect(await core.json('POST /user/token', { json: {}, expect: 422 })).toMatchObject({
    errors: [{ field: 'email' }, { field: 'password' }],
  });
  await core.json('POST /user/token', { body: '{"email":', expect: 400 });
});

test('deleted and banned people cannot sign in, and their tokens end', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann', { password });
  const bob = await addPerson(core, 'bob', { password });
  core.ctx.store.transact(null, (s) => {
    s.users.delete(ann.userid);
    s.db.run(sql`UPDATE account SET banned = 1 WHERE userid = ${bob.userid}`);
  });
  const sessions = core.ctx.store.read(null, (s) => s.db.all(sql`SELECT * FROM session`));
  expect(sessions).toEqual([]);
  for (const name of ['ann', 'bob'])
    await core.json('POST /user/token', { json: credentials(name), expect: 401 });
  for (const { token } of [ann, bob]) await core.json('GET /user', { token, expect: 401 });
});

test('after ten failures even the right password is refused until the waiting time is over', async () => {
  let now = 1_700_000_000;
  await using core = testCore({}, { now: () => now });
  await addPerson(core, 'ann', { password });
  const headers = { 'X-Benchside-Peer': '10.0.0.7' };
  for (let i = 0; i < 10; i += 1)
    await core.json('POST /user/token', { json: credentials('ann', 'wrong'), headers, expect: 401 });
  expect(await core.json('POST /user/token', { json: credentials('ann'), headers, expect: 401 })).toEqual({
    error: true,
    message: 'There were too many failed attempts to sign in. Wait 15 minutes and try again.',
  });
  now += 15 * 60;
  await core.json('POST /user/token', { json: credentials('ann'), headers, expect: 201 });
});

test('DELETE /user/token ends this token and no other; without a token it is 401', async () => {
  await using core = testCore();
  const { token } = await addPerson(core, 'ann', { password });
  const { authToken = '' } = await core.json<User>('POST /user/token', { json: credentials('ann') });
  const response = await core.call('DELETE /user/token', { token: authToken });
  expect([response.status, await response.text()]).toEqual([204, '']);
  await core.json('DELETE /user/token', { token: authToken, expect: 401 });
  await core.json('DELETE /user/token', { expect: 401 });
  await core.json('GET /user', { token });
});

test('an invalid token counts as no token: it reads a public site, and nothing of a private one', async () => {
  await using core = testCore();
  const { token } = await addPerson(core, 'ann');
  const { guideid } = await addGuide(core, token);
  for (const Authorization of ['api 00000000000000000000000000000000', 'Basic x', 'api', token]) {
    const response = await core.call(`GET /guides/${guideid}`, { headers: { Authorization } });
    expect(response.status).toBe(200);
  }
  await core.json('GET /user', { token: 'invalid', expect: 401 });
  core.ctx.store.transact(null, (s) => s.meta.set('site', { private: true }));
  await core.json(`GET /guides/${guideid}`, { token: 'invalid', expect: 401 });
  await core.json(`GET /guides/${guideid}`, { expect: 401 });
  await core.json(`GET /guides/${guideid}`, { headers: { Authorization: `API ${token}` }, expect: 200 });
});

test('an admin gets a token for another person; nobody else does', async () => {
  await using core = testCore();
  const admin = await addPerson(core, 'boss', { role: 'admin' });
  const ann = await addPerson(core, 'ann');
  const json = { userid: ann.userid };
  const user = await core.json<User>('POST /user/token/impersonate', {
    token: admin.token,
    json,
    expect: 201,
  });
  expect((await core.json<User>('GET /user', { token: user.authToken ?? '' })).userid).toBe(ann.userid);
  expect(
    await core.json('POST /user/token/impersonate', { token: ann.token, json, expect: 403 }),
  ).toMatchObject({
    requiredPrivileges: ['Admin'],
  });
  await core.json('POST /user/token/impersonate', { json, expect: 401 });
  await core.json('POST /user/token/impersonate', { token: admin.token, json: { userid: 999 }, expect: 404 });
  await core.json('POST /user/token/impersonate', { token: admin.token, json: {}, expect: 422 });
});

test.each([
  ['is signed out everywhere', 'DELETE /benchside/users/{boss}/tokens', {}],
  ['is deactivated', 'PUT /benchside/people/{boss}/active', { active: false }],
  ['is an admin no longer', 'PATCH /users/{boss}', { greatest_privilege: 'User' }],
])('[security impersonation] ends when the admin %s', async (_, route, json) => {
  await using core = testCore();
  const boss = await addPerson(core, 'boss', { role: 'admin' });
  const other = await addPerson(core, 'other', { role: 'admin' });
  const { authToken: token = '' } = await core.json<User>('POST /user/token/impersonate', {
    token: boss.token,
    json: { userid: other.userid },
    expect: 201,
  });
  await core.json('GET /user', { token, expect: 200 });
  await core.call(route.replace('{boss}', String(boss.userid)), { token: other.token, json });
  await core.json('GET /user', { token, expect: 401 });
  expect((await core.json<User>('GET /user', { token: other.token, expect: 200 })).userid).toBe(other.userid);
});
