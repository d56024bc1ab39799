import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import { network } from '../helpers/network.ts';
import * as day from './day.ts';
import { folder, goTo, launchDesk, shown, startHub, untilSynced } from './helpers.ts';
import { technician } from './workshop.ts';

const guideid = 5;

test('a person who restores an offline version of this desk gets that version onto the site, and can edit it further', async () => {
  const hub = await startHub();
  const site = await day.askAs(hub.url, 'maren');
  const net = await network(new URL(hub.url).origin);
  onTestFinished(() => net[Symbol.asyncDispose]());
  const data = folder();
  const BENCHSIDE_TRIAL = `${technician.email}:${technician.password}`;
  const first = await launchDesk({ data, site: net.url, env: { BENCHSIDE_TRIAL } });
  await untilSynced(first.page);
  net.disconnect();
  await rename(first.page, 'Drill Trigger, first try');
  await rename(first.page, 'Drill Trigger, second try');

  await goTo(first.page, `/history/guide/${guideid}`);
  await version(first.page, 1).click();
  await shown(first.page, 'history-waiting');
  await restore(first.page);
  await first.page.getByRole('heading', { name: 'Version history: Drill Trigger, first try' }).waitFor();
  await shown(first.page, 'history-restored');
  expect(first.errors).toEqual([]);
  await first.close();

  net.connect();
  const { page, errors } = await launchDesk({ data, env: { BENCHSIDE_TRIAL } });
  await day.syncNow(page);
  const titleThere = async (): Promise<string> => (await site<Guide>('GET', `/guides/${guideid}`)).title;
  expect(await titleThere()).toBe('Drill Trigger, first try');

  await goTo(page, `/history/guide/${guideid}`);
  await page.getByText('by Tomasz Brand').first().waitFor();
  // That is the current version, so there is nothing to restore.
  await version(page, 2).click();
  await page.getByRole('heading', { name: /Revision \d+$/ }).waitFor();
  await restore(page);
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  await version(page, 1).click();
  await restore(page);
  await page.getByRole('heading', { name: 'Version history: Drill Trigger, second try' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'Version history: Drill Trigger, first try' }).waitFor();
  await day.syncNow(page);
  expect(await titleThere()).toBe('Drill Trigger, first try');
  await shown(page, 'history-undone');
  expect(errors).toEqual([]);
});

async function restore(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await page.getByText(/^The version of .* is restored$/).waitFor();
}

const version = (page: Page, place: number) =>
  page.getByRole('navigation', { name: 'Versions' }).getByRole('button').nth(place);

async function rename(page: Page, title: string): Promise<void> {
  const path = `/guides/${guideid}`;
  const before = await day.call<Guide>(page, 'GET', `${path}?unpatrolled`);
  await day.call(page, 'PATCH', `${path}?revisionid=${before.revisionid}`, { title });
}
