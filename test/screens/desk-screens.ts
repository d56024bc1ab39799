import type { Page } from 'playwright';
import { test } from 'vitest';

import { call, folder, goTo, holdBack, launchDesk, untilSynced } from '../e2e/helpers.ts';
import { shoot } from './camera.ts';
import type { Pose } from './camera.ts';
import { guideOf, patchGuide, patient, rewrite, runOf, syncNow, workLogs } from './desk.ts';
import { askHubAs } from '../helpers/ask-hub.ts';
import type { Ask } from '../helpers/ask-hub.ts';
import { formGuide, people, startFullHub } from './workshop.ts';

test('the screens of a desk', async () => {
  const hub = await startFullHub('maren');
  const texts = /^\/api\/2\.0\/benchside\/changes/;
  const pictures = /^\/igi\//;
  const gate = await holdBack(hub, [texts, pictures]);
  const { email, password } = people.maren;
  const trial = { BENCHSIDE_TRIAL: `${email}:${password}` };
  const { page } = await launchDesk({ data: folder(), site: gate.url, env: trial });
  page.setDefaultTimeout(patient.timeout);
  const atHub = await askHubAs(hub.url, people.tomasz);

  await heading(page, 'Downloading guides to this desk').waitFor();
  await page.getByRole('progressbar', { name: 'Guides' }).waitFor();
  await shoot(page, 'first-sync', { unfinished: true });
  gate.open(texts);
  await page.getByText(/^Downloading pictures/).waitFor();
  await shoot(page, 'first-pictures', { unfinished: true });
  gate.open(pictures);
  await untilSynced(page);

  await prepareReading(page);
  const [form, other] = [await runOf(page, 'WO-1402'), await runOf(page, 'WO-1398')];
  await page.reload();
  await reading(page);
  await work(page, form);
  await changedGuide(page, other, await askHubAs(hub.url, people.ines));
  await authoring(page);
  await syncNow(page);
  await syncCentre(page);
  await conflicts(page, atHub);
  await hub.stop();
  await unsent(page);
  await languages(page, form);
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first();

async function look(page: Page, name: string, place: string, ready: string | RegExp, pose?: Pose) {
  await goTo(page, place);
  await heading(page, ready).waitFor();
  await shoot(page, name, pose);
}

async function prepareReading(page: Page): Promise<void> {
  await call(page, 'PUT', '/benchside/reading/7', { stepid: 703, finished: false });
  await call(page, 'PUT', '/benchside/reading/19', { stepid: 1905, finished: false });
}

async function reading(page: Page): Promise<void> {
  await look(page, 'home', '/', 'Categories');
  await look(page, 'category', '/category/Espresso%20machine', 'Espresso machine');
  await look(page, 'guide', '/guide/5', 'Cordless Drill Trigger Switch Replacement');
  await look(page, 'step', '/guide/5/step/501', 'Know what is where');
  await page.keyboard.press('F1');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await shoot(page, 'keyboard-map');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Enlarge the picture' }).first().click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('+');
  await shoot(page, 'zoom');
  await page.keyboard.press('Escape');
  await goTo(page, '/guide/1/step/103');
  await page.locator('[data-step-words] summary').click();
  await page.getByText('Would 4.7 kΩ do?').waitFor();
  await shoot(page, 'comments', { top: 'details' });
  await goTo(page, '/search?q=pump');
  await page.locator('main [data-row]').first().waitFor();
  await shoot(page, 'search');
}

async function work(page: Page, form: number): Promise<void> {
  await goTo(page, '/guide/12/work');
  await page.getByLabel('Work order number').fill('WO-1407');
  await shoot(page, 'start-work');
  await page.getByLabel('Work order number').fill('');
  await goTo(page, `/run/${form}/step/${formGuide.stepid}`);
  await page.getByLabel('Inventory number').fill('KT-0418');
  await page.getByText('I', { exact: true }).first().click();
  await page.getByLabel('Protective earth').fill('0.08');
  await page.getByText('Saved').first().waitFor();
  await page.getByLabel('Protective earth').blur();
  await shoot(page, 'run', { top: '[data-step-form]' });
  await look(page, 'finish', `/run/${form}/finish`, 'Finish the job?');
  await goTo(page, '/work-logs');
  await page.locator('main [data-row]').first().waitFor();
  await shoot(page, 'work-logs');
  await trend(page, 'guide', 'work-logs-guide');
  await trend(page, 'person', 'work-logs-person');
  await look(page, 'work-log', `/work-logs/${await runOf(page, 'WO-1391')}`, 'Times');
}

/** Statistics of the guide with the most runs. */
async function trend(page: Page, by: 'guide' | 'person', name: string): Promise<void> {
  const entries = await workLogs(page);
  const of = Map.groupBy(entries, ({ guideid, userid }) => (by === 'guide' ? guideid : userid));
  const [[most = 0] = []] = [...of].sort(([, a], [, b]) => b.length - a.length);
  await goTo(page, `/work-logs?${by}=${most}`);
  await page.locator('.recharts-surface').waitFor();
  await shoot(page, name);
}

/** While a run is open, its author corrects the guide. */
async function changedGuide(page: Page, entryid: number, author: Ask): Promise<void> {
  await goTo(page, `/run/${entryid}/step/904`);
  await heading(page, 'Pressure pipe off').waitFor();
  await rewrite(author, 9, 904, { 0: 'Union nut, 14 mm. Hold the brass body with a 17 mm spanner.' });
  const sprays = 'Wear glasses: a joint that gives way sprays at 15 bar.';
  await rewrite(author, 9, 908, { 3: sprays }, 'icon_caution');
  await syncNow(page);
  const banner = page.getByRole('alert').filter({ hasText: 'The guide changed while you were working' });
  await banner.getByRole('button').first().click();
  await page.getByRole('dialog', { name: 'The guide has changed' }).waitFor();
  await shoot(page, 'run-changes');
  await page.keyboard.press('Escape');
}

async function authoring(page: Page): Promise<void> {
  const here = <T>(method: string, path: string, body?: object): Promise<T> =>
    call<T>(page, method, path, body);
  await patchGuide(here, 21, (await guideOf(here, 21)).revisionid, {
    summary: 'The pump hums and lifts nothing: free the impeller and clean the strainer.',
  });
  await rewrite(here, 21, 2102, {
    1: 'Six Torx T25, 5 × 25 mm, stainless; loosen them crosswise. Rusted? Warm them, do not drill.',
  });
  const glove = 'Wear gloves: what sits behind the impeller is sharp.';
  await rewrite(here, 21, 2104, { 3: glove }, 'icon_caution');
  await syncNow(page);
  await look(page, 'edit-guide', '/edit/guide/5', 'Difficulty');
  await look(page, 'edit-step', '/edit/guide/5?step=502', /^Step \d of/);
  await page.getByRole('button', { name: 'Mark picture 1' }).click();
  const box = await page.locator('dialog svg image').boundingBox();
  if (!box) throw new Error('the picture to mark is not on screen');
  const drag = async ([fromX, fromY]: [number, number], [toX, toY]: [number, number]): Promise<void> => {
    await page.mouse.move(box.x + fromX * box.width, box.y + fromY * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + toX * box.width, box.y + toY * box.height, { steps: 4 });
    await page.mouse.up();
  };
  await drag([0.576, 0.15], [0.64, 0.15]);
  await page.getByRole('button', { name: 'Arrow', exact: true }).click();
  await drag([0.78, 0.76], [0.585, 0.57]);
  await shoot(page, 'edit-markers');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await look(page, 'edit-form', `/edit/guide/2/form/${formGuide.stepid}`, 'Preview');
  await look(page, 'edit-wiki', '/edit/wiki/CATEGORY/Cordless%20drill', 'Picture');
  await goTo(page, '/history/guide/21');
  const compared = page.getByLabel('Compared with');
  await compared.waitFor();
  await compared.selectOption({ index: (await compared.locator('option').count()) - 1 });
  await page.getByText(glove).waitFor();
  await shoot(page, 'history');
}

async function syncCentre(page: Page): Promise<void> {
  await look(page, 'sync', '/sync', 'On this desk');
  await goTo(page, '/sync/storage');
  await page.getByText('By category').first().waitFor();
  await shoot(page, 'sync-storage');
  await goTo(page, '/sync/ready');
  await page
    .getByText(/guides are available offline/)
    .first()
    .waitFor();
  await shoot(page, 'sync-ready');
  await look(page, 'settings', '/settings', 'Settings');
}

/** Two people correct the details of one guide, and the same step of another. */
async function conflicts(page: Page, atHub: Ask): Promise<void> {
  const here = <T>(method: string, path: string, body?: object): Promise<T> =>
    call<T>(page, method, path, body);
  const mine = await guideOf(here, 14);
  await patchGuide(atHub, 14, (await guideOf(atHub, 14)).revisionid, {
    title: 'Bicycle Chain Replacement and Wear Check',
    difficulty: 'Easy',
  });
  await patchGuide(here, 14, mine.revisionid, {
    title: 'Bicycle Chain Replacement with a Quick Link',
    difficulty: 'Moderate',
  });
  await rewrite(atHub, 12, 1206, {
    0: 'Wipe both sides with isopropyl alcohol on a clean cloth, twice, until the cloth stays white.',
  });
  await rewrite(here, 12, 1206, {
    0: 'Wipe both sides with brake cleaner on a clean cloth until the cloth stays white.',
    1: 'Thickness below 1.5 mm, or a ridge you can feel with a nail: new rotor, six M5 screws, Torx T25, 6 Nm.',
  });
  await goTo(page, '/conflicts');
  await page.locator('main [data-row]').nth(1).waitFor();
  await shoot(page, 'conflicts');
  await goTo(page, '/conflicts/guide/14');
  await page.getByRole('radio').first().waitFor();
  await shoot(page, 'conflict-fields');
  await goTo(page, '/conflicts/guide/12');
  await page.getByRole('radio').first().waitFor();
  await shoot(page, 'conflict-lines', { top: 'main section' });
}

/** Makes edits that wait, because the site is unreachable. */
async function unsent(page: Page): Promise<void> {
  const here = <T>(method: string, path: string, body?: object): Promise<T> =>
    call<T>(page, method, path, body);
  await here('POST', '/comments/step/2102', { text: 'Two of mine had a seventh screw under the label.' });
  await rewrite(here, 16, 1602, { 0: 'Lift the plug straight up at both ends, by turns.' });
  await goTo(page, '/sync/changes');
  await page.getByRole('radio', { name: 'All', exact: true }).click({ force: true });
  await page.locator('main a[href^="#/sync/changes/"]').first().waitFor();
  await page
    .getByText(/^Offline/)
    .first()
    .waitFor();
  await shoot(page, 'sync-changes');
  const link = page.locator('main a[href^="#/sync/changes/"]').first();
  await link.click();
  await heading(page, 'History').waitFor();
  await shoot(page, 'sync-change');
}

async function languages(page: Page, entryid: number): Promise<void> {
  for (const language of ['de', 'ar', 'en'] as const) {
    await goTo(page, '/');
    await call(page, 'PATCH', '/benchside/settings', { language });
    await page.reload();
    await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' });
    if (language === 'en') break;
    await page.locator('main a[href^="#/category/"]').first().waitFor();
    await shoot(page, `home-${language}`, { once: true });
    await goTo(page, `/run/${entryid}/step/${formGuide.stepid}`);
    await page.locator('[data-step-form]').waitFor();
    await shoot(page, `run-${language}`, { once: true });
  }
  await call(page, 'DELETE', '/user/token');
  await page.reload();
  await look(page, 'sign-in', '/sign-in', 'Sign in');
}
