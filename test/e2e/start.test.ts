import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { chromium } from 'playwright';
import type { Browser, Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';

import { openBrowser } from '../renderer/helpers/browser.ts';
import { environment, folder, initials, shown, untilPicturesDecoded } from './helpers.ts';
import { technician } from './workshop.ts';

const root = join(import.meta.dirname, '../..');
/** Enough time to draw and scale all pictures of the sample workshop. */
const firstStartMs = 600_000;

test(
  'npm start makes a workshop in an empty home and shows it in a browser; the next start shows it in a window',
  async () => {
    const home = join(folder(), 'home');

    const first = start(home, { display: false });
    const address = await first.line(/^The desk: +(\S+)/);
    expect(first.said()).toContain('there is no display here');
    expect(first.said()).toContain(`Signed in as ${technician.name}`);
    const second = start(home, { display: false });
    expect(await second.exit).toBe(1);
    expect(second.said()).toMatch(/in use by another Benchside process \(pid \d+\)/);
    await inBrowser(address, async (page) => {
      await seeWorkshop(page);
      await shown(page, 'npm-start-browser');
      expect(new URL(page.url()).search).toBe('');
    });
    await first.pressCtrlC();

    const third = start(home, { display: true });
    await third.line(/^The desk has a window/);
    const endpoint = /^DevTools listening on (ws:\S+)/m.exec(
      readFileSync(join(home, 'desk.log'), 'utf8'),
    )?.[1];
    const browser = await chromium.connectOverCDP(endpoint ?? '');
    await seeWorkshop(onlyPage(browser));
    await shown(onlyPage(browser), 'npm-start-window');
    await browser.close();
    await third.pressCtrlC();
    expect(third.said()).not.toContain('Setting up');
  },
  firstStartMs,
);

/** Without the key the desk is readable, as for anyone at this machine, and nobody is signed in. */
async function inBrowser(address: string, look: (page: Page) => Promise<void>): Promise<void> {
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const stranger = await browser.newPage();
  await stranger.goto(new URL('/', address).href);
  await stranger.getByRole('heading', { name: 'Categories' }).waitFor();
  const status = await stranger.evaluate(async () => (await fetch('/api/2.0/user')).status);
  expect(status).toBe(401);
  const page = await (await browser.newContext()).newPage();
  await page.goto(address);
  await look(page);
  await browser.close();
}

async function seeWorkshop(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Categories' }).waitFor({ timeout: 60_000 });
  await page
    .getByRole('link', { name: /Washing machines/ })
    .first()
    .waitFor();
  await expect.poll(() => initials(page)).toBe('TB');
  await untilPicturesDecoded(page, 'main');
}

function onlyPage(browser: Browser): Page {
  const page = browser.contexts()[0]?.pages()[0];
  if (!page) throw new Error('the desk has no window');
  return page;
}

interface Started {
  /** Returns the first group of the first matching line. */
  line(pattern: RegExp): Promise<string>;
  said(): string;
  exit: Promise<number>;
  /** Sends Ctrl-C as a terminal does: to all programs in the foreground. None may remain. */
  pressCtrlC(): Promise<void>;
}

function start(home: string, { display }: { display: boolean }): Started {
  const { DISPLAY = '', WAYLAND_DISPLAY: _, ...env } = environment();
  const switches = ['--home', home, '--', '--disable-gpu', '--remote-debugging-port=0'];
  const child = spawn('npm', ['start', '--', ...switches], {
    cwd: root,
    detached: true,
    env: { ...env, ...(display ? { DISPLAY } : {}) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const exit = once(child, 'exit').then(([code]) => Number(code));
  const { pid } = child;
  if (pid === undefined) throw new Error('npm did not start');
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(-pid, 'SIGKILL');
  });
  return {
    said: () => said,
    exit,
    line: async (pattern) => {
      const search = new RegExp(pattern, 'm');
      const ended = exit.then(() => 'ended' as const);
      for (;;) {
        const found = search.exec(said);
        if (found) return found[1] ?? '';
        const more = new Promise<'more'>((resolve) => child.stdout.once('data', () => resolve('more')));
        if ((await Promise.race([more, ended])) === 'ended') throw new Error(`npm start ended:\n${said}`);
      }
    },
    pressCtrlC: async () => {
      process.kill(-pid, 'SIGINT');
      expect(await exit).toBe(0);
      await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
      expect(said).toContain('Closed. The data stays in');
      expect(said).not.toMatch(/error|exception|^\s+at /im);
    },
  };
}

/** Whether anything is left of the process group. */
function isAlive(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}
