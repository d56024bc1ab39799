import { expect, test } from 'vitest';

import { hashToken } from '../../../app/identity/hub.ts';
import { testCore } from '../../helpers/core.ts';
import { addPerson } from '../../helpers/people.ts';

test('GET /users/sso/{sso_userid} finds the person to whom an admin gave that id, and nobody else', async () => {
  await using core = testCore();
  const boss = await addPerson(core, 'boss', { role: 'admin' });
  const ann = await addPerson(core, 'ann');
  const bob = await addPerson(core, 'bob');
  const set = (userid: number, sso_userid: string | null, expect = 200): Promise<unknown> =>
    core.json(`PATCH /users/${userid}`, { token: boss.token, json: { sso_userid }, expect });
  await core.json('GET /users/sso/DOMAIN%5Cann', { expect: 404 });
  expect(await set(ann.userid, 'DOMAIN\\ann')).toMatchObject({ sso_userid: 'DOMAIN\\ann' });
  const found = await core.json('GET /users/sso/DOMAIN%5Cann');
  expect(found).toMatchObject({ userid: ann.userid, username: 'ann' });
  expect(found).not.toHaveProperty('sso_userid');
  expect(await set(bob.userid, 'DOMAIN\\ann', 422)).toMatchObject({
    errors: [{ field: 'sso_userid', code: 'already_exists' }],
  });
  expect(await set(bob.userid, '  ', 422)).toMatchObject({ errors: [{ field: 'sso_userid' }] });
  await set(ann.userid, null);
  expect(await core.json('GET /users/sso/DOMAIN%5Cann', { expect: 404 })).toMatchObject({
    message: 'User not found',
  });
  await set(bob.userid, 'DOMAIN\\ann');
  core.ctx.store.transact(null, (s) => s.users.delete(bob.userid));
  await core.json('GET /users/sso/DOMAIN%5Cann', { expect: 404 });
});

test('only admins change privileges and sso_userid, and changes apply from the next request on', async () => {
  await using core = testCore();
  const boss = await addPerson(core, 'boss', { role: 'admin' });
  const ann = await addPerson(core, 'ann');
  for (const json of [{ greatest_privilege: 'Admin' }, { sso_userid: 'a' }, { sso_userid: null }]) {
    expect(
      await core.json(`PATCH /users/${ann.userid}`, { token: ann.token, json, expect: 403 }),
    ).toMatchObject({
      requiredPrivileges: ['Admin'],
    });
  }
  for (const [privilege, status] of [
    ['Author', 403],
    ['Admin', 200],
    ['User', 403],
  ] as const) {
    expect(
      await core.json(`PATCH /users/${ann.userid}`, {
        token: boss.token,
        json: { greatest_privilege: privilege },
      }),
    ).toMatchObject({ greatest_privilege: privilege, privileges: [privilege] });
    expect((await core.call('GET /users/email/boss@example.org', { token: ann.token })).status).toBe(status);
  }
  expect(
    await core.json(`PATCH /users/${ann.userid}`, {
      token: boss.token,
      json: { greatest_privilege: 'Owner' },
      expect: 422,
    }),
  ).toMatchObject({ errors: [{ field: 'greatest_privilege' }] });
});

test("at a desk an edit shows offline in the site's user summary, and waits for the site", async () => {
  await using desk = testCore({ profile: 'desk' });
  desk.ctx.store.transact(null, (s) => {
    for (const [userid, username, privilege] of [
      [1, 'boss', 'Admin'],
      [2, 'ann', 'User'],
    ] as const) {
      const rest = { unique_username: null, join_date: 5, image: null, reputation: 40, url: '', teams: [] };
      s.users.putRemote({ userid, username, privileges: [privilege], ...rest });
      s.users.addSession(userid, hashToken(username));
    }
  });
  expect(
    await desk.json('PATCH /users/2', { token: 'ann', json: { username: 'Ann Smith', location: 'Leeds' } }),
  ).toMatchObject({ username: 'Ann Smith', location: 'Leeds', reputation: 40 });
  expect(
    await desk.json('PATCH /users/2', {
      token: 'boss',
      json: { greatest_privilege: 'Author', sso_userid: 'a-2' },
    }),
  ).toMatchObject({ privileges: ['Author'], greatest_privilege: 'Author' });
  expect(await desk.json('GET /users/sso/a-2')).toMatchObject({ userid: 2, username: 'Ann Smith' });
  expect(desk.ctx.store.read(null, (s) => s.users.actor(2))).toMatchObject({ role: 'author' });
  expect(desk.ctx.store.read(null, (s) => s.journal.counts().pending)).toBe(2);
  // An id that the site has given to another person moves with it.
  desk.ctx.store.transact(null, (s) => s.users.putRemote(s.users.summary(1), { sso_userid: 'a-2' }));
  expect(await desk.json('GET /users/sso/a-2')).toMatchObject({ userid: 1 });
});
