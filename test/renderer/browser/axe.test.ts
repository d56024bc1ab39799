import { expect, it } from 'vitest';

import { axeFindingsInBothSchemes } from '../../helpers/axe.ts';
import { builtPage } from '../helpers/built-page.ts';
import { watchedPage } from '../helpers/browser.ts';

const built = builtPage();

it('the check of every screen finds a button without a name once, and a text that is pale only in the dark', async () => {
  const { context, page } = await watchedPage(built.browser);
  await page.setContent(`<!doctype html>
    <html lang="en">
      <title>Found</title>
      <style>
        body { background: #fff; color: #000; }
        @media (prefers-color-scheme: dark) { body { background: #000; } p { color: #222; } }
      </style>
      <main><h1 style="color: #777; background: #999">Pale always</h1><p>Pale</p><button></button></main>`);
  const found = await axeFindingsInBothSchemes(page, 'page');
  expect(found.map((line) => line.replace(/ <.*/, ''))).toEqual([
    'page dark serious: color-contrast',
    'page dark serious: color-contrast',
    'page light critical: button-name',
    'page light serious: color-contrast',
  ]);
  await context.close();
});
