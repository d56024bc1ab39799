import type { Page } from 'playwright';
import { expect, it, onTestFinished } from 'vitest';

import { isCoreAddress } from '../../app/http/desk-window.ts';
import { listen } from '../../app/http/node.ts';
import { serveRenderer } from '../../app/http/static.ts';
import { hashToken, newToken } from '../../app/identity/hub.ts';
import type { Assignment } from '../../shared/model/assignment.ts';
import { axeFindings } from '../helpers/axe.ts';
import { workWorld } from '../helpers/work.ts';
import type { Someone, WorkWorld } from '../helpers/work.ts';
import { watchedPage } from './helpers/browser.ts';
import { builtPage } from './helpers/built-page.ts';

const built = builtPage();

interface Bench {
  world: WorkWorld;
  page: Page;
  who: Someone;
  open(place: string): Promise<void>;
}

/** The built page in a real browser, on a real core. */
async function bench(): Promise<Bench> {
  const world = await workWorld();
  onTestFinished(() => world[Symbol.asyncDispose]());
  const tokenOf = (who: Someone): string => {
    const token = newToken();
    world.core.ctx.store.transact(null, (s) => s.users.addSession(world.userids[who], hashToken(token)));
    return token;
  };
  const tokens = {
    admin: tokenOf('admin'),
    author: tokenOf('author'),
    owner: tokenOf('owner'),
    other: tokenOf('other'),
  };
  const { page } = await watchedPage(built.browser, { locale: 'en-GB' });
  const files = serveRenderer(built.folder);
  const made: Bench = {
    world,
    page,
    who: 'author',
    open: async (place) => {
      await page.goto('about:blank');
      await page.goto(`${server.origin}/#${place}`);
    },
  };
  const server = await listen(
    async (request) => {
      if (!isCoreAddress(new URL(request.url).pathname)) return files(request);
      const headers = new Headers(request.headers);
      headers.set('Authorization', `api ${tokens[made.who]}`);
      return world.core.fetch(new Request(request, { headers }));
    },
    { host: '127.0.0.1', port: 0 },
  );
  onTestFinished(async () => {
    await page.context().close();
    await server.close();
  });
  return made;
}

it('a lead assigns work, the person starts it with one tap, and the floor shows both', async () => {
  const made = await bench();
  const { page, world } = made;
  await made.open('/floor');
  await page.getByText('Nobody is at work, and no work is assigned.').waitFor();
  await page.getByRole('button', { name: 'Assign work' }).click();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByText('Enter a work order number.').waitFor();
  await page.getByText('Choose a guide from the suggestions.').waitFor();
  await page.getByText('Choose a person or a bench.').waitFor();
  await page.getByLabel('Work order number').fill('WO-7');
  await page.getByRole('combobox', { name: 'Guide' }).fill('Mend');
  await page.getByRole('option', { name: /Mend the pump/ }).click();
  await page.getByRole('combobox', { name: 'Person' }).fill('oth');
  await page.getByRole('option', { name: 'other' }).click();
  await page.getByLabel('Due').fill('2026-01-31');
  await page.getByLabel('Note').fill('Call first');
  expect(await axeFindings(page, 'assign')).toEqual([]);
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByRole('heading', { name: 'Assigned, not started' }).waitFor();
  await page.getByText('Overdue since 31 Jan 2026').waitFor();
  expect(await axeFindings(page, 'floor')).toEqual([]);

  made.who = 'owner';
  await made.open('/floor');
  await page.getByText('The floor is for authors and admins.').waitFor();
  await made.open('/');
  await page.getByRole('heading', { name: 'Categories' }).waitFor();
  expect(await page.getByRole('heading', { name: /^Assigned to you/ }).count()).toBe(0);

  made.who = 'other';
  await made.open('/');
  await page.getByRole('heading', { name: 'Assigned to you · 1' }).waitFor();
  await page.getByText('Call first').waitFor();
  await page.getByRole('button', { name: 'Start work: WO-7' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  const { results } = await world.json<{ results: Assignment[] }>('author', 'GET /benchside/assignments');
  expect(results).toMatchObject([{ workorderid: 'WO-7', entryid: expect.any(Number) }]);

  made.who = 'author';
  await made.open('/floor');
  await page.getByRole('heading', { name: 'At work' }).waitFor();
  await page.getByText('Overdue since 31 Jan 2026').waitFor();
  expect(await page.getByRole('heading', { name: 'Assigned, not started' }).count()).toBe(0);
});

it('an assignment is changed on the floor, and removed after a question', async () => {
  const made = await bench();
  const { page, world } = made;
  const json = { guideid: world.guideid, workorderid: 'WO-8', bench: 'Bench 3' };
  await world.json('author', 'POST /benchside/assignments', json);
  await made.open('/floor');
  await page.getByText('Bench 3').waitFor();
  await page.getByRole('button', { name: 'Change the assignment of WO-8' }).click();
  await page.getByLabel('Due').fill('2026-01-31');
  expect(await axeFindings(page, 'change')).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Overdue since 31 Jan 2026').waitFor();
  const remove = page.getByRole('button', { name: 'Remove the assignment of WO-8' });
  await remove.click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByText('Bench 3').waitFor();
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Nobody is at work, and no work is assigned.').waitFor();
});
