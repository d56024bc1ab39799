import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { backUpHub } from '../../../app/backup/hub-backup.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { temporaryFolder, testCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';
import { serve } from '../../helpers/process.ts';
import { heading, watchedPage } from '../helpers/browser.ts';
import { builtPage } from '../helpers/built-page.ts';

const built = builtPage();
const password = 'long enough to keep';

/** Makes a backup of a hub with a guide and a film. */
async function backup(folder: string): Promise<{ file: string; guideid: number }> {
  const data = join(folder, 'former');
  await using hub = testCore({ dataDir: data });
  hub.ctx.store.transact(null, (s) =>
    s.meta.set('site', { ...s.meta.site, name: 'North Workshop', private: true }),
  );
  const { token } = await addPerson(hub, 'Ada', { role: 'admin', password });
  const { guideid } = await addGuide(hub, token, { title: 'Bleed the brake line' });
  mkdirSync(join(data, 'media'), { recursive: true });
  writeFileSync(join(data, 'media', 'film.mp4'), Buffer.alloc(20 * 1_048_576, 'film'));
  const file = join(folder, 'hub.backup');
  backUpHub(data, file);
  return { file, guideid };
}

it('a new hub is restored from a backup on its set-up page, starts again by itself, and people of the backup sign in', async () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const { file, guideid } = await backup(folder.path);
  const wrong = join(folder.path, 'wrong.backup');
  writeFileSync(wrong, 'no backup at all\n'.repeat(500));
  const hub = await serve(['hub', '--data', join(folder.path, 'new'), '--port', '0', '--no-announce']);
  onTestFinished(() => hub[Symbol.asyncDispose]());
  const { page, context, complaints } = await watchedPage(built.browser, { locale: 'en-GB' });
  onTestFinished(() => context.close());

  const origin = new URL(hub.url).origin;
  await page.goto(`${origin}/`);
  const chooser = page.getByLabel('Choose a backup').last();
  await chooser.setInputFiles(file);
  await page.getByText('Required.').waitFor();
  expect(await page.getByText('Required.').count(), 'only the code is missing').toBe(1);
  expect(await axeFindings(page, 'restore')).toEqual([]);
  await page.getByLabel('Set-up code').fill('wrong');
  await chooser.setInputFiles(file);
  await page.getByText('This is not the set-up code').waitFor();

  await expect.poll(() => hub.text.stderr).toMatch(/code=/);
  const [, code = ''] = /code=(\w+)/.exec(hub.text.stderr) ?? [];
  await page.goto(`${origin}/#/set-up?code=${code}`);
  await page.reload();
  await chooser.setInputFiles(wrong);
  await page.getByText('wrong.backup is not a backup of a hub').waitFor();
  await page.getByLabel('Your name').waitFor();

  await chooser.setInputFiles(file);
  await heading(page, 'Sign in').waitFor({ timeout: 60_000 });
  expect(page.url()).not.toContain(code);
  await page.goto(`${origin}/#/sign-in`);
  await page.getByLabel('Email address').fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Email address').waitFor({ state: 'detached' });
  await page.goto(`${origin}/#/guide/${guideid}`);
  await heading(page, 'Bleed the brake line').first().waitFor();
  expect(complaints).toEqual([]);
});
