import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';

import type { KioskSettings } from '../../shared/model/kiosk.ts';
import type { SyncStatus } from '../../shared/sync-status.ts';
import { network } from '../helpers/network.ts';
import type { Network } from '../helpers/network.ts';
import * as day from './day.ts';
import { checkDevices, checkGuide, checkReading, checkRuns, untilNothingIsLeft } from './day-checks.ts';
import { drill, fromInes, fromMaren, grinder, remarks, titles } from './day.ts';
import type { Who } from './day.ts';
import type { Ask } from '../helpers/ask-hub.ts';
import { folder, goTo, launchDesk, startHub, untilSynced } from './helpers.ts';
import type { Desk } from './helpers.ts';

const { call, people } = day;
const drillForm = [
  { label: 'Serial number', field_type: 'Text Input', required: true },
  { label: 'Class', field_type: 'Radios', options: ['I', 'II', 'III'], required: true },
  { label: 'Picture of the label', field_type: 'Image' },
  { label: 'Remarks', field_type: 'Text Area' },
];
const grinderForm = [
  { label: 'Setting before', field_type: 'Numeric Input', required: true, options: { min: 0, max: 40 } },
  { label: 'Picture of the burrs', field_type: 'Image', required: true },
];
const kioskSettings: KioskSettings = {
  on: true,
  idleSeconds: 3600,
  badgeAlone: true,
  allowed: 'work-and-reading',
};

interface Place {
  net: Network;
  desk: Desk;
  data: string;
  /** Restarts the program on the same data, without anyone's password. */
  restart(): Promise<Desk>;
}

test(
  'a day of two desks and a kiosk without a network, and with a power cut, is on the hub in the evening',
  { timeout: 600_000 },
  async () => {
    const began = Date.now() / 1000;
    const hub = await startHub();
    const [lead, nobody] = await Promise.all([day.askAs(hub.url, 'maren'), day.askAs(hub.url)]);
    await prepare(lead);

    const places = await Promise.all([
      place(hub.url, { trial: 'maren' }),
      place(hub.url, { trial: 'ines' }),
      place(hub.url, { parameters: ['--use-fake-device-for-media-stream'] }),
    ]);
    const [one, two, bench] = places;
    await makeKiosk(bench.desk.page);
    for (const { net } of places) net.disconnect();
    const asked = places.map(({ net }) => net.requests.length);

    const [label, burrs, seen] = await Promise.all([atDeskOne(one), atDeskTwo(two), atKiosk(bench)]);
    expect(places.map(({ net }) => net.requests.length)).toEqual(asked);
    const reconnected = Math.floor(Date.now() / 1000);

    one.net.connect();
    await day.syncNow(one.desk.page);
    two.net.connect();
    // The line that she corrected after the title waits for the decision about the title.
    await day.syncNow(two.desk.page, { parked: 1, behind: 1 });
    await decide(two.desk.page);
    bench.net.connect();
    await sendFromKiosk(bench.desk.page);
    for (const { desk } of places) await day.syncNow(desk.page);
    await goTo(one.desk.page, '/');
    await day.show(one.desk.page, 'evening');

    for (const { data, desk } of places) {
      await untilNothingIsLeft(desk.page, data);
      expect(desk.errors).toEqual([]);
    }
    const pages = places.map(({ desk }) => desk.page);
    await checkGuide(nobody, pages);
    await checkRuns(lead, { began, reconnected }, new Map([...label, ...burrs, ...seen]));
    await checkReading(hub.url, lead, began);
    await checkDevices(lead, places.length);
  },
);

/** The lead's morning at the hub: accounts for two people, forms for two guides. */
async function prepare(lead: Ask): Promise<void> {
  for (const who of ['noor', 'jonas'] as const) {
    const { name, password } = people[who];
    await lead('POST', '/users', { email: day.emailOf(who), username: name, password });
  }
  await lead('POST', `/step_forms/${drill.stepid}`, { fields: drillForm });
  await lead('POST', `/step_forms/${grinder.stepid}`, { fields: grinderForm });
}

async function place(
  hub: string,
  { trial, parameters = [] }: { trial?: Who; parameters?: string[] },
): Promise<Place> {
  const net = await network(new URL(hub).origin);
  onTestFinished(() => net[Symbol.asyncDispose]());
  const data = folder();
  const env: Record<string, string> = trial
    ? { BENCHSIDE_TRIAL: `${day.emailOf(trial)}:${people[trial].password}` }
    : {};
  const desk = await launchDesk({ data, site: net.url, env, parameters });
  desk.page.setDefaultTimeout(day.patience.timeout);
  await untilSynced(desk.page);
  const restart = async (): Promise<Desk> => {
    const again = await launchDesk({ data, parameters });
    again.page.setDefaultTimeout(day.patience.timeout);
    return again;
  };
  return { net, desk, data, restart };
}

/** Signs everyone in once who will share the desk. */
async function makeKiosk(page: Page): Promise<void> {
  for (const who of ['tomasz', 'noor', 'jonas', 'maren'] as const) {
    const { password, pin, badge } = people[who];
    await call(page, 'POST', '/user/token', { email: day.emailOf(who), password });
    await call(page, 'PUT', '/benchside/kiosk/me', { password, pin, badge });
  }
  await untilSynced(page);
  await call(page, 'PUT', '/benchside/kiosk', kioskSettings);
  await page.reload();
  await day.cover(page).waitFor();
  await day.show(page, 'morning-kiosk');
}

type Photos = [name: string, sha256: string][];

/** Maren reads, works, writes a comment, and corrects a guide. */
async function atDeskOne({ desk: { page } }: Place): Promise<Photos> {
  await goTo(page, `/guide/${drill.guideid}`);
  await page.getByRole('button', { name: 'Add to favorites' }).click();
  await page.getByRole('button', { name: 'Favorite', exact: true }).waitFor();
  await page
    .getByRole('textbox', { name: 'Write a comment' })
    .fill('The terminal block of the newer drills is glued.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('The terminal block of the newer drills is glued.').and(page.locator('p')).waitFor();
  await day.readToTheEnd(page);

  const entryid = await day.startRun(page, drill.guideid, 'WO-101');
  await page.getByRole('button', { name: 'All steps' }).click();
  await page.getByRole('dialog').getByRole('link', { name: drill.step }).click();
  await page.getByLabel('Serial number').click();
  await page.keyboard.type('SN-101');
  await page.getByText('II', { exact: true }).click();
  const file = await day.photoFile(640);
  await page.getByLabel('Choose a file: Picture of the label').setInputFiles(file);
  await page.getByRole('img', { name: 'Picture for Picture of the label' }).waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused. Timers stopped.').waitFor();
  await day.show(page, 'desk-one-paused');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByLabel('Remarks').fill('The lead tried it herself.');
  await day.finishRun(page, entryid);

  await day.correct(page, { title: titles.maren, step: 2, line: fromMaren });
  await day.show(page, 'desk-one-corrected');
  return [['WO-101', day.hashOf(file.buffer)]];
}

/** Ines reads, works, replies, and corrects the same guide. */
async function atDeskTwo({ desk: { page } }: Place): Promise<Photos> {
  const entryid = await day.startRun(page, grinder.guideid, 'WO-201');
  await goTo(page, `/run/${entryid}/step/${grinder.stepid}`);
  await page.getByLabel('Setting before').fill('14');
  const file = await day.photoFile(720);
  await page.getByLabel('Choose a file: Picture of the burrs').setInputFiles(file);
  await page.getByRole('img', { name: 'Picture for Picture of the burrs' }).waitFor();
  await day.show(page, 'desk-two-run');
  await day.finishRun(page, entryid);

  await goTo(page, `/guide/${grinder.guideid}`);
  await page.getByRole('button', { name: 'Add to favorites' }).click();
  await page.getByRole('button', { name: 'Favorite', exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Ours has two springs.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Ours has two springs.').and(page.locator('p')).waitFor();
  await day.readToTheEnd(page);
  await day.correct(page, { title: titles.ines, step: 3, line: fromInes });
  return [['WO-201', day.hashOf(file.buffer)]];
}

/** Three people hand one drill on, with a power cut in between. */
async function atKiosk(bench: Place): Promise<Photos> {
  const { page } = bench.desk;
  await day.enterByBadge(page, 'tomasz');
  await day.scan(page, 'WO-301');
  await page.getByRole('heading', { name: 'Work order WO-301: which guide?' }).waitFor();
  await day.scan(page, `benchside://guide/${drill.guideid}`);
  await page.waitForFunction(() => location.hash.startsWith('#/run/'));
  const { entryid } = await day.newestRun(page);
  await goTo(page, `/run/${entryid}/step/${drill.stepid}`);
  await page.getByLabel('Serial number').fill('SN-301');
  await page.getByText('III', { exact: true }).click();
  await page.getByRole('button', { name: 'Camera' }).click();
  await page.getByRole('button', { name: 'Take the picture' }).click();
  await page.getByRole('button', { name: 'Use it' }).click();
  await page.getByRole('img', { name: 'Picture for Picture of the label' }).waitFor();
  await day.show(page, 'kiosk-tomasz');
  const [picture] = day.picturesOf(await day.newestRun(page));
  const photo = await day.hashInPage(page, picture?.original ?? '');
  await page.getByRole('button', { name: 'Hand over' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click();
  await page.getByRole('heading', { name: 'This job was handed over' }).waitFor();
  await day.swap(page);

  await day.enterByPin(page, 'noor');
  await page.getByRole('button', { name: 'Take over' }).click();
  const field = page.getByLabel('Remarks');
  await field.waitFor();
  await field.focus();
  const [first = '', rest = ''] = [remarks.slice(0, 30), remarks.slice(30)];
  await page.keyboard.type(first);
  await expect.poll(() => storedRemarks(page), day.patience).toBe(first);
  const typing = Promise.allSettled([page.keyboard.type(rest, { delay: 40 })]);
  await expect
    .poll(async () => (await field.inputValue()).length, day.patience)
    .toBeGreaterThan(first.length + 5);
  await day.cutPower(bench.desk);
  const [typed] = await typing;
  expect(typed.status).toBe('rejected');

  bench.desk = await bench.restart();
  const again = bench.desk.page;
  await day.cover(again).waitFor();
  await day.show(again, 'kiosk-after-power-cut');
  await day.scan(again, people.noor.badge);
  await day.cover(again).waitFor({ state: 'detached' });
  const question = again.getByRole('dialog', { name: /^You were away/ });
  await question.getByRole('button', { name: 'Yes, count it' }).click();
  await question.waitFor({ state: 'detached' });
  // She is back where she was.
  const kept = again.getByLabel('Remarks');
  await expect.poll(() => kept.inputValue(), day.patience).toMatch(new RegExp(`^${first}`));
  const value = await kept.inputValue();
  expect(remarks.startsWith(value)).toBe(true);
  await kept.focus();
  await again.keyboard.press('ControlOrMeta+End');
  await again.keyboard.type(remarks.slice(value.length));
  await day.swap(again);

  await day.enterByBadge(again, 'jonas');
  await day.show(again, 'kiosk-jonas');
  await again.getByRole('button', { name: 'Take over' }).click();
  await expect.poll(() => again.getByLabel('Remarks').inputValue()).toBe(remarks);
  await day.finishRun(again, entryid);
  const own = await day.startRun(again, 4, 'WO-302');
  await goTo(again, `/run/${own}`);
  await again.getByRole('button', { name: 'More' }).click();
  await again.getByRole('button', { name: /^Abandon the job/ }).click();
  await again.getByRole('radio', { name: 'No longer needed' }).check();
  await again.getByRole('button', { name: 'Abandon the job', exact: true }).click();
  await again.getByRole('heading', { name: 'Job abandoned' }).waitFor();
  await day.swap(again);
  return [['WO-301', photo]];
}

const storedRemarks = async (page: Page): Promise<string | undefined> =>
  day.valuesOf(await day.newestRun(page))['Remarks'];

/** Ines decides on screen: her title. */
async function decide(page: Page): Promise<void> {
  await goTo(page, '/');
  await page.getByRole('link', { name: 'Resolve now' }).click();
  await page.getByText('Still to choose: Title').waitFor();
  await day.show(page, 'desk-two-conflict');
  await page.getByRole('radio', { name: /Changed here/ }).click();
  await page.getByRole('heading', { name: titles.ines, level: 3 }).waitFor();
  await page.getByRole('button', { name: 'Save this version' }).click();
  await page.getByText('Resolved. It is sent with the next sync.').waitFor();
  await day.syncNow(page);
  await page.getByText('Resolved, and on the hub.').waitFor();
  await day.show(page, 'desk-two-decided');
}

/** Without a key store a restart forgets the sign-ins at the site: the desk says so, and each person signs in once. */
async function sendFromKiosk(page: Page): Promise<void> {
  const cover = day.cover(page);
  await call(page, 'POST', '/benchside/sync', {});
  const read = async (): Promise<number | null> => {
    const { phase, problem, unsignedEdits = 0 } = await call<SyncStatus>(page, 'GET', '/benchside/sync');
    return phase === 'idle' && problem === null ? unsignedEdits : null;
  };
  await expect.poll(read, day.patience).not.toBeNull();
  if (await read()) {
    await cover.getByText(/needs? a sign-in/).waitFor();
    await day.show(page, 'kiosk-before-sync');
    for (const who of ['tomasz', 'noor', 'jonas'] as const) {
      await day.enterByPassword(page, who);
      await day.swap(page);
    }
  }
  await day.syncNow(page);
  await cover.getByText('Up to date').waitFor();
  await day.show(page, 'kiosk-evening');
}
