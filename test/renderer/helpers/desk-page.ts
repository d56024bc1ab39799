import type { BrowserContext, Locator, Page } from 'playwright';
import { afterEach, beforeEach } from 'vitest';

import { heading, watchedPage } from './browser.ts';
import type { PageOptions } from './browser.ts';
import { builtPage } from './built-page.ts';
import { startTestDesk } from './test-desk.ts';
import type { TestDesk } from './test-desk.ts';

/** The built page in a real browser under the desk's content security policy, and the desk that it asks. Both are new for each test. */
export interface DeskPage {
  readonly desk: TestDesk;
  readonly page: Page;
  /** Errors and warnings that the browser has logged. */
  readonly complaints: readonly string[];
  open(place: string): Promise<unknown>;
  /** Closes the page and opens it again with an empty browser profile. */
  reopen(options: PageOptions): Promise<void>;
  place(): string;
  heading(name: string | RegExp): Locator;
  /** Resolves when the page shows this step of a guide. */
  untilStep(number: number): Promise<void>;
}

interface Opened {
  desk: TestDesk;
  context: BrowserContext;
  page: Page;
  complaints: string[];
}

export function deskPage(): DeskPage {
  const built = builtPage();
  let opened: Opened | undefined;
  const now = (): Opened => {
    if (!opened) throw new Error('the page is opened before each test');
    return opened;
  };
  beforeEach(async () => {
    const desk = await startTestDesk(built.folder);
    opened = { desk, ...(await watchedPage(built.browser, {})) };
  });
  afterEach(async () => {
    const { context, desk } = now();
    await context.close();
    await desk.close();
  });
  return {
    get desk() {
      return now().desk;
    },
    get page() {
      return now().page;
    },
    get complaints() {
      return now().complaints;
    },
    open: (place) => now().page.goto(`${now().desk.url}#${place}`),
    reopen: async (options) => {
      const { desk, context } = now();
      await context.close();
      opened = { desk, ...(await watchedPage(built.browser, options)) };
    },
    place: () => new URL(now().page.url()).hash.slice(1),
    heading: (name) => heading(now().page, name),
    untilStep: (number) =>
      now()
        .page.getByText(new RegExp(`^Step ${number} of`))
        .first()
        .waitFor(),
  };
}
