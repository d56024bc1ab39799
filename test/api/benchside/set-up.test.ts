import { describe, expect, test } from 'vitest';

import type { Info } from '../../../shared/model/benchside.ts';
import type { User } from '../../../shared/model/user.ts';
import { importAuthor } from '../../../app/import/put-guides.ts';
import { temporaryFolder, testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addPerson } from '../../helpers/people.ts';

const admin = { email: 'ada@example.org', username: 'Ada Lind', password: 'a long enough password' };
const site = { name: 'Pump works', langid: 'de', private: true };
const from = (address: string): Record<string, string> => ({ 'X-Benchside-Peer': address });

const setUp = (core: TestCore, code: string, headers = from('192.0.2.7')): Promise<Response> =>
  core.call('POST /benchside/setup', { json: { code, ...admin, ...site }, headers });
const codeOf = (core: TestCore): string => core.ctx.setUp.code ?? 'none';
const isOpen = async (core: TestCore): Promise<boolean> =>
  (await core.json<Info>('GET /benchside/info')).setup === 'open';

test('the code on the console makes the first admin, names the site, and signs in', async () => {
  await using core = testCore();
  expect(await isOpen(core)).toBe(true);
  const code = codeOf(core);
  const answer = await setUp(core, ` ${code.slice(0, 5).toLowerCase()}-${code.slice(5)} `);
  expect(answer.status).toBe(201);
  const { authToken = '', ...user } = (await answer.json()) as User & { authToken?: string };
  expect(user).toMatchObject({ username: 'Ada Lind', greatest_privilege: 'Admin' });
  expect(await isOpen(core)).toBe(false);
  expect(await core.json('GET /benchside/info')).toMatchObject({ name: 'Pump works', private: true });
  expect(await core.json('GET /user', { token: authToken })).toMatchObject({ userid: user.userid });
  await core.json('POST /user/token', { json: { email: admin.email, password: admin.password } });
});

describe('set-up is refused', () => {
  const refused = async (core: TestCore, code: string): Promise<unknown> => {
    const answer = await setUp(core, code);
    expect(answer.status).toBe(403);
    return ((await answer.json()) as { message: string }).message;
  };

  test('with a wrong code, also from this machine', async () => {
    await using core = testCore();
    expect(await refused(core, 'ABCDE23456')).toMatch(/not the set-up code/);
    expect((await setUp(core, 'x', from('127.0.0.1'))).status).toBe(403);
    expect(await isOpen(core)).toBe(true);
  });

  test('with the right code after ten wrong ones from the same network, but not from another network', async () => {
    await using core = testCore();
    for (let n = 0; n < 10; n += 1) await refused(core, `wrong ${n}`);
    expect(await refused(core, codeOf(core))).toMatch(/too many wrong set-up codes. Wait 15 minutes/);
    expect((await setUp(core, codeOf(core), from('192.0.2.99'))).status).toBe(201);
  });

  test('a second time, also with the right code', async () => {
    await using core = testCore();
    const code = codeOf(core);
    expect((await setUp(core, code)).status).toBe(201);
    expect(await refused(core, code)).toMatch(/set up already/);
    expect(core.ctx.setUp.code).toBeUndefined();
  });

  test('for the slower of two simultaneous requests', async () => {
    await using core = testCore();
    const code = codeOf(core);
    const answers = await Promise.all([setUp(core, code), setUp(core, code), setUp(core, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
    expect(core.ctx.store.read(null, (s) => s.users.count())).toBe(1);
  });

  test('while there is an account, after it was deleted, and after a restart', async () => {
    using folder = temporaryFolder();
    let code = '';
    {
      await using core = testCore({ dataDir: folder.path });
      code = codeOf(core);
      const { userid } = await addPerson(core, 'Bo', { role: 'technician' });
      expect(await isOpen(core)).toBe(false);
      expect(await refused(core, code)).toMatch(/set up already/);
      core.ctx.store.transact(null, (s) => s.users.delete(userid));
      expect(await isOpen(core)).toBe(false);
    }
    await using core = testCore({ dataDir: folder.path });
    expect(core.ctx.setUp.code).toBeUndefined();
    expect(await refused(core, code)).toMatch(/set up already/);
  });

  test('with the code of an earlier start', async () => {
    using folder = temporaryFolder();
    let code = '';
    {
      await using core = testCore({ dataDir: folder.path });
      code = codeOf(core);
    }
    await using core = testCore({ dataDir: folder.path });
    expect(codeOf(core)).not.toBe(code);
    expect(await refused(core, code)).toMatch(/not the set-up code/);
  });

  test('with invalid input, with a message for each field, and creates nothing', async () => {
    await using core = testCore();
    const answer = await core.call('POST /benchside/setup', {
      json: { code: codeOf(core), email: 'x', username: ' ', password: 'short', name: '' },
    });
    expect(answer.status).toBe(422);
    const { errors } = (await answer.json()) as { errors: { field: string }[] };
    expect(errors.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['email', 'username', 'password', 'name', 'langid']),
    );
    expect(await isOpen(core)).toBe(true);
  });

  test('at a desk, which has no such endpoint', async () => {
    await using desk = testCore({ profile: 'desk', site: 'http://hub.test/api/2.0' });
    expect((await setUp(desk, 'x')).status).toBe(404);
    expect(await isOpen(desk)).toBe(false);
  });
});

test('guides that were imported before do not close the set-up', async () => {
  await using core = testCore();
  core.ctx.store.transact(null, (s) => importAuthor(s));
  expect(await isOpen(core)).toBe(true);
  expect((await setUp(core, codeOf(core))).status).toBe(201);
});
