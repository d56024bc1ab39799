import { expect, it } from 'vitest';

import type { Guide } from '../../../shared/model/guide.ts';
import { heading } from '../helpers/browser.ts';
import { builtPage } from '../helpers/built-page.ts';
import { workBench } from '../helpers/work-bench.ts';

const built = builtPage();

it('a private guide offers to sign in only to those who have not signed in', async () => {
  const made = await workBench(built, { who: 'other' });
  const { page, world } = made;
  const route = `/guides/${world.guideid}`;
  const { revisionid } = await world.json<Guide>('owner', `GET ${route}`);
  await world.json('owner', `DELETE ${route}/public?revisionid=${revisionid}`);
  const signIn = page.getByRole('main').getByRole('link', { name: 'Sign in' });
  await made.open(`/guide/${world.guideid}`);
  await heading(page, 'This one is private').waitFor();
  expect(await signIn.count()).toBe(0);
  made.who = null;
  await made.open(`/guide/${world.guideid}`);
  await heading(page, 'This one is private').waitFor();
  await signIn.waitFor();
});
