import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { siteSettings } from '../../app/commands/settings.ts';
import { UsageError } from '../../app/usage-error.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { addAccount, benchside, password, serve, succeed } from '../helpers/process.ts';
import { smtpServer } from '../helpers/smtp.ts';

const folder = temporaryFolder();
const data = join(folder.path, 'hub');
const settings = (...args: string[]): Promise<string> => succeed(['settings', ...args, '--data', data]);

beforeAll(() => addAccount(data, 'Ann', 'admin'), 60_000);
afterAll(() => folder[Symbol.dispose]());

const post = (url: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });

it('settings are shown, set and reset, one or all', async () => {
  expect(await settings('name', 'Pumpenwerk Süd')).toBe('Pumpenwerk Süd\n');
  expect(await settings('private', 'yes')).toBe('yes\n');
  expect(JSON.parse(await settings('guide-types', 'repair,teardown', '--json'))).toEqual({
    'guide-types': ['repair', 'teardown'],
  });
  expect(
    await succeed(['settings', 'smtp-url', '-', '--data', data], {
      stdin: 'smtps://me:secret@mail.bench.test',
    }),
  ).toBe('smtps://me:•••@mail.bench.test\n');
  const all = await settings();
  expect(all).toContain('name: Pumpenwerk Süd\nprivate: yes\n');
  expect(all).not.toContain('secret');
  {
    await using hub = await serve(['hub', '--data', data, '--port', '0']);
    expect((await fetch(`${hub.url}/guides`)).status).toBe(401);
    expect(await (await fetch(`${hub.url}/benchside/info`)).json()).toMatchObject({ name: 'Pumpenwerk Süd' });
    // While the hub runs they can be read, but not set.
    expect(await settings('name')).toBe('Pumpenwerk Süd\n');
    expect(await benchside(['settings', 'name', 'Other', '--data', data])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`(pid ${hub.pid})`),
    });
  }
  expect(await settings('name', '')).toBe('Workshop\n');
  expect(JSON.parse(await settings('private', '', '--json'))).toEqual({ private: false });
}, 120_000);

describe('wrong values are explained in words, with exit code 64', () => {
  const wrong: [string[], RegExp][] = [
    [['colour'], /There is no setting "colour"\. There are name, private/],
    [['constructor'], /There is no setting "constructor"/],
    [['private', 'perhaps'], /The setting private must be yes or no\./],
    [['langid', 'English'], /The setting langid must be a language id/],
    [['guide-types', 'repair,poem'], /The setting guide-types must be one of: replacement, /],
    [['smtp-url', 'mail.example.org'], /The setting smtp-url must be an address like smtps:/],
    [['mail-from', 'nobody'], /The setting mail-from must be an e-mail address\./],
  ];

  it.each(wrong)('%j', async ([name, value], words) => {
    const refused = siteSettings(name, value, { data });
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(words);
  });
});

it('a folder without a site has no settings', async () => {
  const finished = await benchside(['settings', '--data', join(folder.path, 'none')]);
  expect(finished).toMatchObject({
    code: 64,
    stderr: expect.stringContaining('There is no Benchside data in'),
  });
});

it('a hub for the public registers people through known applications and mails links that set passwords', async () => {
  await using mail = await smtpServer();
  await settings('public-registration', 'on');
  await settings('app-ids', 'bench-app, other-app');
  const from = ['--mail-from', 'guides@bench.test'];
  await using hub = await serve(['hub', '--data', data, '--port', '0', '--smtp-url', mail.url, ...from]);
  const newcomer = { email: 'new@example.org', username: 'New Hand', password };
  expect((await post(`${hub.url}/users`, newcomer)).status).toBe(422);
  const headers = { 'X-App-Id': 'bench-app' };
  expect((await post(`${hub.url}/users`, newcomer, headers)).status).toBe(201);

  const host = { ...headers, Host: 'evil.example' };
  expect((await post(`${hub.url}/users/reset_password`, { email: newcomer.email }, host)).status).toBe(200);
  await expect.poll(() => mail.received).toHaveLength(1);
  const [received] = mail.received;
  expect(received).toMatchObject({ from: 'guides@bench.test', to: ['new@example.org'] });
  const body = received?.message.replaceAll('=\n', '').replaceAll('=3D', '=') ?? '';
  const link = /^http:\S+\/reset-password\?token=\S+$/m.exec(body)?.[0] ?? '';
  expect(new URL(link).origin).toBe(new URL(hub.url).origin);
  const form = await fetch(link);
  expect(await form.text()).toContain('New password for New Hand');
  const fresh = 'another long password';
  const set = await fetch(link, { method: 'POST', body: new URLSearchParams({ password: fresh }) });
  expect(set.status).toBe(200);
  const signIn = (secret: string): Promise<number> =>
    post(`${hub.url}/user/token`, { email: newcomer.email, password: secret }, headers).then((r) => r.status);
  expect(await signIn(fresh)).toBe(201);
  expect(await signIn(password)).toBe(401);
  expect(readdirSync(join(data, 'mail'))).toEqual([]);
  expect(
    readFileSync(join(data, 'benchside.sqlite')).includes(new URL(link).searchParams.get('token') ?? ''),
  ).toBe(false);
  expect(await hub.kill('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
}, 120_000);
