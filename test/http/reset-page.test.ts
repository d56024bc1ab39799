import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { withResetPage } from '../../app/http/reset-page.ts';
import { hashToken } from '../../app/identity/token.ts';
import { sql } from '../../app/store/sql.ts';
import { putReset } from '../../app/store/users/resets.ts';
import { testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addPerson } from '../helpers/people.ts';

const old = 'a long enough password';
const fresh = 'another long password';

const asking = (languages?: string): RequestInit =>
  languages === undefined ? {} : { headers: { 'Accept-Language': languages } };

async function hub() {
  const clock = { now: 1_700_000_000 };
  const core = testCore({ publicUrl: 'https://guides.example.org/bench' }, { now: () => clock.now });
  const ann = await addPerson(core, 'ann', { password: old });
  const fetch = withResetPage(core);
  const at = (token: string): string => `http://bench.test/reset-password?token=${token}`;
  return {
    clock,
    core,
    ann,
    open: (token: string, method = 'GET', languages?: string) =>
      fetch(new Request(at(token), { method, ...asking(languages) })),
    post: (token: string, fields: Record<string, string>, languages?: string) =>
      fetch(
        new Request(at(token), {
          method: 'POST',
          body: new URLSearchParams(fields),
          ...asking(languages),
        }),
      ),
    signIn: (password: string, expected: number) =>
      core.json('POST /user/token', { json: { email: 'ann@example.org', password }, expect: expected }),
    fetch,
    [Symbol.asyncDispose]: () => core[Symbol.asyncDispose](),
  };
}

/** Returns the token of the newest mail. */
async function mailed(core: TestCore): Promise<string> {
  await core.json('POST /users/reset_password', { json: { email: 'ann@example.org' }, expect: 200 });
  await core.ctx.resets.close();
  const folder = join(core.dataDir, 'mail');
  const text = readFileSync(join(folder, readdirSync(folder).toSorted().at(-1) ?? ''), 'utf8');
  return /token=(?:3D)?([\w-]+)/.exec(text.replaceAll('=\r\n', ''))?.[1] ?? '';
}

test('the page of a mailed link sets a password once and signs out everywhere', async () => {
  await using at = await hub();
  const token = await mailed(at.core);
  const page = await at.open(token);
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).toContain('<form method="post">');
  expect(html).toContain('New password for ann');
  expect(html).not.toMatch(/<script|https?:/);
  const policy = page.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self'");
  expect(policy).not.toMatch(/unsafe/);
  expect(html).toContain(`<style nonce="${/'nonce-([^']+)'/.exec(policy)?.[1]}">`);
  expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(page.headers.get('Cache-Control')).toBe('no-store');
  const head = await at.open(token, 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);

  for (const password of ['short', '']) {
    const refused = await at.post(token, { password });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toMatch(/role="alert">The password must have at least 10 characters\./);
  }
  for (let i = 0; i < 10; i += 1) await at.signIn('forgotten', 401);
  await at.signIn(old, 401);

  const both = await Promise.all([at.post(token, { password: fresh }), at.post(token, { password: fresh })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect(await Promise.all(both.map((response) => response.text()))).toContainEqual(
    expect.stringContaining('Your new password is set'),
  );
  await at.core.json('GET /user', { token: at.ann.token, expect: 401 });
  // A person who forgot the password has made wrong guesses; they are cleared.
  await at.signIn(fresh, 201);
  await at.signIn(old, 401);
  expect((await at.open(token)).status).toBe(404);
  expect((await at.post(token, { password: old })).status).toBe(404);
});

test('a link that was replaced, is too old, or is invalid sets nothing', async () => {
  await using at = await hub();
  const first = await mailed(at.core);
  at.clock.now += 60;
  const second = await mailed(at.core);
  for (const token of [first, '', 'guess', hashToken(second)]) {
    const page = await at.open(token);
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('This link no longer works');
    expect((await at.post(token, { password: fresh })).status).toBe(404);
  }
  at.clock.now += 59 * 60;
  expect((await at.open(second)).status).toBe(200);
  at.clock.now += 60;
  expect((await at.open(second)).status).toBe(404);
  expect((await at.post(second, { password: fresh })).status).toBe(404);
  await at.signIn(old, 201);

  const third = await mailed(at.core);
  at.core.ctx.store.transact(null, (s) =>
    s.db.run(sql`UPDATE account SET banned = 1 WHERE userid = ${at.ann.userid}`),
  );
  expect((await at.open(third)).status).toBe(404);
});

test('names are text on the page, other methods are refused, and all other addresses are the API’s', async () => {
  await using at = await hub();
  const { userid } = await addPerson(at.core, '<b>"Eve" & co</b>');
  at.core.ctx.store.transact(null, (s) => putReset(s, userid, hashToken('eve')));
  expect(await (await at.open('eve')).text()).toContain(
    'New password for &lt;b&gt;&quot;Eve&quot; &amp; co&lt;/b&gt;',
  );
  const refused = await at.open('eve', 'PUT');
  expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
  const api = await at.fetch(new Request('http://bench.test/api/2.0/benchside/info'));
  expect(await api.json()).toMatchObject({ product: 'Benchside' });
  expect((await at.fetch(new Request('http://bench.test/reset-passwords'))).status).toBe(404);
});

test('[security 6] a form that is too large is refused, and the link still works', async () => {
  await using at = await hub();
  const token = await mailed(at.core);
  const refused = await at.post(token, { password: 'x'.repeat(65 * 1024) });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('The password must have at most 1000 characters.');
  expect((await at.post(token, { password: fresh })).status).toBe(200);
});

/** Returns the language of a page, the direction of its text, and its heading. */
async function headOf(page: Response): Promise<string[]> {
  const html = await page.text();
  return (
    /<html lang="(\w+)" dir="(\w+)">[^]*<title>(.+)<\/title>[^]*<h1>\3<\/h1>/.exec(html)?.slice(1) ?? [html]
  );
}

test('the page speaks the language that the browser asks for', async () => {
  await using at = await hub();
  const token = await mailed(at.core);
  const html = await (await at.open(token, 'GET', 'de-AT,de;q=0.9,en;q=0.8')).text();
  expect(html).toContain('<html lang="de" dir="ltr">');
  expect(html).toContain('<h1>Ein neues Passwort setzen</h1>');
  expect(html).toContain('Neues Passwort für ann, mindestens 10 Zeichen');
  expect(html).not.toMatch(/New password|Set password/);
  const refused = await at.post(token, { password: 'kurz' }, 'de');
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('role="alert">Das Passwort braucht mindestens 10 Zeichen.');

  const arabic = await (await at.open(token, 'GET', 'ar-EG')).text();
  expect(arabic).toContain('<html lang="ar" dir="rtl">');
  // A Latin name would reorder the sentence around it.
  expect(arabic).toContain('\u2068ann\u2069');
  expect(arabic).not.toMatch(/New password|Set password/);
  expect(await headOf(await at.open('gone', 'GET', 'ar'))).toEqual(['ar', 'rtl', 'هذا الرابط لم يعد صالحًا']);
  const wished = ['es', 'ar', 'en', 'de', 'ja', 'fr'];
  const heads = await Promise.all(wished.map(async (wish) => headOf(await at.open(token, 'GET', wish))));
  expect(heads.map(([spoken]) => spoken)).toEqual(wished);
  expect(new Set(heads.map(([, , heading]) => heading)).size).toBe(wished.length);
  const not = await at.open(token, 'PUT', 'fr');
  expect([not.status, await headOf(not)]).toEqual([405, ['fr', 'ltr', 'Pas ici']]);
  const done = await at.post(token, { password: fresh }, 'ja');
  expect([done.status, await headOf(done)]).toEqual([200, ['ja', 'ltr', '新しいパスワードを設定しました']]);
});

test.each([
  // A browser's wishes, the site's language, and the language of the page.
  [undefined, 'en', 'en'],
  [undefined, 'de', 'de'],
  ['', 'de', 'de'],
  ['*', 'de', 'de'],
  ['pt-BR, tlh;q=0.9', 'de', 'de'],
  ['pt-BR, tlh;q=0.9', 'pt', 'en'],
  ['pt, en;q=0.1', 'de', 'en'],
  ['en;q=0.5, FR-ca;q=0.7, de ; q=0.6', 'es', 'fr'],
  ['de;q=0, es;q=0.001', 'fr', 'es'],
  ['de;q=0', 'fr', 'fr'],
  ['de;q=many, es;q=-1, ja;q=0.2', 'en', 'ja'],
  ['constructor, __proto__, ;;;q=1, ja', 'en', 'ja'],
])('a browser that asks for %j at a site in %s is answered in %s', async (languages, langid, language) => {
  await using at = await hub();
  at.core.ctx.store.transact(null, (s) => s.meta.set('site', { langid }));
  const [spoken] = await headOf(await at.open('gone', 'GET', languages));
  expect(spoken).toBe(language);
});

test.each([
  ['commas', ','.repeat(100_000)],
  ['languages', 'de,'.repeat(33_000)],
  ['semicolons', `de${';'.repeat(100_000)}`],
  ['one language', 'd'.repeat(100_000)],
  ['qualities', `pt${';q=1'.repeat(25_000)}`],
  ['blanks', `de;${' '.repeat(100_000)}q=1`],
])('[security 6] 100 kB of %s in the wishes of a browser are answered at once', async (_, languages) => {
  await using at = await hub();
  const token = await mailed(at.core);
  await at.open(token, 'GET', 'de');
  const started = performance.now();
  const page = await at.open(token, 'GET', languages);
  expect(performance.now() - started).toBeLessThan(500);
  expect([page.status, (await page.text()).length]).toEqual([200, expect.toSatisfy((n: number) => n < 5000)]);
});
