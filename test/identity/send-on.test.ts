import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { currentPerson, markTokenRefused, siteTokens } from '../../app/identity/people.ts';
import { memoryVault } from '../../app/identity/vault.ts';
import { guideDocument } from '../../app/store/guides/document.ts';
import { allPeople } from '../../app/replica/desk-people/people.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { User } from '../../shared/model/user.ts';
import { testCore } from '../helpers/core.ts';
import { addGuide, addPerson } from '../helpers/people.ts';
import { ann, deskOf, password, site, stranger, windowKey } from '../helpers/site.ts';

const newcomer = { email: 'new@example.org', username: 'New Hand', password };
const message = expect.stringMatching(/^Only the hub can do this, and it cannot be reached: .*try again\.$/);

test('favorites and completions of a desk are stored at once and wait to be sent', async () => {
  await using at = await site();
  await using desk = deskOf(at.api);
  const { guideid } = await addGuide(at.hub, at.token);
  const guide = await at.hub.json<Guide>(`GET /guides/${guideid}`);
  const { authToken: token = '' } = await desk.json<User>('POST /user/token', { json: ann });
  desk.ctx.store.transact(null, (s) => s.guides.put(guideDocument(guide).document, { keepRevision: false }));
  await at.disconnect();
  const pending = (): number => desk.ctx.store.read(null, (s) => s.journal.counts().pending);
  expect(pending()).toBe(0);
  expect((await desk.call(`PUT /user/favorites/guides/${guideid}`, { token })).status).toBe(204);
  expect(pending()).toBe(1);
  expect((await desk.call(`PUT /guides/${guideid}/completed`, { token })).status).toBe(204);
  expect(pending()).toBe(2);
  expect(await desk.json('GET /user/favorites/guides', { token })).toMatchObject([{ guide: { guideid } }]);
  expect(await desk.json('GET /user/completions', { token })).toMatchObject([{ guideid }]);
});

test('an account created at a desk is created at the site, and its owner is known here from then on', async () => {
  await using at = await site();
  const vault = memoryVault();
  await using desk = deskOf(at.api, { vault });
  const headers = windowKey(desk);
  const refused = await desk.json('POST /users', { json: newcomer, headers, expect: 401 });
  expect(refused).toEqual(await at.hub.json('POST /users', { json: newcomer, expect: 401 }));
  await desk.json('POST /users', { body: '{"email"', expect: 400 });
  expect(desk.ctx.store.read(null, allPeople)).toEqual([]);

  at.hub.ctx.store.transact(null, (s) => s.meta.set('site', { publicRegistration: true, appids: ['bench'] }));
  expect(await desk.json('POST /users', { json: newcomer, expect: 422 })).toMatchObject({
    error: true,
    message: 'Invalid app id',
  });
  desk.ctx.store.transact(null, (s) => s.meta.set('app-id', 'bench'));
  const user = await desk.json<User>('POST /users', { json: newcomer, headers, expect: 201 });
  expect(user).toMatchObject({ username: 'New Hand', privileges: ['User'] });
  const token = user.authToken ?? '';
  for (const core of [desk, at.hub])
    expect(await core.json('GET /user', { token })).toMatchObject({ userid: user.userid });
  expect(currentPerson(desk.ctx.store)?.userid).toBe(user.userid);
  expect(siteTokens(desk.ctx.store, vault)).toEqual([{ userid: user.userid, email: newcomer.email, token }]);
  expect(await desk.json('POST /users', { json: newcomer, headers, expect: 422 })).toMatchObject({
    errors: [{ field: 'email', code: 'invalid' }],
  });

  await at.disconnect();
  const again = { email: newcomer.email, password };
  expect(await desk.json('POST /user/token', { json: again, expect: 201 })).toMatchObject({
    userid: user.userid,
  });
  expect(await desk.json('POST /users', { json: newcomer, expect: 503 })).toMatchObject({ message });
});

test('an admin at a desk creates accounts and impersonates others with the site’s token', async () => {
  await using at = await site();
  const boss = await addPerson(at.hub, 'boss', { role: 'admin', password });
  const vault = memoryVault();
  await using desk = deskOf(at.api, { vault });
  const headers = windowKey(desk);
  await desk.json('POST /user/token', { json: { email: 'boss@example.org', password }, headers });
  const made = await desk.json<User>('POST /users', { json: newcomer, headers, expect: 201 });
  // An admin who creates an account stays signed in as themselves.
  expect(currentPerson(desk.ctx.store)?.userid).toBe(boss.userid);

  const json = { userid: at.userid };
  expect(
    await desk.json('POST /user/token/impersonate', { json: { userid: 999 }, headers, expect: 404 }),
  ).toEqual({
    error: true,
    message: 'User not found',
  });
  const other = await desk.json<User>('POST /user/token/impersonate', { json, headers, expect: 201 });
  expect(other).toMatchObject({ userid: at.userid, username: 'ann' });
  expect(await desk.json('GET /user', { token: other.authToken ?? '' })).toMatchObject({ username: 'ann' });
  expect(currentPerson(desk.ctx.store)?.userid).toBe(at.userid);
  expect(
    siteTokens(desk.ctx.store, vault)
      .map(({ userid }) => userid)
      .toSorted(),
  ).toEqual([at.userid, boss.userid, made.userid].toSorted());
  await desk.json('POST /user/token/impersonate', { json, headers, expect: 403 });
  await desk.json('POST /user/token/impersonate', { json, expect: 401 });

  // A person who signed in here keeps their own token and password.
  const { authToken: own } = await desk.json<User>('POST /user/token', { json: ann });
  const { authToken: token = '' } = await desk.json<User>('POST /user/token', {
    json: { email: 'boss@example.org', password },
  });
  await desk.json('POST /user/token/impersonate', { json, token, expect: 201 });
  expect(siteTokens(desk.ctx.store, vault).find(({ userid }) => userid === at.userid)?.token).toBe(own);
  await at.disconnect();
  await desk.json('POST /user/token', { json: ann, expect: 201 });
  for (const email of [`impersonated ${at.userid}`, `impersonated ${made.userid}`])
    await desk.json('POST /user/token', { json: { email, password }, expect: 503 });
  expect(await desk.json('POST /user/token/impersonate', { json, token, expect: 503 })).toMatchObject({
    message,
  });
});

test('an impersonated person who never signed in here cannot sign in without the site', async () => {
  await using at = await site();
  await addPerson(at.hub, 'boss', { role: 'admin', password });
  await using desk = deskOf(at.api);
  const { authToken: token = '' } = await desk.json<User>('POST /user/token', {
    json: { email: 'boss@example.org', password },
  });
  await desk.json('POST /user/token/impersonate', { json: { userid: at.userid }, token, expect: 201 });
  await at.disconnect();
  await desk.json('POST /user/token', { json: ann, expect: 503 });
  const json = { email: `impersonated ${at.userid}`, password: 'anything' };
  await desk.json('POST /user/token', { json, expect: 401 });
});

test('a new password is requested at the site', async () => {
  await using at = await site();
  await using desk = deskOf(at.api);
  const answer = await desk.json('POST /users/reset_password', { json: { email: ann.email }, expect: 200 });
  expect(answer).toEqual(
    await at.hub.json('POST /users/reset_password', { json: { email: 'nobody@example.org' } }),
  );
  await expect.poll(() => readdirSync(join(at.hub.dataDir, 'mail'))).toHaveLength(1);
  const pretty = await desk.call('POST /users/reset_password?pretty', { json: { email: 'no address' } });
  expect(pretty.status).toBe(422);
  expect(await pretty.text()).toMatch(/^\{\n {2}"error": true/);
  const plain = await desk.call('POST /users/reset_password?pretty=false', { json: { email: 'no address' } });
  expect(await plain.text()).toMatch(/^\{"error":true/);
  await at.disconnect();
  const json = { email: ann.email };
  expect(await desk.json('POST /users/reset_password', { json, expect: 503 })).toMatchObject({ message });

  await using html = await stranger(200, {}, '<html>hotel</html>');
  await using lost = deskOf(html.api);
  expect(await lost.json('POST /users/reset_password', { json, expect: 503 })).toMatchObject({
    message: expect.stringMatching(
      /is not the address of an API 2\.0 site.*Check the address in the settings\./,
    ),
  });
  await using bare = testCore({ profile: 'desk' });
  expect(await bare.json('POST /users/reset_password', { json, expect: 503 })).toMatchObject({
    message: expect.stringMatching(/belongs to none yet\. Set its address first\./),
  });
});

test("tokens are the site's, and a refused one is not used again", async () => {
  await using at = await site();
  const vault = memoryVault();
  await using desk = deskOf(at.api, { vault });
  const signIn = async (): Promise<string> =>
    (await desk.json<User>('POST /user/token', { json: ann })).authToken ?? '';
  const token = await signIn();
  const tokens = await desk.json<{ tokenid: number; current: boolean }[]>('GET /benchside/tokens', { token });
  expect(tokens).toMatchObject([
    { current: true, user_agent: expect.stringMatching(/^Benchside\/[\d.]+ \([\w.-]+\)$/) },
    { current: false },
  ]);
  expect((await desk.call(`DELETE /benchside/tokens/${tokens[1]?.tokenid}`, { token })).status).toBe(204);
  await at.hub.json('GET /user', { token: at.token, expect: 401 });
  await desk.json(`DELETE /benchside/tokens/${tokens[1]?.tokenid}`, { token, expect: 404 });

  expect((await desk.call(`DELETE /benchside/users/${at.userid}/tokens`, { token })).status).toBe(204);
  expect(await desk.json('GET /benchside/tokens', { token, expect: 401 })).toMatchObject({
    message: 'The hub no longer accepts your sign-in. Sign in again.',
  });
  expect(siteTokens(desk.ctx.store, vault)).toEqual([]);
  // A sign-in that the site ended has ended here, too.
  await desk.json('GET /user', { token, expect: 401 });
  const fresh = await signIn();
  await desk.json('GET /benchside/tokens', { token: fresh, expect: 200 });
  markTokenRefused(desk.ctx.store, vault, { userid: at.userid, token: fresh });
  expect(siteTokens(desk.ctx.store, vault)).toEqual([]);
});
