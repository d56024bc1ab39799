import type { ElectronApplication, Page } from 'playwright';
import { expect, test } from 'vitest';

import type { KioskSettings } from '../../shared/model/kiosk.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { call, folder, goTo, launchDesk, screenshots, startHub, untilSynced } from './helpers.ts';
import type { Desk } from './helpers.ts';
import { axeFindings, axeFindingsInBothSchemes } from '../helpers/axe.ts';
import { scan } from '../renderer/helpers/scan.ts';

const patient = { timeout: 400_000 };
const guideid = 5;
const stepid = 501;
const people = {
  tomasz: { name: 'Tomasz Brand', password: 'bench-sample-tech1', pin: '2580', badge: '04A2-19F3-77' },
  ines: { name: 'Ines Duval', password: 'bench-sample-tech2', pin: '7391', badge: '04B7-55C0-12' },
  maren: { name: 'Maren Holt', password: 'bench-sample-admin', pin: '640213', badge: '04C1-0001-99' },
} as const;
type Who = keyof typeof people;
const settings: KioskSettings = {
  on: true,
  idleSeconds: 3600,
  badgeAlone: true,
  allowed: 'work-and-reading',
};

interface Kiosk extends Desk {
  data: string;
  /** The lead's token, for settings made from elsewhere. */
  token: string;
}

/** Opens a kiosk at which three people have signed in once and set PIN and badge; the site is unreachable since. */
async function kiosk(): Promise<Kiosk> {
  const hub = await startHub();
  const data = folder();
  const desk = await launchDesk({ data, site: hub.url });
  const { page } = desk;
  await untilSynced(page);
  let token = '';
  for (const [who, { password, pin, badge }] of Object.entries(people)) {
    const user = await call<{ authToken: string }>(page, 'POST', '/user/token', {
      email: `${who}@example.org`,
      password,
    });
    token = user.authToken;
    await call(page, 'PUT', '/benchside/kiosk/me', { password, pin, badge });
  }
  const fields = [
    { label: 'Serial number', field_type: 'Text Input', required: true },
    { label: 'Remarks', field_type: 'Text Area' },
  ];
  await call(page, 'POST', `/step_forms/${stepid}`, { fields });
  await hub.stop();
  await call(page, 'PUT', '/benchside/kiosk', settings);
  await page.reload();
  await cover(page).waitFor();
  return { ...desk, data, token };
}

const cover = (page: Page) => page.getByRole('dialog', { name: 'Sign in at this desk' });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const homeOf = (page: Page, who: Who) => heading(page, `${people[who].name}, what are you working on?`);

/** Touches the screen with a finger. */
async function touch(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name });
  // Waits until it stands still, in sight and with nothing before it.
  await button.click({ trial: true });
  const box = await button.boundingBox();
  if (!box) throw new Error(`${String(name)} is not on screen`);
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(48);
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  // A window that is slow to answer the first would make this a long press, which clicks nothing.
  await Promise.all([
    session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints }),
    session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ]);
  await session.detach();
}

async function touchPin(page: Page, who: Who): Promise<void> {
  for (const digit of people[who].pin) await touch(page, digit);
  await touch(page, 'OK');
}

const newest = async (page: Page): Promise<WorkLogEntry> => {
  const { results } = await call<{ results: WorkLogEntry[] }>(page, 'GET', '/work_log?order=DESC&limit=1');
  return call(page, 'GET', `/work_log/${results[0]?.entryid ?? 0}`);
};

const serial = (page: Page) => page.getByLabel('Serial number');

test(
  'three people share a bench: in by touch and badge, work handed over, hidden when idle, nothing lost',
  patient,
  async () => {
    const { app, page, errors, token } = await kiosk();
    await page.getByText('Not locked').waitFor();
    await screenshots(page, 'kiosk-cover');
    await touch(page, /^Tomasz Brand/);
    await heading(page, 'PIN of Tomasz Brand').waitFor();
    await screenshots(page, 'kiosk-pin');
    for (let n = 0; n < 4; n += 1) await touch(page, '1');
    await touch(page, 'OK');
    await page.getByText('This PIN is not right.').waitFor();
    await touchPin(page, 'tomasz');
    await homeOf(page, 'tomasz').waitFor();
    await screenshots(page, 'kiosk-home-empty');

    await scan(page, 'WO-77');
    await heading(page, 'Work order WO-77: which guide?').waitFor();
    await screenshots(page, 'kiosk-which');
    await scan(page, `benchside://guide/${guideid}`);
    // The start screen shows the order too: the run is open once its own timer shows.
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    const { entryid } = await newest(page);
    await goTo(page, `/run/${entryid}/step/${stepid}`);
    await serial(page).waitFor();
    await serial(page).focus();
    await page.keyboard.type('SN-42 in the mid');
    await screenshots(page, 'kiosk-run');
    await serial(page).focus();

    const began = performance.now();
    await touch(page, /^Swap/);
    await cover(page).waitFor();
    await page.getByText('Tomasz Brand was here. Everything is kept.').waitFor();
    await cover(page)
      .getByText(/^WO-77 paused at \d+:\d\d$/)
      .waitFor();
    await screenshots(page, 'kiosk-cover-paused');
    expect(await serial(page).isVisible()).toBe(false);
    await scan(page, people.ines.badge);
    await homeOf(page, 'ines').waitFor();
    console.log(`swap by badge: ${Math.round(performance.now() - began)} ms`);
    await page.getByRole('link', { name: /WO-77/ }).getByText('By Tomasz Brand').waitFor();
    await screenshots(page, 'kiosk-home-team');
    await touch(page, 'Take over');
    await expect.poll(() => serial(page).inputValue()).toBe('SN-42 in the mid');
    await serial(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.type('dle');
    await expect
      .poll(async () => (await newest(page)).work_data)
      .toMatchObject([{ value: 'SN-42 in the middle' }]);
    expect((await newest(page)).benchside.people.map(({ username }) => username)).toEqual([
      people.tomasz.name,
      people.ines.name,
    ]);

    await badgesInFields(page);
    await noticeCoversNothing(app, page);

    await page.getByRole('button', { name: /^Swap/ }).click();
    await page.getByRole('button', { name: /^Tomasz Brand/ }).click();
    await page.keyboard.type(people.tomasz.pin, { delay: 80 });
    await page.keyboard.press('Enter');
    await homeOf(page, 'tomasz').waitFor();
    await page.getByText('By Tomasz Brand, Ines Duval').waitFor();

    await call(page, 'PUT', '/benchside/kiosk', { ...settings, idleSeconds: 5 }, token);
    await page.getByRole('button', { name: /^Swap/ }).click();
    await scan(page, people.ines.badge);
    await homeOf(page, 'ines').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await serial(page).waitFor();
    await serial(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.type(', idl');
    const place = page.url();
    await cover(page).waitFor();
    await call(page, 'PUT', '/benchside/kiosk', settings, token);
    await scan(page, people.ines.badge);
    await cover(page).waitFor({ state: 'detached' });
    const question = page.getByRole('dialog', { name: /^You were away/ });
    await question.waitFor();
    await page.keyboard.press('Escape');
    const before = (await newest(page)).benchside.pause_duration;
    expect((await newest(page)).status).toBe('paused');
    expect(await axeFindings(page)).toEqual([]);
    await screenshots(page, 'kiosk-away');
    await question.getByRole('button', { name: 'Yes, count it' }).click();
    await question.waitFor({ state: 'detached' });
    expect((await newest(page)).benchside.pause_duration).toBeLessThanOrEqual(before);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^field-/);
    await page.keyboard.type('e');
    expect(await serial(page).inputValue()).toBe('SN-42 in the middle, idle');
    expect(page.url()).toBe(place);
    expect((await newest(page)).status).toBe('started');
    expect(errors).toEqual([]);
    expect(await isKiosk(app)).toBe(true);
  },
);

test(
  'nobody gets out without a lead, a crash comes back closed, and so does the next start',
  patient,
  async () => {
    const { app, page, data, close } = await kiosk();
    await scan(page, people.tomasz.badge);
    await homeOf(page, 'tomasz').waitFor();
    expect(await isKiosk(app)).toBe(true);
    for (const keys of [
      'Alt+F4',
      'Control+w',
      'Control+q',
      'Control+r',
      'F5',
      'F11',
      'Control+n',
      'Control+Shift+i',
      'F12',
      'Control+p',
      'Control+-',
      'Alt+ArrowLeft',
    ])
      await page.keyboard.press(keys);
    expect(await page.evaluate(() => window.open('/'))).toBeNull();
    expect(await page.evaluate(() => window.open('https://example.org/'))).toBeNull();
    await app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.close();
    });
    for (const place of ['/settings', '/sync', '/new/guide', '/sign-in', '/work-logs']) {
      await goTo(page, place);
      await expect.poll(() => page.evaluate(() => location.hash)).not.toBe(`#${place}`);
    }
    await expect(page.evaluate(() => window.benchside?.openExternal('https://example.org/'))).rejects.toThrow(
      'kiosk',
    );
    await expect(page.evaluate(() => window.benchside?.showDataFolder())).rejects.toThrow('kiosk');
    const refused = await page.evaluate(async () => {
      const body = JSON.stringify({ on: false, idleSeconds: 60, badgeAlone: true, allowed: 'work' });
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch('/api/2.0/benchside/kiosk', { method: 'PUT', headers, body })).status;
    });
    expect(refused).toBe(403);
    await homeOf(page, 'tomasz').waitFor();
    const state = () =>
      app.evaluate(({ BrowserWindow, Menu, screen }) => {
        const bounds = BrowserWindow.getAllWindows()[0]?.getBounds();
        const { width, height } = screen.getPrimaryDisplay().bounds;
        return {
          windows: BrowserWindow.getAllWindows().length,
          menu: Menu.getApplicationMenu() !== null,
          tools: BrowserWindow.getAllWindows().some(({ webContents }) => webContents.isDevToolsOpened()),
          zoom: BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel(),
          fills: bounds?.x === 0 && bounds.y === 0 && bounds.width >= width && bounds.height >= height,
        };
      });
    await expect.poll(state).toEqual({ windows: 1, menu: false, tools: false, zoom: 0, fills: true });
    expect(await isKiosk(app)).toBe(true);

    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    );
    await expect.poll(() => isCovered(app), { timeout: 30_000 }).toBe(true);
    await close();

    const next = await launchDesk({ data });
    await cover(next.page).waitFor();
    expect(await isKiosk(next.app)).toBe(true);
    await next.page.getByRole('button', { name: 'Leave kiosk mode' }).click();
    await heading(next.page, 'Only a lead leaves kiosk mode').waitFor();
    expect(await next.page.getByRole('button', { name: people.tomasz.name }).count()).toBe(0);
    await screenshots(next.page, 'kiosk-leads');
    await next.page.getByRole('button', { name: people.maren.name }).click();
    await touchPin(next.page, 'maren');
    await next.page.getByText('A lead has left kiosk mode.').waitFor();
    await expect.poll(() => isKiosk(next.app)).toBe(false);
    await goTo(next.page, '/settings');
    const section = heading(next.page, 'Lockdown check');
    await section.scrollIntoViewIfNeeded();
    await next.page.getByText('Not locked').first().waitFor();
    await next.page.getByText('System keys').waitFor();
    await screenshots(next.page, 'kiosk-settings');
    await next.page.getByRole('button', { name: 'Back to kiosk mode' }).click();
    await cover(next.page).waitFor();
    await expect.poll(() => isKiosk(next.app)).toBe(true);
  },
);

test('the flag makes a kiosk of a desk that is not bound to a site yet', async () => {
  const { app, page } = await launchDesk({ data: folder(), parameters: ['--kiosk'] });
  await heading(page, 'Connect to your hub').waitFor();
  expect(await isKiosk(app)).toBe(true);
  await page.keyboard.press('Alt+F4');
  await page.getByLabel('Address of the hub').fill('still here');
});

test('axe finds nothing serious on the faces of a kiosk', patient, async () => {
  const { page } = await kiosk();
  const found: string[] = [];
  const look = async (name: string): Promise<void> => {
    found.push(...(await axeFindingsInBothSchemes(page, name)));
  };
  await look('cover');
  await page.getByRole('button', { name: /^Tomasz Brand/ }).click();
  await look('PIN');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: /^Someone else/ }).click();
  await look('password');
  await page.getByRole('button', { name: 'Back' }).click();
  await scan(page, people.ines.badge);
  await homeOf(page, 'ines').waitFor();
  await look('home');
  await scan(page, String(guideid));
  await heading(page, 'Is 5 a guide or a work order?').waitFor();
  await look('question');
  await page.getByRole('button', { name: 'Work order 5' }).click();
  await heading(page, 'Work order 5: which guide?').waitFor();
  await look('which');
  await page.getByRole('button', { name: /PIN and badge/ }).click();
  await page.getByRole('dialog', { name: 'Your PIN and badge' }).waitFor();
  await look('means');
  await screenshots(page, 'kiosk-means');
  expect(found).toEqual([]);
});

/** A badge that is scanned while a person types leaves no letter behind; another code stays where it was scanned. */
async function badgesInFields(page: Page): Promise<void> {
  const remarks = page.getByLabel('Remarks');
  const values = async (): Promise<unknown> =>
    (await newest(page)).work_data.map(({ label, value }) => [label, value]);
  await remarks.focus();
  await scan(page, 'Cable 77-1');
  await page.keyboard.type('below');
  await expect.poll(() => remarks.inputValue()).toBe('Cable 77-1\nbelow');
  await page.keyboard.press('Home');
  await scan(page, people.ines.badge);
  await page.getByText('Ines Duval was here. Everything is kept.').waitFor();
  expect(await remarks.inputValue()).toBe('Cable 77-1\nbelow');
  await scan(page, people.ines.badge);
  await cover(page).waitFor({ state: 'detached' });
  await serial(page).focus();
  await scan(page, 'SN-43');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  await serial(page).fill('SN-42 in the middle');
  await serial(page).focus();
  const place = page.url();
  await scan(page, people.tomasz.badge);
  await homeOf(page, 'tomasz').waitFor();
  await expect.poll(values).toEqual([
    ['Serial number', 'SN-42 in the middle'],
    ['Remarks', 'Cable 77-1\nbelow'],
  ]);
  expect((await newest(page)).status).toBe('suspended');

  await scan(page, people.ines.badge);
  await homeOf(page, 'ines').waitFor();
  const order = page.getByLabel('Scan a work order or a guide');
  await order.fill('WO-');
  await scan(page, people.tomasz.badge);
  await homeOf(page, 'tomasz').waitFor();
  await scan(page, people.ines.badge);
  await homeOf(page, 'ines').waitFor();
  await touch(page, 'Continue');
  await serial(page).waitFor();
  expect(page.url()).toBe(place);
}

/** The program's messages stand below the kiosk's bar until they are read, and everything else below them. */
async function noticeCoversNothing(app: ElectronApplication, page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Home of this desk' }).click();
  await homeOf(page, 'ines').waitFor();
  await app.evaluate(({ app }) => app.emit('second-instance', {}, ['benchside', 'benchside://nowhere']));
  const notice = page.locator('output').filter({ hasText: 'This link leads nowhere in Benchside' });
  await notice.waitFor();
  await page.setViewportSize({ width: 1024, height: 768 });
  await screenshots(page, 'kiosk-notice');
  const [said, bar, title] = await Promise.all(
    [notice, page.getByRole('region', { name: 'This desk' }), homeOf(page, 'ines')].map((place) =>
      place.boundingBox(),
    ),
  );
  expect(said?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
  expect(title?.y).toBeGreaterThanOrEqual((said?.y ?? 0) + (said?.height ?? 0));
  await notice.getByRole('button', { name: 'Close' }).click();
  await notice.waitFor({ state: 'detached' });
}

const isKiosk = (app: ElectronApplication): Promise<boolean> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().every((window) => window.isKiosk()));

/** Asks the window itself: Playwright treats a crashed page as closed. */
const isCovered = (app: ElectronApplication): Promise<boolean> =>
  app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (!window || window.webContents.isCrashed() || window.webContents.isLoading()) return false;
    const look = 'document.querySelector("dialog[closedby][open]") !== null';
    // A page whose process has died never answers.
    const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 2_000));
    return Promise.race([window.webContents.executeJavaScript(look) as Promise<boolean>, late]);
  });
