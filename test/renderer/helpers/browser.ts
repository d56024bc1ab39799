import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright';
import { chromium } from 'playwright';

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
const quiet = ['--disable-background-networking', '--disable-component-update'];

/** The first that is there is taken. */
const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The system's Chromium; its path can be given in `CHROMIUM`. */
export const openBrowser = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? programs.find((program) => existsSync(program)),
    args: [...flags, ...quiet, ...more],
  });

/** Timeout for pages in ms: far longer than they need, because other suites share the machine. */
const patience = 30_000;

export type PageOptions = BrowserContextOptions & { hasIdleTime?: boolean };

export interface WatchedPage {
  context: BrowserContext;
  page: Page;
  /** Errors of the page: exceptions, and console errors except for failed requests. */
  complaints: string[];
}

/**
 * Opens a page of 1280 × 800 in a context of its own.
 *
 * @param options `hasIdleTime`: it loads all screens ahead, as everywhere else, which is a third of the work of such a page
 */
export async function watchedPage(
  browser: Browser,
  { hasIdleTime = false, ...options }: PageOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  if (!hasIdleTime)
    await context.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  return { context, page, complaints };
}

export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { name });

/** Returns the HTML of visible elements that are too low for a finger in a glove. */
export const lowTargets = (page: Page, selector: string): Promise<string[]> =>
  smallTargets(page, selector, 'height');

/** Returns the HTML of visible elements that are too narrow for a finger in a glove. */
export const narrowTargets = (page: Page, selector: string): Promise<string[]> =>
  smallTargets(page, selector, 'width');

const smallTargets = (page: Page, selector: string, side: 'height' | 'width'): Promise<string[]> =>
  page
    .locator(selector)
    .evaluateAll(
      (elements, side) =>
        elements
          .filter((element) => element.checkVisibility() && element.getBoundingClientRect()[side] < 48)
          .map((element) => element.outerHTML.slice(0, 120)),
      side,
    );
