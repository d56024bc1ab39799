import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { _electron } from 'playwright';
import type { ElectronApplication, Page } from 'playwright';
import { expect, onTestFinished } from 'vitest';

import { axeFindings, showScheme } from '../helpers/axe.ts';
import { cli, copyWorkshop } from './workshop.ts';

const root = join(import.meta.dirname, '../..');
const screens = join(root, 'test-output/screens');
/** Screenshots are for people to look at: `SCREENSHOTS=1` takes them. */
const areScreenshotsWanted = process.env['SCREENSHOTS'] === '1';
/** The sizes that everything must fit: a large screen, a laptop, and the touch screen of an old bench. */
const sizes = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
];

/** Removed at the end of the test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'benchside-e2e-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return path;
}

export interface Hub {
  url: string;
  stop(): Promise<void>;
}

/** Starts a hub with the small workshop, in a process of its own. */
export function startHub(): Promise<Hub> {
  const data = join(folder(), 'hub');
  copyWorkshop(data);
  return serveHub(data);
}

/** Starts a hub of this folder in a process of its own, which ends with the test. */
export async function serveHub(data: string): Promise<Hub> {
  const child = spawn(process.execPath, [cli, 'hub', '--data', data, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
  };
  onTestFinished(stop);
  for await (const line of createInterface({ input: child.stdout })) {
    const told: { event: string; url: string } = JSON.parse(line);
    if (told.event === 'ready') return { url: told.url, stop };
  }
  throw new Error('the hub ended before it was ready');
}

export interface Gate {
  url: string;
  /** Lets requests through that this pattern holds back; it is the same object that `holdBack` was given. */
  open(pattern: RegExp): void;
}

/** Starts a proxy before a hub. It holds matching requests back until the test lets them through. */
export async function holdBack(hub: Hub, patterns: readonly RegExp[]): Promise<Gate> {
  const held = new Map(patterns.map((pattern) => [pattern, Promise.withResolvers<void>()]));
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', headers, url = '/' } = incoming;
    const pass = (): void => {
      const forwarded = request(new URL(url, hub.url), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      forwarded.on('error', () => outgoing.destroy());
      incoming.pipe(forwarded);
    };
    const waiting = [...held].find(([pattern]) => pattern.test(url))?.[1];
    if (waiting) void waiting.promise.then(pass);
    else pass();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/api/2.0`, open: (pattern) => held.get(pattern)?.resolve() };
}

export interface Desk {
  app: ElectronApplication;
  page: Page;
  /** Errors of the page: uncaught ones, and what its security policy blocked. */
  errors: string[];
  close(): Promise<void>;
}

export interface DeskOptions {
  data: string;
  site?: string;
  env?: Record<string, string>;
  parameters?: string[];
}

/** Starts the built application in a real window, without a sandbox, because tests in containers run as root. */
export async function launchDesk({ data, site, env = {}, parameters = [] }: DeskOptions): Promise<Desk> {
  const switches = ['--no-sandbox', '--disable-gpu'];
  const app = await _electron.launch({
    args: [root, ...switches, '--data', data, ...(site ? ['--site', site] : []), ...parameters],
    cwd: root,
    env: { ...environment(), ...env },
    timeout: 60_000,
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await app.close();
  };
  onTestFinished(close);
  const page = await app.firstWindow();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Uncaught/.test(message.text()))
      errors.push(message.text());
  });
  await page.waitForLoadState();
  return { app, page, errors, close };
}

/** Chooses an item of the application's menu. */
export const choose = (app: ElectronApplication, label: string): Promise<void> =>
  app.evaluate(({ Menu }, wanted) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    items.find((item) => item.label === wanted)?.click();
  }, label);

/** This process's environment, without variables that would change the programs under test. */
export function environment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(?:NODE_OPTIONS|VITEST|BENCHSIDE_)/.test(entry[0]),
  );
  return Object.fromEntries(entries);
}

/** Takes a screenshot into `test-output/screens`, if screenshots are wanted. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!areScreenshotsWanted) return;
  mkdirSync(screens, { recursive: true });
  await page.screenshot({ path: join(screens, `${name}.png`) });
}

/**
 * Takes screenshots in all sizes and both colour schemes, if screenshots are wanted. The size is emulated, because the window of a
 * kiosk fills its screen.
 */
export async function screenshots(page: Page, name: string): Promise<void> {
  if (!areScreenshotsWanted) return;
  for (const scheme of ['dark', 'light'] as const) {
    await showScheme(page, scheme);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(size.width);
      await screenshot(page, `${name}-${size.width}-${scheme}`);
    }
  }
}

/** Takes a screenshot of a page in which axe finds nothing. */
export async function shown(page: Page, name: string): Promise<void> {
  await screenshot(page, name);
  expect(await axeFindings(page, name)).toEqual([]);
}

/** Goes to a place in the application, as a link would. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#${place}`);
}

/** Waits until the desk's sync has nothing left to do. `waitForFunction` treats a promise as true, so the status is polled here. */
export async function untilSynced(page: Page): Promise<void> {
  const isDone = async (): Promise<boolean> => {
    const response = await fetch('/api/2.0/benchside/sync');
    const { phase, firstSync, rounds } = await response.json();
    return phase === 'idle' && !firstSync && rounds.length > 0;
  };
  await expect.poll(() => page.evaluate(isDone), { timeout: 60_000, interval: 200 }).toBe(true);
}

/**
 * Waits until every visible picture in this part of the page is decoded; there must be at least one. Pictures below load when they come
 * near.
 */
export async function untilPicturesDecoded(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((inside) => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>(`${inside} img`)].filter(
      (img) => img.getBoundingClientRect().top < innerHeight,
    );
    return pictures.length > 0 && pictures.every((img) => img.complete && img.naturalWidth > 0);
  }, selector);
}

/** Returns the initials of the person whom the window shows as signed in; empty for nobody. */
export async function initials(page: Page): Promise<string> {
  const words = await page.getByRole('button', { name: 'Your account and settings' }).innerText();
  return words.replace('Your account and settings', '').trim();
}

/** Calls the API as the window's person; with a token as its owner. */
export const call = <T>(page: Page, method: string, path: string, body?: object, token = ''): Promise<T> =>
  page.evaluate(
    async ([method, path, body, token]) => {
      const headers = {
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(token ? { Authorization: `api ${token}` } : {}),
      };
      const answer = await fetch(`/api/2.0${path}`, { method, headers, ...(body ? { body } : {}) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
      return text === '' ? null : JSON.parse(text);
    },
    [method, path, body ? JSON.stringify(body) : '', token] as const,
  );
