import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium, type Page } from 'playwright';

const places: Readonly<Record<string, string>> = {
  linux: 'linux-unpacked/benchside',
  win32: 'win-unpacked/benchside.exe',
  darwin:
    process.arch === 'arm64'
      ? 'mac-arm64/Benchside.app/Contents/MacOS/benchside'
      : 'mac/Benchside.app/Contents/MacOS/benchside',
};

const packagedFolder = join(import.meta.dirname, '../../test-output/packaged');
export const packagedExecutable = join(packagedFolder, places[process.platform] ?? '');
export const packagedAsar = join(
  dirname(packagedExecutable),
  process.platform === 'darwin' ? '../Resources/app.asar' : 'resources/app.asar',
);

export interface PackagedApp {
  readonly page: Page;
  /** Returns the application's standard output and error. */
  readonly said: () => string;
  /** Ends the application and removes its data. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the packaged application with a data folder of its own. Playwright's `_electron.launch()` needs Node's inspector, which a fuse
 * disables; the DevTools protocol of its windows needs no fuse.
 */
export async function startPackagedApp(parameters: readonly string[] = []): Promise<PackagedApp> {
  const data = await mkdtemp(join(tmpdir(), 'benchside-packaged-'));
  const child = spawn(
    packagedExecutable,
    ['--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', `--user-data-dir=${data}`, ...parameters],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const exited = once(child, 'exit');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const endpoint = await new Promise<string>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => reject(new Error(`The application ended before it had a window:\n${said}`)));
    const look = (): void => {
      const address = /^DevTools listening on (ws:\S+)/m.exec(said)?.[1];
      // Connecting before there is a page can wait for ever.
      if (address !== undefined && said.includes('{"event":"ready"')) resolve(address);
    };
    child.stderr.on('data', look);
    child.stdout.on('data', look);
  });
  const browser = await chromium.connectOverCDP(endpoint);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('The application has no browser context');
  return {
    page: context.pages()[0] ?? (await context.waitForEvent('page')),
    said: () => said,
    stop: async () => {
      await browser.close();
      child.kill();
      await exited;
      await rm(data, { recursive: true, force: true });
    },
  };
}
