import type { z } from 'zod';

import { expect, test } from 'vitest';

import type { tokenInfo } from '../../../shared/model/token.ts';
import type { User } from '../../../shared/model/user.ts';
import { temporaryFolder, testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addPerson } from '../../helpers/people.ts';

type Token = z.infer<typeof tokenInfo>;

const password = 'a long enough password';
const list = (core: TestCore, token: string, query = ''): Promise<Token[]> =>
  core.json<Token[]>(`GET /benchside/tokens${query}`, { token });

async function signIn(core: TestCore, name: string, agent: string): Promise<string> {
  const { authToken = '' } = await core.json<User>('POST /user/token', {
    json: { email: `${name}@example.org`, password },
    headers: { 'User-Agent': agent },
  });
  return authToken;
}

test('people list their sign-ins and end one or all; admins do so for others', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann', { password });
  const ben = await addPerson(core, 'ben');
  const admin = await addPerson(core, 'boss', { role: 'admin' });
  const token = await signIn(core, 'ann', 'A tablet');
  const mine = await list(core, token);
  expect(mine).toMatchObject([
    { userid: ann.userid, user_agent: 'A tablet', impersonated_by: null, current: true },
    { userid: ann.userid, user_agent: '', current: false },
  ]);
  expect(JSON.stringify(mine)).not.toMatch(/[0-9a-f]{32}/);
  expect(await list(core, admin.token, `?userid=${ann.userid}`)).toHaveLength(2);
  expect(await list(core, ann.token, `?userid=${ann.userid}`)).toHaveLength(2);
  await core.json(`GET /benchside/tokens?userid=${ann.userid}`, { token: ben.token, expect: 403 });
  await core.json('GET /benchside/tokens?userid=999', { token: admin.token, expect: 404 });
  await core.json('GET /benchside/tokens?userid=ann', { token: admin.token, expect: 422 });
  await core.json('GET /benchside/tokens', { expect: 401 });

  const route = `DELETE /benchside/tokens/${mine[0]?.tokenid}`;
  await core.json(route, { expect: 401 });
  await core.json(route, { token: ben.token, expect: 403 });
  expect((await core.call(route, { token: ann.token })).status).toBe(204);
  await core.json(route, { token: ann.token, expect: 404 });
  await core.json('GET /user', { token, expect: 401 });
  await core.json('GET /user', { token: ann.token });

  const all = `DELETE /benchside/users/${ann.userid}/tokens`;
  await core.json(all, { expect: 401 });
  await core.json(all, { token: ben.token, expect: 403 });
  await core.json('DELETE /benchside/users/999/tokens', { token: admin.token, expect: 404 });
  expect((await core.call(all, { token: admin.token })).status).toBe(204);
  await core.json('GET /user', { token: ann.token, expect: 401 });
  expect((await core.call(all, { token: admin.token })).status).toBe(204);
  expect((await core.call(`DELETE /benchside/users/${ben.userid}/tokens`, { token: ben.token })).status).toBe(
    204,
  );
  await core.json('GET /user', { token: ben.token, expect: 401 });
  // Ids of ended tokens are not reused.
  expect(mine.map(({ tokenid }) => tokenid)).not.toContain(
    (await list(core, await signIn(core, 'ann', 'again')))[0]?.tokenid,
  );
});

test('a person sees that an admin impersonates them', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  const admin = await addPerson(core, 'boss', { role: 'admin' });
  await core.json('POST /user/token/impersonate', { token: admin.token, json: { userid: ann.userid } });
  expect(await list(core, ann.token)).toMatchObject([
    { impersonated_by: admin.userid, current: false },
    { impersonated_by: null, current: true },
  ]);
});

test('the last use of a token is known to the minute, also after a restart', async () => {
  using folder = temporaryFolder();
  let now = 1_700_000_000;
  const open = (): TestCore => testCore({ dataDir: folder.path }, { now: () => now });
  let core = open();
  const ann = await addPerson(core, 'ann');
  const admin = await addPerson(core, 'boss', { role: 'admin' });
  const used = async (): Promise<number | undefined> =>
    (await list(core, admin.token, `?userid=${ann.userid}`))[0]?.used_date;
  now += 600;
  await core.json('GET /user', { token: ann.token });
  // No request waits for this write.
  expect(await used()).toBe(1_700_000_000);
  await core.close();
  core = open();
  expect(await used()).toBe(1_700_000_600);
  await core.close();
});

test('the 21st token ends the one that was not used for the longest time', async () => {
  let now = 1_700_000_000;
  await using core = testCore({}, { now: () => (now += 1) });
  const ann = await addPerson(core, 'ann', { password });
  const second = await signIn(core, 'ann', 'second');
  for (let i = 0; i < 18; i += 1)
    core.ctx.store.transact(null, (s) => s.sessions.add({ userid: ann.userid, tokenHash: `hash ${i}` }));
  core.ctx.store.transact(null, (s) =>
    s.sessions.touch(
      new Map(
        s.sessions
          .ofUser(ann.userid)
          .slice(-1)
          .map((row) => [row.token_hash, now]),
      ),
    ),
  );
  const last = await signIn(core, 'ann', 'last');
  await core.json('GET /user', { token: second, expect: 401 });
  await core.json('GET /user', { token: ann.token });
  expect(await list(core, last)).toHaveLength(20);
});
