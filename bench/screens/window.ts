import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { _electron } from 'playwright';
import type { CDPSession, ElectronApplication, Page } from 'playwright';

import { Replica } from '../../app/replica/replica.ts';
import { root } from '../data/folders.ts';
import { person } from './hub.ts';

export interface Window extends AsyncDisposable {
  app: ElectronApplication;
  page: Page;
  finger: CDPSession;
  /** From the start of the program until the start page could be touched. */
  startMs: number;
}

/** The built program in a real window, at a desk whose data are in `dataDir`. */
export async function openWindow(dataDir: string, site: string): Promise<Window> {
  const start = performance.now();
  const app = await _electron.launch({
    args: [root, '--no-sandbox', '--disable-gpu', '--data', dataDir, '--site', site],
    cwd: root,
    env: { ...environment(), BENCHSIDE_TRIAL: `${person.email}:${person.password}` },
    timeout: 120_000,
  });
  const page = await app.firstWindow();
  await page.waitForURL(/^benchside:/, { timeout: 120_000 });
  // It opens where it was closed.
  await page.evaluate(() => {
    location.hash = '#/';
  });
  await page.locator('main a[href^="#/category/"]').first().waitFor({ timeout: 600_000 });
  const startMs = performance.now() - start;
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800));
  const finger = await page.context().newCDPSession(page);
  return { app, page, finger, startMs, [Symbol.asyncDispose]: () => app.close() };
}

/** A desk that fetches no pictures: those of the set are on other servers. */
export function prepareDesk(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  const store = new Replica({ dataDir });
  store.transact(null, (s) => s.meta.set('settings', { pictures: 'opened' }));
  store.close();
}

/** Resident memory of all processes of the program, in MB. */
export const memoryMb = (app: ElectronApplication): Promise<number> =>
  app.evaluate(
    ({ app: electron }) =>
      electron.getAppMetrics().reduce((sum, { memory }) => sum + memory.workingSetSize, 0) / 1024,
  );

/** A screen of its own where there is none. */
export async function display(): Promise<AsyncDisposable> {
  if (process.platform !== 'linux' || process.env['DISPLAY']) return new AsyncDisposableStack();
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1920x1080x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(server, 'exit');
  const [number] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
  process.env['DISPLAY'] = `:${number}`;
  return {
    [Symbol.asyncDispose]: async () => {
      server.kill();
      await exited;
    },
  };
}

/** This process's own, without what would change the program. */
function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !/^(?:NODE_OPTIONS|NODE_CHANNEL|BENCHSIDE_)/.test(entry[0]),
    ),
  );
}
