import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test, vi } from 'vitest';

import { currentPerson, siteTokens } from '../../app/identity/people.ts';
import { askSite } from '../../app/identity/site-client.ts';
import { fileVault, memoryVault } from '../../app/identity/vault.ts';
import { allPeople } from '../../app/replica/desk-people/people.ts';
import { sql } from '../../app/store/sql.ts';
import type { User } from '../../shared/model/user.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addPerson } from '../helpers/people.ts';
import { ann, deskOf, password, site, stranger, windowKey } from '../helpers/site.ts';

test('signing in at a desk signs in at the site, whose token then works at both', async () => {
  await using at = await site();
  const vault = memoryVault();
  await using desk = deskOf(at.api, { vault });
  await desk.json('GET /user', { token: at.token, expect: 401 });
  const user = await desk.json<User>('POST /user/token', { json: ann, token: 'stale', expect: 201 });
  const token = user.authToken ?? '';
  expect(user).toMatchObject({ userid: at.userid, username: 'ann', privileges: ['Author'] });
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  expect((await at.hub.json<User>('GET /user', { token })).userid).toBe(at.userid);
  expect(await desk.json<User>('GET /user', { token })).toMatchObject({
    userid: at.userid,
    username: 'ann',
    privileges: ['Author'],
  });
  expect(desk.ctx.store.read(null, (s) => s.users.actor(at.userid)?.role)).toBe('author');
  expect(siteTokens(desk.ctx.store, vault)).toEqual([{ userid: at.userid, email: ann.email, token }]);
  const [person] = desk.ctx.store.read(null, allPeople);
  expect(person?.verifier).toMatch(/^scrypt\$/);
  expect(person?.token?.toString()).not.toContain(token);
  expect(siteTokens(desk.ctx.store, memoryVault())).toEqual([]);
});

test("a sign-in that the site refuses is refused in the site's words, and nothing is stored", async () => {
  await using at = await site();
  await using desk = deskOf(at.api);
  expect(await desk.json('POST /user/token', { json: { ...ann, password: 'wrong' }, expect: 401 })).toEqual({
    error: true,
    message: 'Invalid login',
  });
  await desk.json('POST /user/token', { json: { email: ann.email }, expect: 422 });
  expect(desk.ctx.store.read(null, allPeople)).toEqual([]);
  expect(await desk.json('GET /users')).toEqual([]);
});

test('without the network only people who signed in before can sign in', async () => {
  await using at = await site();
  await addPerson(at.hub, 'bob', { password });
  await using desk = deskOf(at.api);
  const first = await desk.json<User>('POST /user/token', { json: ann });
  await at.disconnect();
  const user = await desk.json<User>('POST /user/token', {
    json: { ...ann, email: 'ANN@example.org' },
    expect: 201,
  });
  expect(user).toMatchObject({ userid: at.userid, username: 'ann' });
  expect(user.authToken).toMatch(/^[0-9a-f]{32}$/);
  expect(user.authToken).not.toBe(first.authToken);
  for (const token of [user.authToken ?? '', first.authToken ?? '']) await desk.json('GET /user', { token });
  expect(await desk.json('POST /user/token', { json: { ...ann, password: 'wrong' }, expect: 401 })).toEqual({
    error: true,
    message: 'Invalid login',
  });
  const never = await desk.json<{ message: string }>('POST /user/token', {
    json: { email: 'bob@example.org', password },
    expect: 503,
  });
  expect(never.message).toMatch(
    /^The hub at 127\.0\.0\.1:\d+ cannot be reached: nothing answers at its address\. You have not signed in at this desk before.*Connect it to the network and sign in once/,
  );
});

test('guessing a password offline has to wait after ten failures', async () => {
  let now = 1_700_000_000;
  await using at = await site();
  await using desk = deskOf(at.api, { now: () => now });
  await desk.json('POST /user/token', { json: ann });
  await at.disconnect();
  for (let i = 0; i < 10; i += 1)
    await desk.json('POST /user/token', { json: { ...ann, password: `guess ${i}` }, expect: 401 });
  const { message } = await desk.json<{ message: string }>('POST /user/token', { json: ann, expect: 401 });
  expect(message).toContain('Wait 15 minutes');
  now += 900;
  await desk.json('POST /user/token', { json: ann, expect: 201 });
});

test('an address that is no API 2.0 site is reported as such', async () => {
  const html = { 'Content-Type': 'text/html' };
  const strangers: [number, Record<string, string>, string, RegExp][] = [
    [
      200,
      html,
      '<html>Welcome to the hotel</html>',
      /not the address of an API 2\.0 site: it answered with something other than JSON/,
    ],
    [
      302,
      { Location: 'http://login.example/' },
      '',
      /not the address of an API 2\.0 site: it redirects to http:\/\/login\.example\//,
    ],
    [
      200,
      {},
      '{"status":"ok"}',
      /not the address of an API 2\.0 site: it answered with status 200 and no user/,
    ],
    [404, {}, '{"message":"No such page"}', /not the address of an API 2\.0 site: No such page/],
    [502, html, '<html>Bad gateway</html>', /cannot be reached: it answered with status 502/],
    [429, {}, '{"message":"slow down"}', /cannot be reached: it asks to wait/],
  ];
  for (const [status, headers, body, words] of strangers) {
    await using other = await stranger(status, headers, body);
    await using desk = deskOf(other.api);
    const { message } = await desk.json<{ message: string }>('POST /user/token', { json: ann, expect: 503 });
    expect(message).toMatch(words);
  }
  await using desk = testCore({ profile: 'desk' });
  expect(await desk.json('POST /user/token', { json: ann, expect: 503 })).toMatchObject({
    message: 'This desk belongs to no hub yet. Set the address of the hub first.',
  });
});

test('a site that answers half of a sign-in gets another request, and one that hangs is abandoned', async () => {
  const bare = { userid: 7, username: 'Old Site', authToken: 'f'.repeat(32), about_raw: null };
  await using old = await stranger(201, {}, JSON.stringify(bare));
  await using desk = deskOf(old.api);
  const user = await desk.json<User>('POST /user/token', { json: ann });
  expect(user).toMatchObject({ userid: 7, privileges: [], teams: [], about_raw: false });
  expect(await desk.json('GET /user', { token: bare.authToken })).toMatchObject({
    userid: 7,
    username: 'Old Site',
  });

  const silent = createServer();
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve);
  });
  const { port } = silent.address() as AddressInfo;
  const answer = await askSite(`http://127.0.0.1:${port}`, 'GET /user', { timeoutMs: 100 });
  expect(answer).toMatchObject({
    kind: 'unreachable',
    reason: expect.stringContaining('did not answer within'),
  });
  silent.closeAllConnections();
  silent.close();
});

test('the desk’s own window acts as the person who signed in through it, until they sign out', async () => {
  await using at = await site();
  await using folder = Object.assign(temporaryFolder(), { [Symbol.asyncDispose]: async () => undefined });
  const open = (): TestCore =>
    testCore({ profile: 'desk', site: at.api, dataDir: folder.path }, { vault: fileVault(folder.path) });
  let desk = open();
  let headers = windowKey(desk);
  expect(headers['X-Benchside-Window']).toMatch(/^[0-9a-f]{64}$/);
  await desk.json('GET /user', { headers, expect: 401 });
  await desk.json('POST /user/token', { json: ann });
  expect(currentPerson(desk.ctx.store)).toBeNull();
  const { authToken = '' } = await desk.json<User>('POST /user/token', { json: ann, headers });
  expect(currentPerson(desk.ctx.store)).toMatchObject({ userid: at.userid, username: 'ann', role: 'author' });
  await desk.json('GET /user', { headers });
  await desk.json('GET /user', { expect: 401 });
  await desk.json('GET /user', { headers: { 'X-Benchside-Window': 'guess' }, expect: 401 });
  await desk.json('GET /user', { headers, token: 'invalid', expect: 401 });

  await desk.close();
  desk = open();
  // Each process has a key of its own.
  await desk.json('GET /user', { headers, expect: 401 });
  headers = windowKey(desk);
  expect(await desk.json('GET /user', { headers })).toMatchObject({ userid: at.userid });
  expect((await desk.call('DELETE /user/token', { headers })).status).toBe(204);
  expect(currentPerson(desk.ctx.store)).toBeNull();
  await desk.json('GET /user', { headers, expect: 401 });
  await desk.json('GET /user', { token: authToken, expect: 401 });
  await desk.json('DELETE /user/token', { headers, expect: 401 });
  await desk.close();
});

test('signing out informs the site and keeps everything needed to sign in again', async () => {
  await using at = await site();
  const vault = memoryVault();
  await using desk = deskOf(at.api, { vault });
  const { authToken = '' } = await desk.json<User>('POST /user/token', { json: ann });
  expect((await desk.call('DELETE /user/token', { token: authToken })).status).toBe(204);
  await desk.json('GET /user', { token: authToken, expect: 401 });
  await vi.waitFor(() => at.hub.json('GET /user', { token: authToken, expect: 401 }), 30_000);
  expect(siteTokens(desk.ctx.store, vault)).toEqual([]);
  expect(desk.ctx.store.read(null, allPeople)).toMatchObject([{ userid: at.userid, email: ann.email }]);
  await at.disconnect();
  const again = await desk.json<User>('POST /user/token', { json: ann, expect: 201 });
  expect((await desk.call('DELETE /user/token', { token: again.authToken ?? '' })).status).toBe(204);
});

test('a token with unsent edits outlives signing out', async () => {
  await using at = await site();
  const vault = memoryVault();
  await using desk = deskOf(at.api, { vault });
  const { authToken = '' } = await desk.json<User>('POST /user/token', { json: ann });
  desk.ctx.store.transact(null, (s) =>
    s.db.run(sql`INSERT INTO journal (entryid, operation, params, query, body, issued, userid, wall_clock,
         monotonic_clock, boot_id)
       VALUES ('a', 'updateGuide', '{}', '{}', '{}', '[]', ${at.userid}, 1, 1, 'b')`),
  );
  await desk.call('DELETE /user/token', { token: authToken });
  await desk.json('GET /user', { token: authToken, expect: 401 });
  expect(siteTokens(desk.ctx.store, vault)).toEqual([
    { userid: at.userid, email: ann.email, token: authToken },
  ]);
  await at.hub.json('GET /user', { token: authToken });
});

test('an email address that moved to another account signs in that one', async () => {
  await using at = await site();
  await using desk = deskOf(at.api);
  await desk.json('POST /user/token', { json: ann });
  at.hub.ctx.store.transact(null, (s) =>
    s.db.run(sql`UPDATE account SET email = 'former@example.org' WHERE userid = ${at.userid}`),
  );
  const heir = await addPerson(at.hub, 'ann', { password });
  expect(await desk.json('POST /user/token', { json: ann })).toMatchObject({ userid: heir.userid });
  await at.disconnect();
  expect(await desk.json('POST /user/token', { json: ann })).toMatchObject({ userid: heir.userid });
  expect(desk.ctx.store.read(null, allPeople)).toHaveLength(2);
});
