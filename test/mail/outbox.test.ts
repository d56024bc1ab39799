import { mkdirSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { createLog } from '../../app/log.ts';
import { Outbox } from '../../app/mail/outbox.ts';
import type { MailSettings } from '../../app/mail/outbox.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { smtpServer } from '../helpers/smtp.ts';

const from = 'site@bench.test';
const mail = { subject: 'Grüße aus der Werkstatt', text: 'Ein Satz.\n.\nEnde' };

function outbox(settings: Partial<MailSettings> = {}) {
  const folder = temporaryFolder();
  const path = join(folder.path, 'mail');
  const open = (): Outbox => new Outbox(path, () => ({ from, ...settings }), createLog('test', 'silent'));
  return {
    open,
    path,
    files: () => readdirSync(path).toSorted(),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

test('without a mail server a mail is stored as a whole file that only its owner can read', async () => {
  using box = outbox();
  const sending = box.open();
  await sending.put({ ...mail, to: 'ann@example.org' });
  await sending.close();
  const [file = '', ...others] = box.files();
  expect(others).toEqual([]);
  expect(file).toMatch(/^\d+-[0-9a-f]{12}\.eml$/);
  // Windows has no such modes.
  if (process.platform !== 'win32') expect(statSync(join(box.path, file)).mode & 0o777).toBe(0o600);
  const text = readFileSync(join(box.path, file), 'utf8');
  for (const header of ['From: site@bench.test', 'To: ann@example.org', 'Auto-Submitted: auto-generated'])
    expect(text).toContain(`${header}\r\n`);
  expect(text).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(text).not.toMatch(/(?<!\r)\n/);
});

test('an accepted mail leaves the folder; one that no server accepts waits for the next try', async () => {
  await using server = await smtpServer();
  using box = outbox({ smtpUrl: server.url });
  const sending = box.open();
  await sending.put({ ...mail, to: 'ann@example.org' });
  await expect.poll(() => box.files()).toEqual([]);
  expect(server.received).toMatchObject([{ from, to: ['ann@example.org'] }]);
  expect(server.received[0]?.message).toContain('To: ann@example.org');
  expect(server.received[0]?.message).toMatch(/^\.$/m);

  server.refusal = '451 come back later';
  await sending.put({ ...mail, to: 'ben@example.org' });
  await expect.poll(() => server.refused).toBe(1);
  await sending.close();
  expect(box.files()).toHaveLength(1);

  server.refusal = '';
  const restarted = box.open();
  restarted.start();
  await expect.poll(() => box.files()).toEqual([]);
  expect(server.received.map(({ to }) => to)).toEqual([['ann@example.org'], ['ben@example.org']]);
  await restarted.close();
});

test('simultaneous mails are all sent, each once, also to long addresses', async () => {
  await using server = await smtpServer();
  using box = outbox({ smtpUrl: server.url });
  const sending = box.open();
  const long = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example`;
  const people = [long, ...Array.from({ length: 8 }, (_, n) => `person${n}@example.org`)];
  await Promise.all(people.map((to) => sending.put({ ...mail, to })));
  await expect.poll(() => box.files()).toEqual([]);
  expect(server.received.flatMap(({ to }) => to).toSorted()).toEqual(people.toSorted());
  await sending.close();
});

test('mails wait while the server is unreachable; after a day they are no longer tried, but kept', async () => {
  const gone = await smtpServer();
  await gone[Symbol.asyncDispose]();
  using box = outbox({ smtpUrl: gone.url });
  mkdirSync(box.path);
  const yesterday = Date.now() / 1000 - 25 * 60 * 60;
  const old = join(box.path, '0-old.eml');
  writeFileSync(old, 'To: ann@example.org\r\n\r\nold');
  utimesSync(old, yesterday, yesterday);
  writeFileSync(join(box.path, '1-broken.eml'), 'no head at all');
  const sending = box.open();
  await sending.put({ ...mail, to: 'ben@example.org' });
  await expect.poll(() => box.files()).toContain('0-old.eml.failed');
  await sending.close();
  expect(box.files()).toEqual(['0-old.eml.failed', '1-broken.eml', expect.stringMatching(/\.eml$/)]);
});
