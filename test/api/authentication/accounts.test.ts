import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { SiteSettings } from '../../../app/store/meta.ts';
import { sql } from '../../../app/store/sql.ts';
import { limits } from '../../../shared/limits.ts';
import type { User } from '../../../shared/model/user.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addPerson } from '../../helpers/people.ts';
import { readMail } from '../../helpers/read-mail.ts';

const password = 'a long enough password';
const newcomer = { email: 'new@example.org', username: 'New Hand', password };
const setSite = (core: TestCore, site: Partial<SiteSettings>): void =>
  core.ctx.store.transact(null, (s) => s.meta.set('site', site));

test('admins create accounts, and with public registration anyone does', async () => {
  await using core = testCore();
  const admin = await addPerson(core, 'boss', { role: 'admin' });
  const ann = await addPerson(core, 'ann');
  await core.json('POST /users', { json: newcomer, expect: 401 });
  expect(await core.json('POST /users', { json: newcomer, token: ann.token, expect: 403 })).toMatchObject({
    requiredPrivileges: ['Admin'],
  });
  const made = await core.json<User>('POST /users', { json: newcomer, token: admin.token, expect: 201 });
  expect(made).toMatchObject({ username: 'New Hand', unique_username: null, greatest_privilege: 'User' });
  expect(made.authToken).toMatch(/^[0-9a-f]{32}$/);
  await core.json('POST /user/token', { json: { email: 'new@example.org', password }, expect: 201 });

  setSite(core, { publicRegistration: true });
  const other = { ...newcomer, email: 'other@example.org', unique_username: 'other_1' };
  const user = await core.json<User>('POST /users', { json: other, expect: 201 });
  expect((await core.json<User>('GET /user', { token: user.authToken ?? '' })).unique_username).toBe(
    'other_1',
  );
  await core.json('POST /users', {
    json: { ...newcomer, email: 'by-ann@example.org' },
    token: ann.token,
    expect: 201,
  });

  const refused: [object, string, string][] = [
    [{ ...other, unique_username: 'third' }, 'email', 'invalid'],
    [{ ...other, email: 'NEW@example.org', unique_username: 'third' }, 'email', 'invalid'],
    [{ ...other, email: 'third@example.org' }, 'unique_username', 'already_exists'],
    [
      { ...other, email: 'third@example.org', unique_username: 'oTHER_1' },
      'unique_username',
      'already_exists',
    ],
    [{ ...other, email: 'no address' }, 'email', 'invalid'],
    [{ ...other, unique_username: '_a' }, 'unique_username', 'invalid'],
    [{ ...other, password: 'short' }, 'password', 'invalid'],
    [{ email: 'third@example.org', password }, 'username', 'missing_field'],
  ];
  for (const [body, field, code] of refused) {
    expect(await core.json('POST /users', { json: body, expect: 422 })).toMatchObject({
      errors: [{ field, code }],
    });
  }
  await core.json('POST /users', { body: '{"email"', expect: 400 });
});

test('[contract D5] with public registration and named applications, only these register and sign in people', async () => {
  await using core = testCore();
  await addPerson(core, 'ann', { password });
  const admin = await addPerson(core, 'boss', { role: 'admin' });
  const login = { email: 'ann@example.org', password };
  const known = { 'X-App-Id': 'bench-app' };
  setSite(core, { appids: ['bench-app', 'other-app'] });
  await core.json('POST /user/token', { json: login, expect: 201 });
  setSite(core, { appids: [], publicRegistration: true });
  await core.json('POST /user/token', { json: login, expect: 201 });

  setSite(core, { appids: ['bench-app', 'other-app'], publicRegistration: true });
  const refusal = {
    error: true,
    message: 'Invalid app id',
    errors: [{ field: 'X-App-Id', message: 'Invalid app id', code: 'invalid' }],
  };
  const unknown: Record<string, string>[] = [{}, { 'X-App-Id': '' }, { 'X-App-Id': 'bench' }];
  for (const headers of unknown) {
    expect(await core.json('POST /user/token', { json: login, headers, expect: 422 })).toEqual(refusal);
    expect(await core.json('POST /users', { json: newcomer, headers, expect: 422 })).toEqual(refusal);
  }
  await core.json('POST /users', { json: newcomer, token: admin.token, expect: 422 });
  const { authToken: token = '' } = await core.json<User>('POST /user/token', {
    json: login,
    headers: known,
  });
  await core.json('POST /users', { json: newcomer, headers: known, expect: 201 });
  // No other operation asks for an application.
  await core.json('GET /user', { token });
  await core.json('POST /users/reset_password', { json: { email: login.email }, expect: 200 });
  expect((await core.call('DELETE /user/token', { token })).status).toBe(204);
});

interface Mailed {
  text: string;
  to: string;
  link: string;
}

/** Returns the mails in the outbox folder, with their wrapped links joined. */
function mails({ dataDir }: TestCore): Mailed[] {
  const folder = join(dataDir, 'mail');
  return readdirSync(folder)
    .toSorted()
    .map((file) => {
      expect(file).toMatch(/\.eml$/);
      const text = readFileSync(join(folder, file), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
      return {
        text,
        to: /^To: (.*)\r$/m.exec(text)?.[1] ?? '',
        link: /^https:\S+$/m.exec(text.replaceAll('\r', ''))?.[0] ?? '',
      };
    });
}

test('a link to set a new password is mailed to the owner of an account, and nobody learns who has an account', async () => {
  await using core = testCore({ publicUrl: 'https://guides.example.org/bench/' });
  await addPerson(core, 'ann', { password });
  const gone = await addPerson(core, 'gone', { password });
  core.ctx.store.transact(null, (s) =>
    s.db.run(sql`UPDATE account SET banned = 1 WHERE userid = ${gone.userid}`),
  );
  const ask = (email: unknown, expected: number): Promise<unknown> =>
    core.json('POST /users/reset_password', {
      json: { email },
      expect: expected,
      headers: { Host: 'evil.example' },
    });
  const answers = [
    await ask('nobody@example.org', 200),
    await ask('gone@example.org', 200),
    await ask('ANN@example.org', 200),
  ];
  expect(answers[0]).toEqual({ message: expect.stringContaining('If this address has an account') });
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  for (const email of ['no address', '', 7, undefined]) {
    expect(await ask(email, 422)).toMatchObject({ errors: [{ field: 'email' }] });
  }
  await core.json('POST /users/reset_password', { body: 'email=ann', expect: 400 });
  await expect.poll(() => mails(core)).toHaveLength(1);
  expect(mails(core)).toMatchObject([
    {
      to: 'ann@example.org',
      link: expect.stringMatching(/^https:\/\/guides\.example\.org\/bench\/reset-password\?token=[\w-]{43}$/),
    },
  ]);
  const token = new URL(mails(core)[0]?.link ?? '').searchParams.get('token') ?? '';
  const kept = core.ctx.store.read(null, (s) => JSON.stringify(s.db.all(sql`SELECT * FROM password_reset`)));
  expect(kept).not.toContain(token);
  expect(core.ctx.resets.ownerOf(token)).toBe('ann');
});

test.each([
  ['de', 'Ein neues Passwort für Werkstatt {Nord}', 'jemand, vermutlich Sie, hat ein neues Passwort'],
  ['ar', 'كلمة مرور جديدة في \u2068Werkstatt {Nord}\u2069', 'طلب شخص ما، وهو على الأرجح أنت'],
  ['pt-br', 'A new password for Werkstatt {Nord}', 'someone, probably you, asked for a new password'],
])('the mail of a link speaks the language of the site: %s', async (langid, subject, words) => {
  await using core = testCore({ publicUrl: 'https://guides.example.org' });
  await addPerson(core, 'ann', { password });
  setSite(core, { langid, name: 'Werkstatt {Nord}' });
  await core.json('POST /users/reset_password', {
    json: { email: 'ann@example.org' },
    headers: { 'Accept-Language': 'fr' },
    expect: 200,
  });
  await core.ctx.resets.close();
  const [file = ''] = readdirSync(join(core.dataDir, 'mail'));
  const mail = readMail(readFileSync(join(core.dataDir, 'mail', file), 'utf8'));
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(words);
  expect(mail.text).toMatch(/\n\nhttps:\/\/guides\.example\.org\/reset-password\?token=[\w-]{43}\n\n/);
});

test('a newer link replaces the previous one, and the number of mails is limited', async () => {
  let now = 1_700_000_000;
  await using core = testCore({ publicUrl: 'https://guides.example.org' }, { now: () => now });
  for (const name of ['ann', 'ben', 'cem']) await addPerson(core, name, { password });
  const ask = async (email: string, peer: string): Promise<void> => {
    await core.json('POST /users/reset_password', {
      json: { email },
      headers: { 'X-Benchside-Peer': peer },
      expect: 200,
    });
    await core.ctx.resets.close();
  };
  const tokens = (): string[] => mails(core).map(({ link }) => new URL(link).searchParams.get('token') ?? '');
  for (let i = 0; i < 5; i += 1) await ask('ann@example.org', `10.0.0.${i}`);
  expect(tokens()).toHaveLength(3);
  expect(tokens().filter((token) => core.ctx.resets.ownerOf(token) === 'ann')).toHaveLength(1);

  for (let i = 0; i < 20; i += 1) await ask(`nobody${i}@example.org`, '10.0.1.1');
  await ask('ben@example.org', '10.0.1.1');
  expect(tokens()).toHaveLength(3);
  await ask('ben@example.org', '10.0.1.2');
  expect(tokens()).toHaveLength(4);
  now += 15 * 60;
  await ask('ann@example.org', '10.0.1.1');
  expect(tokens()).toHaveLength(5);
});

test('a link requested just before the program ends is in the outbox at the next start', async () => {
  await using core = testCore({ publicUrl: 'https://guides.example.org' });
  await addPerson(core, 'ann', { password });
  await core.json('POST /users/reset_password', { json: { email: 'ann@example.org' }, expect: 200 });
  await core.close();
  expect(mails(core)).toHaveLength(1);
});

test('[security 18] a registration does not reveal to anyone but admins that an address has an account', async () => {
  await using core = testCore();
  const boss = await addPerson(core, 'boss', { role: 'admin' });
  setSite(core, { publicRegistration: true });
  const json = { ...newcomer, email: 'boss@example.org' };
  const message =
    'This e-mail address cannot be registered. If it is yours, sign in or ask for a new password.';
  expect(await core.json('POST /users', { json, expect: 422 })).toMatchObject({
    errors: [{ field: 'email', code: 'invalid', message }],
  });
  expect(await core.json('POST /users', { json, token: boss.token, expect: 422 })).toMatchObject({
    errors: [{ field: 'email', code: 'already_exists' }],
  });
});

test('[security 18] the number of accounts made from one network is limited, and so is the number of addresses tried', async () => {
  const clock = { now: 1_700_000_000 };
  await using core = testCore({}, { now: () => clock.now });
  const boss = await addPerson(core, 'boss', { role: 'admin' });
  setSite(core, { publicRegistration: true });
  let made = 0;
  const register = async (peer: string, { email = '', token = '' } = {}): Promise<[number, string]> => {
    made += 1;
    const json = {
      email: email || `person${made}@example.org`,
      username: 'A person',
      password: 'a long enough password',
    };
    const headers = { 'X-Benchside-Peer': peer };
    const answer = await core.call('POST /users', { json, headers, ...(token ? { token } : {}) });
    const { message = '' } = (await answer.json()) as { message?: string };
    return [answer.status, message];
  };
  const wait = [422, 'There were too many registrations from your network. Wait 15 minutes and try again.'];
  const taken = { email: 'boss@example.org' };
  const { registerNetwork, registerTaken } = limits.attempts;
  for (let n = 0; n < registerTaken.max; n += 1) expect((await register('10.0.0.1', taken))[0]).toBe(422);
  expect(await register('10.0.0.1')).toEqual(wait);
  expect(await register('10.0.0.1', taken)).toEqual(wait);
  expect((await register('10.0.0.1', { token: boss.token }))[0]).toBe(201);
  // An IPv6 address counts with its network.
  for (let n = 0; n < registerNetwork.max; n += 1)
    expect((await register(`2001:db8:1:2::${n}`))[0]).toBe(201);
  expect(await register('2001:db8:1:2::ffff')).toEqual(wait);
  expect((await register('2001:db8:1:3::1'))[0]).toBe(201);
  clock.now += 15 * 60;
  expect((await register('10.0.0.1'))[0]).toBe(201);
  expect((await register('2001:db8:1:2::1'))[0]).toBe(201);
});

test('[security 18] the owner of a mailbox gets the account that someone else registered with its address', async () => {
  await using core = testCore({ publicUrl: 'https://guides.example.org' });
  setSite(core, { publicRegistration: true });
  const json = { ...newcomer, email: 'victim@example.org', username: 'Pay at https://evil.example' };
  const { authToken: token = '', userid } = await core.json<User>('POST /users', { json, expect: 201 });
  expect(await core.json(`GET /users/${userid}`)).toMatchObject({ greatest_privilege: 'User', teams: [] });
  await core.json('POST /users/reset_password', { json: { email: 'victim@example.org' }, expect: 200 });
  await core.ctx.resets.close();
  const [mail] = mails(core);
  // The mail to the owner has no text that a stranger chose.
  expect(mail?.text).not.toContain('evil');
  const link = new URL(mail?.link ?? '').searchParams.get('token') ?? '';
  expect(await core.ctx.resets.use(link, 'the password of the owner')).toBe(true);
  await core.json('GET /user', { token, expect: 401 });
  const email = 'victim@example.org';
  await core.json('POST /user/token', { json: { email, password }, expect: 401 });
  await core.json('POST /user/token', {
    json: { email, password: 'the password of the owner' },
    expect: 201,
  });
});
