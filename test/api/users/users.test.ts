import { expect, test } from 'vitest';

import { sql } from '../../../app/store/sql.ts';
import type { User, UserSummary } from '../../../shared/model/user.ts';
import { hashToken } from '../../../app/identity/hub.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';

const ids = (users: { userid: number }[]): number[] => users.map((user) => user.userid);

function seed(
  core: TestCore,
  users: [userid: number, username: string, unique: string | null, email: string][],
): void {
  core.ctx.store.transact(null, (s) => {
    for (const [userid, username, unique_username, email] of users) {
      s.users.create({
        userid,
        email,
        username,
        unique_username,
        passwordHash: null,
        role: 'technician',
        join_date: userid * 100,
      });
    }
    s.users.addSession(users[0]?.[0] ?? 0, hashToken('token'));
  });
}

test('GET /users lists by userid, in pages, either way, since a date', async () => {
  await using core = testCore();
  seed(core, [
    [3, 'Cy', null, 'c@example.org'],
    [1, 'Ann', 'ann', 'a@example.org'],
    [2, 'Bob', null, 'b@example.org'],
  ]);
  const all = await core.json<UserSummary[]>('GET /users');
  expect(ids(all)).toEqual([1, 2, 3]);
  expect(all[0]).toEqual({
    userid: 1,
    username: 'Ann',
    unique_username: 'ann',
    join_date: 100,
    image: null,
    reputation: 0,
    url: 'http://bench.test/User/1/Ann',
    teams: [],
    privileges: ['User'],
  });
  expect(ids(await core.json('GET /users?order=DESC&limit=2'))).toEqual([3, 2]);
  expect(ids(await core.json('GET /users?offset=1&limit=1'))).toEqual([2]);
  expect(ids(await core.json('GET /users?joinedSince=200'))).toEqual([2, 3]);
  expect(await core.json('GET /users?offset=1000')).toEqual([]);
});

test('a search finds the userid, or exact names before partial ones, field by field', async () => {
  await using core = testCore();
  seed(core, [
    [1, 'zz', null, 'x-bench-x@example.org'],
    [2, 'my bench here', null, '2@example.org'],
    [3, 'zz', 'thebench', '3@example.org'],
    [4, 'zz', null, 'bench'],
    [5, 'Bench', null, '5@example.org'],
    [6, 'zz', 'bench', '6@example.org'],
    [7, 'unrelated', null, '7@example.org'],
    [8, '100% _real_', null, '8@example.org'],
  ]);
  const admin = await addPerson(core, 'boss', { role: 'admin' });
  const asAdmin = { token: admin.token };
  expect(ids(await core.json('GET /users/search/bench', asAdmin))).toEqual([6, 5, 4, 3, 2, 1]);
  expect(ids(await core.json('GET /users/search/bench?limit=2&offset=1', asAdmin))).toEqual([5, 4]);
  // Without a sign-in nobody finds out about email addresses.
  expect(ids(await core.json('GET /users/search/bench'))).toEqual([6, 5, 3, 2]);
  expect(ids(await core.json('GET /users/search/4'))).toEqual([4]);
  expect(ids(await core.json('GET /users/search/100%25'))).toEqual([8]);
  expect(ids(await core.json('GET /users/search/_'))).toEqual([8]);
  expect(await core.json('GET /users/search/999')).toEqual([]);
});

test('[security 16] people who are no admins find a whole e-mail address, and never a part of one', async () => {
  await using core = testCore();
  const admin = await addPerson(core, 'boss', { role: 'admin' });
  const ann = await addPerson(core, 'ann');
  const found = async (text: string, token?: string): Promise<number[]> =>
    ids(
      await core.json(`GET /users/search/${encodeURIComponent(text)}`, token === undefined ? {} : { token }),
    );
  const bob = await addPerson(core, 'bob', { role: 'author' });
  core.ctx.store.transact(null, (s) =>
    s.db.run(sql`UPDATE account SET email = 'hidden@mail.example' WHERE userid = ${bob.userid}`),
  );
  for (const part of [
    'h',
    'hidden',
    'hidden@',
    '@mail.example',
    'hidden@mail.exampl',
    '%@%',
    'h_dden@mail.example',
  ]) {
    expect([part, await found(part, ann.token)]).toEqual([part, []]);
    expect([part, await found(part, bob.token)]).toEqual([part, []]);
    expect([part, await found(part)]).toEqual([part, []]);
  }
  expect(await found('HIDDEN@mail.example', ann.token)).toEqual([bob.userid]);
  expect(await found('hidden@mail.example')).toEqual([]);
  expect(await found('@mail.ex', admin.token)).toEqual([bob.userid]);
});

test('the deprecated search answers names only: exact ones first, then alphabetically', async () => {
  await using core = testCore();
  seed(core, [
    [1, 'Zoe Bench', null, '1@example.org'],
    [2, 'Al Bench', null, '2@example.org'],
    [3, 'Somebody', 'bench', '3@example.org'],
  ]);
  expect(await core.json('GET /users/searchnames/bench')).toEqual([
    { userid: 3, username: 'Somebody', unique_username: 'bench', image: null },
    { userid: 2, username: 'Al Bench', unique_username: null, image: null },
    { userid: 1, username: 'Zoe Bench', unique_username: null, image: null },
  ]);
});

test('a profile shows nothing private, and deleted people are not found', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann', { password: 'a long enough password' });
  const profile = await core.json<User>(`GET /users/${ann.userid}`);
  expect(profile).toMatchObject({
    username: 'ann',
    location: null,
    latitude: null,
    langid: 'en',
    teams: [],
    image: null,
  });
  expect(JSON.stringify(profile)).not.toMatch(/@example|scrypt/);
  expect(profile).not.toHaveProperty('links');
  expect(await core.json('GET /user', { token: ann.token })).toMatchObject({
    links: [],
    unread_notification_count: 0,
  });
  await core.json('GET /user', { expect: 401 });
  core.ctx.store.transact(null, (s) => s.users.delete(ann.userid));
  for (const path of ['', '/favorites/guides', '/completions', '/guides']) {
    expect(await core.json(`GET /users/${ann.userid}${path}`, { expect: 404 })).toEqual({
      error: true,
      message: 'User not found',
    });
  }
  expect(await core.json('GET /users')).toEqual([]);
  expect(await core.json(`GET /users/search/${ann.userid}`)).toEqual([]);
  await core.json('GET /users/99', { expect: 404 });
  await core.json('GET /users/nobody', { expect: 422 });
});

test('an e-mail address is looked up by its owner and by admins', async () => {
  await using core = testCore();
  const admin = await addPerson(core, 'boss', { role: 'admin' });
  const ann = await addPerson(core, 'ann');
  const bob = await addPerson(core, 'bob');
  expect(await core.json('GET /users/email/ANN%40example.org', { token: ann.token })).toMatchObject({
    userid: ann.userid,
  });
  expect(await core.json('GET /users/email/ann@example.org', { token: admin.token })).toMatchObject({
    userid: ann.userid,
  });
  await core.json('GET /users/email/ann@example.org', { token: bob.token, expect: 403 });
  await core.json('GET /users/email/nobody@example.org', { token: bob.token, expect: 403 });
  await core.json('GET /users/email/nobody@example.org', { token: admin.token, expect: 404 });
  await core.json('GET /users/email/ann@example.org', { expect: 401 });
});

test('PATCH /users/{userid} changes the given fields, and a new name shows at once in lists', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  await addPerson(core, 'bob');
  const { guideid } = await addGuide(core, ann.token);
  const before = core.ctx.store.read(null, (s) => s.feed.sequence);
  const changed = await core.json<User>(`PATCH /users/${ann.userid}`, {
    token: ann.token,
    json: {
      username: 'Ann \u0081Smith',
      unique_username: 'ann_s',
      location: 'Leeds',
      about: "I fix '''pumps'''.",
      summary: null,
      langid: 'de',
    },
  });
  expect(changed).toMatchObject({
    username: 'Ann Smith',
    unique_username: 'ann_s',
    location: 'Leeds',
    langid: 'de',
  });
  expect(changed.about_rendered).toBe('<p>I fix <strong>pumps</strong>.</p>');
  expect(await core.json('GET /guides')).toMatchObject([{ guideid, username: 'Ann Smith' }]);
  expect(await core.json(`GET /guides/${guideid}`)).toMatchObject({ author: { username: 'Ann Smith' } });
  const after = core.ctx.store.read(null, (s) => s.feed.after(before, 10));
  expect(after).toMatchObject([{ kind: 'user', id: ann.userid, deleted: false }]);
  await core.json(`PATCH /users/${ann.userid}`, {
    token: ann.token,
    json: { location: 'Leeds', unknown: 1 },
  });
  expect(core.ctx.store.read(null, (s) => s.feed.sequence)).toBe(after[0]?.sequence);
});

test("PATCH /users/{userid} refuses values that are taken or invalid, and other people's profiles", async () => {
  await using core = testCore();
  const admin = await addPerson(core, 'boss', { role: 'admin' });
  const ann = await addPerson(core, 'ann');
  const bob = await addPerson(core, 'bob');
  const patch = (userid: number, token: string, json: object, expect: number) =>
    core.json<{ errors: object[] }>(`PATCH /users/${userid}`, { token, json, expect });
  await patch(ann.userid, ann.token, { unique_username: 'ann' }, 200);
  expect(await patch(bob.userid, bob.token, { unique_username: 'ANN' }, 422)).toMatchObject({
    errors: [{ field: 'unique_username' }],
  });
  expect(await patch(bob.userid, bob.token, { unique_username: 'ann' }, 422)).toMatchObject({
    errors: [{ field: 'unique_username', code: 'already_exists' }],
  });
  for (const json of [
    { username: ' ' },
    { username: null },
    { langid: 'english' },
    { image: 77 },
    { location: 5 },
  ]) {
    expect((await patch(ann.userid, ann.token, json, 422)).errors).toMatchObject([
      { field: Object.keys(json)[0] },
    ]);
  }
  await patch(ann.userid, bob.token, { location: 'x' }, 403);
  await patch(ann.userid, admin.token, { location: 'x' }, 200);
  await patch(99, admin.token, { location: 'x' }, 404);
  await core.json(`PATCH /users/${ann.userid}`, { json: {}, expect: 401 });
});
